// The declaration of a lookup table in a form.
import {live} from "./lib/lit-html/directives/live.js";
import {html, nothing} from "./parts.js";

const KEYS = ["title", "release_year", "release_date", "release_decade", "genre", "actor", "director"];
const ATTRIBUTES = ["title", "release_year", "release_date", "genres", "actors", "directors", "synopsis"];
const OPTIONAL = ["release_date", "synopsis"];
const COLUMNS = {none: "none: the key alone", some: "some", all: "all: the complete movie"};

export const emptyTable = () => ({name: "", named: false, partition: [], buckets: 1, clustering: ["title"], columns: [], where: [], maintenance: "sync"});

/** The body of a build, without what is as it would be anyway. */
export const declarationOf = (table) => ({
  partition: table.partition,
  ...(Number(table.buckets) === 1 ? {} : {buckets: Number(table.buckets)}),
  ...(table.clustering.length ? {clustering: table.clustering} : {}),
  ...(table.columns.length ? {columns: table.columns} : {}),
  ...(table.where.length ? {where: table.where} : {}),
  ...(table.maintenance === "sync" ? {} : {maintenance: table.maintenance}),
});

const nameOf = (part) => typeof part === "string" ? part : Object.keys(part)[0];
const shown = (part) => typeof part === "string" ? part : `${nameOf(part)}: ${Object.values(part)[0].join(", ")}`;

/** The clustering columns without those that the partition has, too. */
export const clusteringBeside = (table) => table.clustering.filter((each) => !table.partition.map(nameOf).includes(nameOf(each).split(" ")[0]));

/** What the key needs the table to be limited to: a movie may lack the value of an optional column. */
export const neededOf = (table) => OPTIONAL.filter((name) => [...table.partition, ...table.clustering].some((part) => nameOf(part).split(" ")[0] === name)).map((name) => `${name} present`);

/** The name that a table gets while nobody has given it one. */
export const suggestedName = (table) => table.partition.length ? `movies_by_${table.partition.map(nameOf).join("_and_")}` : "";

const errorOf = (errors, name) => errors[name] ? html`<p class="error" id=${`error-${name}`}>${errors[name]}</p>` : nothing;
const described = (errors, name) => errors[name] ? `error-${name}` : nothing;
const invalid = (errors, name) => errors[name] ? "true" : nothing;

/** Names in an order, with a box to add one more. */
const names = (table, errors, name, label, choices, change) => {
  const chosen = table[name];
  const add = ({target}) => {
    const {value} = target;
    target.value = "";
    target.byKey = false;
    if (value) change(name, (now) => [...now, value]);
  };
  /** The keyboard goes through a closed list, so what it chooses is added by Enter, or when the list is left; Esc forgets it. */
  const key = (event) => {
    if (event.key === "Escape") event.target.value = "";
    if (event.key === "Enter" && event.target.value) {
      event.preventDefault(); // else it opens the list
      add(event);
    } else event.target.byKey = ![" ", "Enter"].includes(event.key); // these open the list
  };
  const choose = (event) => event.target.byKey || add(event);
  const remove = (part) => {
    change(name, (now) => now.filter((each) => each !== part));
    document.getElementById(`declare-${name}`).focus();
  };
  return html`<div class="field list"><label for=${`declare-${name}`}>${label}</label>
    <ul class="chips">
      ${chosen.map((part) => html`<li>${shown(part)}<button type="button" aria-label=${`Remove ${shown(part)} from ${label}`} @click=${() => remove(part)}>×</button></li>`)}
      <li class="adding"><select id=${`declare-${name}`} @change=${choose} @mousedown=${({target}) => { target.byKey = false; }} @keydown=${key} @blur=${add} aria-invalid=${invalid(errors, name)} aria-describedby=${described(errors, name)}>
        <option value="">add a column</option>${choices.filter((each) => !chosen.includes(each)).map((each) => html`<option>${each}</option>`)}</select></li>
      ${name === "clustering" ? html`<li class="quiet">movie_id </li>` : nothing}
    </ul>${errorOf(errors, name)}</div>`;
};

