// One movie: its fields, what saving them would write, and its rows in every table.
import {read, segment} from "./api.js";
import {changedValue, conflictView} from "./conflict.js";
import * as cql from "./cql.js";
import {edit} from "./editing.js";
import {changedFields, draftOf} from "./fields.js";
import {fieldsView} from "./form.js";
import {itsRows} from "./its-rows.js";
import {repairPanel} from "./mending.js";
import {isOpen} from "./merge.js";
import {action, failure, html, link, nothing, time, timeOfVersion, waitingFor} from "./parts.js";
import {previewView} from "./preview.js";
import {removal} from "./removal.js";
import {rowsView} from "./rows.js";
import {announce, obstacle, show, store, update} from "./store.js";

const MOST_STATEMENTS = 20;

/** Movies with unsaved changes by id: they are still there when their screen is opened again. */
const drafts = new Map();

export const open = ({path}) => {
  const id = path[0] === "new" ? null : path[0];
  const place = id ?? "new";
  const movie = drafts.get(place) ?? edit(id, show);
  const rows = id ? itsRows(id, show) : null;
  const removing = removal(movie, show, () => rows.read());
  const {at} = movie;
  let lookups = new Map();
  let closed = false;

  const load = async () => {
    const answer = await read("lookups");
    lookups = new Map((answer.json?.items ?? []).map((lookup) => [lookup.name, lookup]));
    update();
  };

  movie.saved = (written) => {
    drafts.delete(place);
    announce(at.notice);
    if (closed) return;
    show("preview-title");
    if (rows) rows.read();
    else location.hash = link(["movies", written]);
  };

  /** Takes the draft to a new movie, when the one that it was made for is gone. */
  const moveToNew = () => {
    const copy = edit(null, show);
    Object.assign(copy.at, {draft: at.draft, adding: at.adding});
    drafts.set("new", copy);
    drafts.delete(place);
    location.hash = link(["movies", "new"]);
  };

  const whyNotSaved = () => obstacle("writer") || (at.gone ? "There is no movie to save." : "") || (isOpen(at.conflict) ? "Decide about each field first." : movie.maySave() ? "" : "Nothing is changed.");

  /** Saves what is typed, also before the button is drawn as one that can be pressed. */
  const save = () => whyNotSaved() === "" && movie.save();

  const form = () => html`
    <form class="movie" aria-label="Fields of the movie" @submit=${(event) => event.preventDefault()}>
      ${fieldsView(at, movie.change, movie.type)}
      <div class="row center">
        <button type="button" class="main" @click=${save} ?disabled=${whyNotSaved() !== ""} title=${whyNotSaved() || "Ctrl-Enter"}>${at.saving ? "Saving …" : "Save"}</button>
        <button type="button" ?disabled=${!movie.isChanged()} @click=${movie.undo}>Undo</button>
        ${id ? removing.button() : nothing}
        <span class="quiet">${movie.isChanged() ? whyNotSaved() : ""}</span>
        <span role="status">${at.notice}</span>
      </div>
    </form>`;

  const problems = () => {
    if (movie.isOutdated()) {
      const deleted = at.problem.status !== 412;
      return html`<p class="error">Somebody else has ${deleted ? "deleted" : "saved"} this movie since you opened it. <button type="button" @click=${movie.compare}>${deleted ? "Go on" : "Compare both"}</button></p>`;
    }
    return at.problem?.type === "invalid-movie" ? html`<p class="error">The movie is not valid, so nothing would be written. Each error stands at its field.</p>` : failure(at.problem);
  };

  /** What was seen before it was saved; each row of it is marked when it is read as it should be. */
  const written = () => previewView(at.written, lookups, rows?.at.compared?.version === at.version ? rows.at.compared.rows : null);

  const preview = () => html`
    <section aria-labelledby="preview-title" class=${at.waiting ? "waiting" : ""} aria-busy=${at.waiting ? "true" : "false"}>
      <h2 id="preview-title" tabindex="-1">${at.written ? "What saving wrote" : "What saving would write"}</h2>
      ${problems()}
      ${at.preview ? previewView(at.preview, lookups) : movie.isChanged() ? at.waiting ? waitingFor("what saving would write") : nothing
        : at.written ? written() : html`<p class="quiet">Nothing is changed. Change a field, and see here what that would write and delete in every table.</p>`}
    </section>`;

  const rowsPanel = () => {
    const {compared, problem, everywhere, repair, notice, reading, waits} = rows.at;
    return html`<section aria-labelledby="rows-title">
      <h2 id="rows-title" tabindex="-1">Its rows</h2>
      ${failure(problem)}
      ${compared ? rowsView(compared, lookups) : problem ? nothing : waitingFor("its rows")}
      ${compared && !compared.settled ? html`<p class="quiet">The rows of the last write are still being written. This looks again by itself.</p>` : nothing}
      ${repair ? repairPanel(rows, lookups) : html`<div class="row center">
        ${action("Repair …", () => rows.hasFaults() ? obstacle("operator") : "No row is wrong.", rows.preview, {letter: "r"})}
        ${everywhere ? html`<span class="quiet">${reading && !problem ? "Searching all tables …" : "All tables were searched for orphans."}</span>`
          : action("Find orphans in all tables", () => obstacle("operator"), rows.search)}
        ${waits ? waitingFor("what repairing would write", waits) : nothing}<span role="status">${notice}</span></div>`}
    </section>`;
  };

  const before = () => {
    const {compared} = rows.at;
    if (!compared || compared.version !== at.version) return nothing;
    const was = draftOf(compared.previous);
    return html`<section aria-labelledby="before-title"><h2 id="before-title">Before the last write</h2>
      ${compared.previous ? html`<dl class="sides">${changedFields(was, at.base).map(({name, label, kind}) => html`<div><dt>${label}</dt>
        <dd>${kind === "list" ? changedValue(at.base[name], was[name]) : html`<del>${changedValue(was[name])}</del> → <b class="differs">${changedValue(at.base[name])}</b>`}</dd></div>`)}</dl>
        ${changedFields(was, at.base).length ? nothing : html`<p class="quiet">The movie was the same: the last write only wrote its rows again.</p>`}`
        : html`<p class="quiet">There was no movie: this is its first version.</p>`}</section>`;
  };

  const facts = () => html`<p class="quiet">Version of ${time(timeOfVersion(at.version))}
    ${rows.at.compared ? rows.at.compared.settled ? "· settled" : "· not settled yet" : nothing} · <code>${id}</code>
    ${rows.at.compared?.version > at.version ? html` · <b>Somebody has saved a newer one.</b> ${movie.isChanged() ? nothing : html`<button class="link" @click=${movie.read}>Show it</button>`}` : nothing}</p>`;

  const gone = () => html`
    <p>${at.gone.type === "no-such-movie" ? "This movie was deleted, or it never existed." : failure(at.gone)}</p>
    ${movie.isChanged() ? html`<p>What you typed is kept. <button @click=${moveToNew}>Save it as a new movie</button></p>` : nothing}
    ${removing.notice()}${rowsPanel()}`;

  load();
  movie.resume();
  if (id) {
    movie.read();
    rows.read();
  }
  return {
    title: () => id === null ? "New movie" : at.base.title || (at.isRead ? "A movie" : "Movie"),
    view: () => at.gone ? gone() : !at.isRead ? waitingFor("the movie", at.waits) : html`
      ${id ? facts() : nothing}
      ${at.conflict ? conflictView(at.conflict, movie.decide) : nothing}
      <div class="columns">${form()}${preview()}</div>
      ${removing.view(lookups)}
      ${id ? html`${rowsPanel()}${before()}` : nothing}`,
    requests: () => [
      ...(id ? [{method: "GET", path: `movies/${segment(id)}`}, {method: "GET", path: rows.path()}] : []),
      ...(at.preview ? [movie.request(true)] : []),
      ...(rows?.at.repair ? [{method: "POST", path: rows.path(true)}] : []),
    ],
    cql: () => {
      const keyspace = store.overview?.cassandra.keyspace;
      if (!id || !keyspace) return [];
      const stored = (rows.at.compared?.rows ?? []).filter((row) => row.state !== "missing" && lookups.get(row.table)?.columns);
      return [cql.movie(keyspace, id), ...stored.slice(0, MOST_STATEMENTS).map((row) => cql.row(keyspace, lookups.get(row.table), row.key))];
    },
    reload: () => {
      movie.read();
      rows?.read();
    },
    save,
    close: () => {
      closed = true;
      movie.close();
      rows?.close();
      if (movie.isChanged()) drafts.set(place, movie);
      else drafts.delete(place);
    },
  };
};
