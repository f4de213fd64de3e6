// The fields of a movie in a form.
import {html, nothing, said} from "./parts.js";
import {FIELDS, withTyped} from "./fields.js";
import {live} from "./lib/lit-html/directives/live.js";

const idOf = (field) => `field-${field.name}`;
const invalid = (form, field) => form.errors[field.name] ? "true" : nothing;
const described = (form, field) => form.errors[field.name] ? `error-${field.name}` : nothing;

const textField = (form, field, change) => {
  const input = (event) => change(field.name, event.target.value);
  const value = form.draft[field.name];
  return field.kind === "long"
    ? html`<textarea id=${idOf(field)} rows="4" dir="auto" .value=${live(value)} @input=${input}
        aria-invalid=${invalid(form, field)} aria-describedby=${described(form, field)}></textarea>`
    : html`<input id=${idOf(field)} dir="auto" autocomplete="off" .value=${live(value)} @input=${input}
        inputmode=${field.kind === "number" ? "numeric" : nothing} placeholder=${field.hint ?? nothing}
        aria-invalid=${invalid(form, field)} aria-describedby=${described(form, field)}>`;
};

const listField = (form, field, change, type) => {
  const names = form.draft[field.name];
  const add = (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.isComposing) return;
    event.preventDefault();
    const all = withTyped(form.draft, {[field.name]: event.target.value});
    form.adding[field.name] = "";
    event.target.value = ""; // before it is drawn: the next name may be typed sooner
    change(field.name, all[field.name]);
  };
  const remove = (name) => {
    change(field.name, form.draft[field.name].filter((each) => each !== name));
    document.getElementById(idOf(field)).focus();
  };
  return html`<ul class="chips">
    ${names.map((name) => html`<li>${said(name)}<button type="button" aria-label=${`Remove ${name}`} @click=${() => remove(name)}>×</button></li>`)}
    <li class="adding"><input id=${idOf(field)} dir="auto" autocomplete="off" .value=${live(form.adding[field.name] ?? "")}
      @input=${(event) => type(field.name, event.target.value)} @keydown=${add} placeholder=${`add ${field.one}`}
      aria-invalid=${invalid(form, field)} aria-describedby=${described(form, field)}></li></ul>`;
};

const errorOf = (form, field) => form.errors[field.name]
  ? html`<p class="error" id=${`error-${field.name}`}>${form.errors[field.name].map((reason) => html`${said(reason)} `)}</p>` : nothing;

/**
 * form: draft, adding (the text in the box of each list), and errors by field.
 * change: takes a field's new value. type: takes what is typed into the box of a list.
 */
export const fieldsView = (form, change, type) => FIELDS.map((field) => html`
  <div class=${`field ${field.kind ?? "text"}`}>
    <label for=${idOf(field)}>${field.label}</label>
    ${field.kind === "list" ? listField(form, field, change, type) : textField(form, field, change)}
    ${errorOf(form, field)}
  </div>`);

/** The errors of a refused movie by field; the error of an element names the element. */
export const errorsByField = (problem, draft) => {
  const errors = {};
  for (const {path, reason} of problem.errors) {
    const [, name, index] = /^(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
    const element = index === undefined ? "" : `“${draft[name]?.[index] ?? ""}” `;
    (errors[name] ??= []).push(`${element}${reason}.`);
  }
  return errors;
};

/** The id of the first field that has an error. */
export const firstError = (errors) => FIELDS.filter(({name}) => errors[name]).map(idOf)[0];