const columnsField = (table, errors, change) => {
  const kind = table.columns.length === 0 && !table.choosing ? "none" : table.columns[0] === "all" ? "all" : "some";
  const choose = (each) => () => change("columns", () => each === "all" ? ["all"] : [], each === "some");
  const tick = ({target}) => change("columns", (now) => ATTRIBUTES.filter((each) => each === target.value ? target.checked : now.includes(each)), true);
  return html`<fieldset class="field plain" aria-describedby=${described(errors, "columns")}><legend>Columns</legend>
    <div class="row center">${Object.entries(COLUMNS).map(([each, text]) => html`<label class="line"><input type="radio" name="columns" .checked=${live(kind === each)} @change=${choose(each)}>${text}</label>`)}</div>
    ${kind === "some" ? html`<div class="row center">${ATTRIBUTES.map((each) => html`<label class="line"><input type="checkbox" value=${each} .checked=${live(table.columns.includes(each))} @change=${tick}>${each}</label>`)}</div>` : nothing}
    ${errorOf(errors, "columns")}</fieldset>`;
};

const whereField = (table, errors, change) => {
  const tick = ({target}) => change("where", (now) => target.checked ? [...now, target.value] : now.filter((each) => each !== target.value));
  return html`<fieldset class="field plain" aria-describedby=${described(errors, "where")}><legend>Only movies with</legend>
    <div class="row center">${OPTIONAL.map((each) => html`<label class="line"><input type="checkbox" value=${`${each} present`} .checked=${live(table.where.includes(`${each} present`))} @change=${tick}>${each}</label>`)}</div>
    ${errorOf(errors, "where")}</fieldset>`;
};

const textField = (table, errors, name, label, change, type) => html`<div class=${`field ${type}`}><label for=${`declare-${name}`}>${label}</label>
  <input id=${`declare-${name}`} autocomplete="off" inputmode=${type === "number" ? "numeric" : nothing} .value=${live(String(table[name]))}
    @input=${(event) => change(name, () => event.target.value)} aria-invalid=${invalid(errors, name)} aria-describedby=${described(errors, name)}>${errorOf(errors, name)}</div>`;

const maintenanceField = (table, errors, change) => html`<div class="field"><label for="declare-maintenance">Maintenance</label>
  <select id="declare-maintenance" @change=${(event) => change("maintenance", () => event.target.value)}>
    <option value="sync" ?selected=${table.maintenance === "sync"}>sync: a write waits for its rows</option>
    <option value="async" ?selected=${table.maintenance === "async"}>async: the rows follow</option></select>${errorOf(errors, "maintenance")}</div>`;

/** change: takes the name of a field, a function from its value to the new one, and for columns whether some of them are being chosen. */
export const declarationView = (table, errors, change) => {
  const roles = table.partition.some((part) => typeof part !== "string") ? ["role"] : [];
  const ordered = [...roles, ...KEYS].flatMap((each) => [each, `${each} desc`]);
  return html`
    ${textField(table, errors, "name", "Name", change, "text")}
    ${names(table, errors, "partition", "Partition", KEYS, change)}
    ${textField(table, errors, "buckets", "Buckets", change, "number")}
    ${names(table, errors, "clustering", "Clustering", ordered, change)}
    ${columnsField(table, errors, change)}${whereField(table, errors, change)}${maintenanceField(table, errors, change)}`;
};

/** The errors of a refused declaration by field; what belongs to no field of the form is left out. */
export const errorsOf = (problem, table) => {
  const errors = {};
  for (const {path, reason} of problem.errors) errors[path.split(".").at(-1)] = `${reason}.`;
  const [, name, reason] = /^lookups\.[^.]*\.(\w+): (.*)$/s.exec(problem.detail) ?? [];
  if (name && !Object.keys(errors).length) errors[name] = `${reason}.`;
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field in table));
};
