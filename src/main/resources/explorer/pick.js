// The go box: an id opens the movie; other text is tried as the key of each ready table.
import {send, withQuery} from "./api.js";
import {failure, html, link, nothing, said} from "./parts.js";
import {update} from "./store.js";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FORMS = {int: /^-?\d{1,10}$/, date: /^\d{4}-\d\d-\d\d$/};
const box = {found: null, problem: null, text: ""};

const close = () => {
  box.found = null;
  update();
};

/** Whether a text can be the key of a table: a table of whole numbers or of dates is not asked for a name. */
const canHave = (lookup, text) => (FORMS[lookup.columns.find(({name}) => name === columnsOf(lookup)[0])?.type] ?? /./).test(text);

const closeIfOpen = () => box.found && close();

window.addEventListener("hashchange", closeIfOpen);

const find = async (event) => {
  event.preventDefault();
  box.text = event.target.elements.go.value.trim();
  if (!box.text) return;
  if (ID.test(box.text)) {
    location.hash = link(["movies", box.text.toLowerCase()]);
    return;
  }
  const all = await send("GET", "lookups");
  const tables = (all.json?.items ?? []).filter((lookup) => lookup.state === "ready" && columnsOf(lookup).length === 1 && canHave(lookup, box.text));
  const answers = await Promise.all(tables.map((lookup) => send("GET", withQuery(`lookups/${lookup.name}/movies`, {[columnsOf(lookup)[0]]: box.text, limit: 1}))));
  box.problem = [all, ...answers].find(({status}) => status === 0 || status === 429 || status >= 500)?.problem ?? null;
  box.found = tables.filter((lookup, i) => answers[i].json?.items?.length).map((lookup) => ({table: lookup.name, column: columnsOf(lookup)[0]}));
  if (box.found.length === 1 && !box.problem) {
    location.hash = link(["browse", box.found[0].table], {[box.found[0].column]: box.text});
    box.found = null;
  }
  update();
};

/** The columns that a query of a table names. */
export const columnsOf = (lookup) => lookup.declaration.partition.map((part) => typeof part === "string" ? part : Object.keys(part)[0]);

/** The part of a partition's key that a query names; a bucket is left out, since a query reads all of them. */
export const queryOf = (lookup, key) => Object.fromEntries(columnsOf(lookup).filter((name) => name in key).map((name) => [name, key[name]]));

export const goBox = () => html`
  <form class="go" role="search" @submit=${find}>
    <label class="hidden" for="go">Go to a movie's id, or to the key of a table</label>
    <input id="go" name="go" autocomplete="off" placeholder="Actor, genre or id  /" @input=${closeIfOpen} @keydown=${(event) => event.key === "Escape" && closeIfOpen()}>
    ${box.found ? html`<ul>${box.problem ? html`<li>${failure(box.problem)}</li>` : box.found.length === 0 ? html`<li>No ready table has the key ${said(`“${box.text}”`)}. Write it exactly as it is stored. To find movies by another field, <a href=${link(["declare"])} @click=${close}>declare a table</a> for it.</li>`
      : box.found.map(({table, column}) => html`<li><a href=${link(["browse", table], {[column]: box.text})} @click=${close}>${said(box.text)} in ${table}</a></li>`)}</ul>` : nothing}
  </form>`;

