// What a write would do to the rows of each table.
import {browseLink, bytes, html, mark, nothing, number, plain, said} from "./parts.js";
import {listChange, same} from "./fields.js";

const MOST = 200;
const ORDER = ["insert", "delete", "rewrite"];
const DONE = {insert: "inserted", delete: "deleted", rewrite: "rewritten"};
const INTERNAL = ["version", "bucket", "movie_id"];

/** The cells in which two rows differ, without what only Cinedex itself needs. */
export const differences = (was = {}, is = {}) => [...new Set([...Object.keys(was), ...Object.keys(is)])]
  .filter((column) => !INTERNAL.includes(column) && !same(was[column], is[column]))
  .map((column) => ({column, was: was[column], is: is[column]}));

/** The rows of a dry run, by table: each inserted, deleted or rewritten. */
export const changesOf = (dryRun) => {
  const written = dryRun.insert.map(({table, row, key, was}) => was
    ? {kind: "rewrite", table, row, cells: differences(was, row)} : {kind: "insert", table, row: row ?? key, cells: []});
  const deleted = dryRun.delete.map(({table, key}) => ({kind: "delete", table, row: key, cells: []}));
  return [...written, ...deleted].sort((a, b) =>
    a.table < b.table ? -1 : a.table > b.table ? 1 : ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
};

const valueOf = (value) => value === undefined || value === null ? html`<i>nothing</i>` : said(plain(value));

const cellOf = ({column, was, is}) => {
  const {added, removed} = Array.isArray(was) && Array.isArray(is) ? listChange(was, is) : {added: [], removed: []};
  return html`<span class="cell"><span class="column">${column}</span> ${added.length + removed.length > 0
    ? html`${removed.map((name) => html`<span class="went">− <del>${said(name)}</del></span> `)}${added.map((name) => html`<b class="differs">+ ${said(name)}</b> `)}`
    : html`<del>${valueOf(was)}</del> → <b class="differs">${valueOf(is)}</b>`}</span>`;
};

/** Cells that differ, each as it is and as it would be. */
export const cellsView = (cells) => cells.map(cellOf);

/** The key of a row: its partition, which leads to its neighbours, and its place there. */
export const keyView = (row, lookup) => {
  const named = (kind) => (lookup?.columns ?? []).filter((column) => column.kind === kind && !INTERNAL.includes(column.name)).map((column) => column.name);
  const of = (names) => Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
  const rest = named("clustering").filter((name) => row[name] !== undefined).map((name) => row[name]);
  return html`<span class="key">${lookup ? browseLink(lookup.name, of(named("partition"))) : nothing}${rest.map((value) => html` · ${said(value)}`)}</span>`;
};

/** Whether a change is in Cassandra. stored: the rows of the movie, each with its state. */
const isTrue = ({kind, table, row}, lookup, stored) => {
  if (!lookup) return false;
  const key = lookup.columns.filter((column) => ["partition", "clustering"].includes(column.kind)).map((column) => column.name);
  const found = stored.find((each) => each.table === table && key.every((name) => same(each.key[name], row[name])));
  return kind === "delete" ? !found : found?.state === "ok";
};

const changeView = (change, lookup, stored) => html`<li class=${change.kind}>${mark(change.kind)}
  <span class="table">${change.table}</span> ${keyView(change.row, lookup)}
  ${stored && isTrue(change, lookup, stored) ? html`<b>✓ ${DONE[change.kind]}</b>` : nothing} ${cellsView(change.cells)}</li>`;

const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/**
 * dryRun: the answer of the API. lookups: the lookup tables by name. stored: after it was written, the rows of the movie
 * as they are read; null until then.
 */
export const previewView = (dryRun, lookups, stored) => {
  const changes = changesOf(dryRun);
  if (changes.length === 0) return html`<p>No row of any table would change.</p>`;
  const sum = (kind) => changes.filter((each) => each.kind === kind).length;
  const tables = dryRun.tables.map((each) => ({...each, rows: each.inserted + each.rewritten + each.deleted}));
  const untouched = tables.filter((each) => each.rows === 0).map((each) => each.table);
  const later = tables.filter((each) => each.rows > 0 && each.maintenance === "async").map((each) => each.table);
  return html`
    <p class="sums"><span class="mark insert">+${sum("insert")}</span> <span class="mark rewrite">~${sum("rewrite")}</span> <span class="mark delete">−${sum("delete")}</span> ${counted(dryRun.batches, "logged batch", "logged batches")}, ${bytes(dryRun.bytes)}</p>
    <ul class="changes" aria-label=${stored === undefined ? "Rows that would change" : "Rows that saving changed"}>${changes.slice(0, MOST).map((each) => changeView(each, lookups.get(each.table), stored))}</ul>
    ${changes.length > MOST ? html`<p>… and ${counted(changes.length - MOST, "row")} more.</p>` : nothing}
    ${later.length ? html`<p class="quiet">Written after the answer: ${later.join(", ")}</p>` : nothing}
    ${untouched.length ? html`<p class="quiet">Untouched: ${untouched.join(", ")}</p>` : nothing}`;
};
