// The rows of a movie, each beside what it should be.
import {html, mark, nothing, sign, time, timeOfVersion} from "./parts.js";
import {cellsView, differences, keyView} from "./preview.js";

const MOST = 200;
const STATES = ["missing", "stale", "orphaned", "ok"];
const WORDS = {ok: "right", missing: "missing", stale: "stale", orphaned: "orphaned"};

/** How many rows are in each state. */
export const statesOf = (rows) => Object.fromEntries(STATES.map((state) => [state, rows.filter((row) => row.state === state).length]));

/** Who wrote a row, and when. */
const story = (row, version) => {
  if (row.state === "missing") return html`should have been written by the version of ${time(timeOfVersion(version))}`;
  if (!row.writtenAt) return nothing;
  return html`written ${time(row.writtenAt)} ${row.by === "cinedex" ? "by Cinedex" : html`<b>by somebody else</b>`}`;
};

const rowView = (row, lookup, version) => html`<li class=${row.state}>${mark(row.state)}
  <span class="table">${row.table}</span> ${keyView(row.key, lookup)}
  ${row.state === "stale" && row.stored ? cellsView(differences(row.stored, row.expected)) : nothing}
  <span class="quiet">${story(row, version)}</span></li>`;

/** compared: the answer of the API. lookups: the lookup tables by name. */
export const rowsView = (compared, lookups) => {
  const states = statesOf(compared.rows);
  const sorted = [...compared.rows].sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
  if (sorted.length === 0) return html`<p>It has no rows, and should have none.</p>`;
  return html`
    <ul class="facts">${["ok", "missing", "stale", "orphaned"].filter((state) => states[state] > 0).map((state) =>
      html`<li class=${state}><span class="mark">${sign(state)} ${states[state]} ${WORDS[state]}</span></li>`)}</ul>
    <ul class="changes" aria-label="Rows of this movie">${sorted.slice(0, MOST).map((row) => rowView(row, lookups.get(row.table), compared.version))}</ul>
    ${sorted.length > MOST ? html`<p>… and ${sorted.length - MOST} more rows.</p>` : nothing}`;
};
