// The two sides of a conflict, beside what both began with.
import {html, nothing, said} from "./parts.js";
import {listChange, same} from "./fields.js";
import {live} from "./lib/lit-html/directives/live.js";

/** A value, and of a list what came and went since a value before. */
export const changedValue = (value, before) => {
  if (!Array.isArray(value)) return value === "" ? html`<i>nothing</i>` : said(value);
  const {added, removed} = listChange(before, value);
  if (value.length + removed.length === 0) return html`<i>nobody</i>`;
  const names = value.map((name) => added.includes(name) ? html`<b class="differs">+ ${said(name)}</b>` : said(name));
  return html`<span class="names">${names}${removed.map((name) => html`<span>− <del>${said(name)}</del></span>`)}</span>`;
};

const fieldOf = ({field, base, mine, theirs, both}, taken, take) => {
  const option = (side, text, value) => html`<label class="line"><input type="radio" name=${`take-${field.name}`}
    .checked=${live(taken === side)} @change=${() => take(field.name, side, value)}> <span>${text}</span></label>`;
  const merges = both !== undefined && !same(both, mine) && !same(both, theirs);
  return html`<fieldset>
    <legend>${field.label}${taken ? nothing : html` <strong>to be decided</strong>`}</legend>
    <dl class="sides">
      <div><dt>when you opened it</dt><dd>${changedValue(base, base)}</dd></div>
      <div><dt>yours</dt><dd>${changedValue(mine, base)}</dd></div>
      <div><dt>theirs</dt><dd>${changedValue(theirs, base)}</dd></div>
    </dl>
    <div class="row center">
      ${option("mine", "take mine", mine)} ${option("theirs", "take theirs", theirs)}
      ${merges ? option("both", html`keep both: ${changedValue(both, base)}`, both) : nothing}
      ${option("edited", "edit it")}
    </div></fieldset>`;
};

/** take: is told the field, the side that is taken, and its value; without a value the field is edited in the form. */
export const conflictView = (conflict, take) => html`
  <section class="panel conflict" aria-labelledby="conflict-title">
    <h2 id="conflict-title" tabindex="-1">Somebody else saved this movie meanwhile</h2>
    <p>Nothing of yours is written yet. Decide about each field that differs, look at what saving would write now, and save.</p>
    ${conflict.fields.map((each) => fieldOf(each, conflict.taken[each.field.name], take))}
  </section>`;
