// A lookup table that does not exist yet: what it would be, from real movies, and then its build.
import {againIn, once, segment, send} from "./api.js";
import {clusteringBeside, declarationOf, declarationView, emptyTable, errorsOf, neededOf, suggestedName} from "./declaration.js";
import {action, bytes, failure, grid, html, link, nothing, number, plain, rowCount, said, waitingFor} from "./parts.js";
import {obstacle, store, update} from "./store.js";
import {tableOfYaml} from "./yaml.js";

const PAUSE_MILLIS = 400;

/** It stays when another screen is opened. */
const at = {table: emptyTable(), yaml: "", yamlError: "", preview: null, problem: null, errors: {}, waiting: false, building: false};
let timer = 0;
let asked = 0;

const path = () => `lookups/${segment(at.table.name)}/jobs`;
const body = () => ({kind: "build", declaration: declarationOf(at.table)});
const isComplete = () => at.table.name !== "" && at.table.partition.length > 0 && !at.yamlError;

/** Whether another declaration has the name; the API compares both at length. */
const isTaken = (answer) => answer.status === 409 && (store.overview?.tables ?? []).some(({name}) => name === at.table.name);

const preview = async () => {
  const mine = ++asked;
  const answer = await send("POST", `${path()}?dryRun=true`, {body: body()});
  if (mine !== asked) return;
  Object.assign(at, {waiting: false, preview: answer.ok ? answer.json : null, problem: answer.problem, errors: answer.ok ? {} : isTaken(answer) ? {name: "There is a table of this name already. Choose another name."} : errorsOf(answer.problem, at.table)});
  const again = againIn(answer);
  if (again) timer = setTimeout(preview, again);
  update();
};

/** Asks for the preview when nothing was changed for a while. */
const later = () => {
  clearTimeout(timer);
  asked += 1;
  at.waiting = isComplete();
  if (at.waiting) timer = setTimeout(preview, PAUSE_MILLIS);
  else Object.assign(at, {preview: null, problem: null, errors: {}});
  update();
};

/** next: takes the value of a field, which may have changed since the form was drawn, and returns the new one. */
const change = (name, next, choosing = false) => {
  const {table} = at;
  const needed = neededOf(table);
  table[name] = next(table[name]);
  if (name === "partition") table.clustering = clusteringBeside(table);
  if (["partition", "clustering"].includes(name)) table.where = [...new Set([...table.where.filter((each) => !needed.includes(each)), ...neededOf(table)])];
  if (name === "columns") table.choosing = choosing;
  if (name === "name") table.named = table.name !== "";
  if (!table.named && name !== "name") table.name = suggestedName(table);
  at.yamlError = "";
  later();
};

const paste = (event) => {
  at.yaml = event.target.value;
  at.yamlError = "";
  try {
    const {name, declaration} = tableOfYaml(at.yaml);
    at.table = {...emptyTable(), clustering: [], ...declaration, name, named: name !== ""};
  } catch (e) {
    at.yamlError = e.message;
  }
  later();
};

const build = once(async () => {
  at.building = true;
  update();
  const answer = await send("POST", path(), {body: body()});
  Object.assign(at, {building: false, problem: answer.problem});
  if (answer.ok) {
    Object.assign(at, {table: emptyTable(), yaml: "", preview: null});
    location.hash = link(["jobs", answer.json.id]);
  }
  update();
});

const clear = () => {
  Object.assign(at, {table: emptyTable(), yaml: "", yamlError: ""});
  later();
};

const whyNot = () => obstacle("operator") || (at.yamlError ? "Correct the YAML first." : at.waiting ? "Wait for the preview." : at.preview ? "" : isComplete() ? "Correct the declaration first." : "Complete the declaration first.");

const form = () => html`
  <form class="movie" aria-label="Declaration" @submit=${(event) => event.preventDefault()}>
    ${declarationView(at.table, at.errors, change)}
    <div class="row center">
      ${at.building ? "The build begins …" : action("Build it", whyNot, build, {main: true})}
      <button type="button" @click=${clear}>Clear</button></div>
    <div class="field"><label for="declare-yaml">Or paste YAML</label>
      <textarea id="declare-yaml" rows="6" spellcheck="false" class="code" .value=${at.yaml} @input=${paste}
        aria-invalid=${at.yamlError ? "true" : nothing} aria-describedby=${at.yamlError ? "error-yaml" : nothing}></textarea>
      ${at.yamlError ? html`<p class="error" id="error-yaml">${said(at.yamlError)}</p>` : nothing}</div>
  </form>`;

const facts = ({rowsPerMovie, bytesPerMovie, maxRowsPerMovie, estimate, sampledMovies}) => html`
  <ul class="facts">
    <li>${rowCount(rowsPerMovie)} and <b>${bytes(bytesPerMovie)}</b> a movie</li>
    <li>at most ${rowCount(maxRowsPerMovie)} of one movie</li>
    <li>about ${rowCount(estimate.rows)}, <b>${bytes(estimate.bytes)}</b> in all</li>
  </ul>
  <p class="quiet">Estimated from ${number(sampledMovies)} of ${number(estimate.movies)} movies.</p>`;

const examples = ({examples: rows, columns}) => {
  const named = columns.filter(({name}) => name !== "version" && name !== "bucket");
  return rows.length === 0 ? html`<p>No movie that was looked at has a row in it.</p>`
    : grid("Some of its rows", named.map(({name}) => name), rows.map((row) => html`<tr tabindex="-1">${named.map(({name}) => html`<td class="text">${said(plain(row[name]))}</td>`)}</tr>`));
};

const result = (preview) => html`
  ${facts(preview)}
  ${preview.warnings.length ? html`<h3>Warnings</h3><ul>${preview.warnings.map((each) => html`<li>${each}</li>`)}</ul>` : html`<p class="quiet">No warnings.</p>`}
  <h3>Some of its rows</h3>${examples(preview)}
  ${preview.largestKeys.length ? html`<h3>Its largest keys</h3>${grid("Its largest keys", ["Key", {name: "Rows", number: true}], preview.largestKeys.map(({key, rows}) =>
    html`<tr tabindex="-1"><td class="text">${said(plain(Object.values(key)))}</td><td class="number">${number(rows)}</td></tr>`))}` : nothing}
  <h3>CQL</h3><pre class="code" tabindex="0">${preview.definition}</pre>
  <h3>For config.yml, below lookups</h3><pre class="code" tabindex="0">${preview.yaml}</pre>`;

/** Asks for the preview that a screen before this one did not wait for. */
const resume = () => isComplete() && (at.waiting || !at.preview) && later();

export const open = () => {
  resume();
  return screen;
};

const screen = {
  title: () => "Declare a table",
  view: () => html`<div class="columns">${form()}
    <section aria-labelledby="declared-title" aria-busy=${at.waiting ? "true" : "false"}>
      <h2 id="declared-title">What it would be</h2>
      ${Object.keys(at.errors).length ? html`<p class="error">This declaration is not valid. The error stands at its field.</p>` : failure(at.problem)}
      ${at.preview ? result(at.preview) : at.waiting ? waitingFor("some movies") : isComplete() ? nothing
        : html`<p class="quiet">Choose a partition: the columns that a list of this table is asked for by. Then see here which rows it would have, from real movies, before anything is made.</p>`}
    </section></div>`,
  requests: () => at.preview ? [{method: "POST", path: `${path()}?dryRun=true`, body: body()}] : [],
  save: () => whyNot() === "" && build(),
  reload: resume,
  close: () => clearTimeout(timer),
};
