// The rows of one partition of a table; without a key, the keys that there are.
import {read, segment, withQuery} from "./api.js";
import * as cql from "./cql.js";
import {mending} from "./mending.js";
import {browseLink, failure, field, html, link, nothing, plain, progress, said, stateInWords, tableLink, waitingFor} from "./parts.js";
import {columnsOf} from "./pick.js";
import {keysView} from "./some-keys.js";
import {obstacle, store, update} from "./store.js";
import {listView} from "./list.js";

const READS = {indexed: "The rows are as the table has them, which may lag behind a write that is running.",
  verified: "Each row is compared with its movie, and left out if it does not belong.",
  compared: "Each row is compared with what it should be. Only a verification finds a row that is missing."};
const LIMIT = 40;

/** The page before each page that was reached by “next”, by their addresses. */
const before = new Map();

export const open = ({path, query}) => {
  const at = {table: path[0] ?? "movies_by_actor", lookups: [], lookup: null, page: null, keys: null, partitions: null, counting: false, problem: null, waits: null, busy: false};
  const stop = new AbortController();
  const options = {signal: stop.signal};
  const keyOf = () => Object.fromEntries(columnsOf(at.lookup).map((name) => [name, query.get(name) ?? ""]));
  const hasKey = () => at.lookup && columnsOf(at.lookup).every((name) => query.get(name));
  const mode = () => query.get("read") ?? "compared";
  const range = () => ({prefix: query.get("begins"), from: query.get("from"), to: query.get("to")});
  const listPath = () => withQuery(`lookups/${segment(at.table)}/movies`,
    {...keyOf(), ...range(), order: query.get("order"), read: mode(), limit: LIMIT, cursor: query.get("cursor")});
  const keysPath = () => withQuery(`lookups/${segment(at.table)}/keys`, {limit: 100, cursor: query.get("after")});
  const partitionsPath = () => `lookups/${segment(at.table)}/partitions`;
  const waiting = (problem) => { at.waits = problem; update(); };
  const pageLink = (cursor) => link(["browse", at.table], {...Object.fromEntries(query), cursor});

  const load = async (quiet = false) => {
    at.busy = true;
    const [all, one] = await Promise.all(["lookups", `lookups/${segment(at.table)}`].map((each) => read(each, {...options, quiet}, waiting)));
    at.lookups = all.json?.items ?? [];
    at.lookup = one.ok ? one.json : at.lookup;
    at.problem = one.problem;
    if (at.lookup?.state === "ready") await (hasKey() ? loadRows() : loadKeys());
    at.busy = false;
    update();
  };

  const loadRows = async () => {
    const answer = await read(listPath(), options, waiting);
    Object.assign(at, {page: answer.ok ? answer.json : null, problem: answer.problem, waits: null});
    if (at.page?.nextCursor) before.set(pageLink(at.page.nextCursor), pageLink(query.get("cursor") ?? ""));
    update();
  };

  const loadKeys = async () => {
    loadPartitions();
    const answer = await read(keysPath(), options, waiting);
    Object.assign(at, {keys: answer.ok ? answer.json : null, problem: answer.problem, waits: null});
  };

  /** Counts every row, which may take longer than the keys. */
  const loadPartitions = async () => {
    if (obstacle("operator")) return;
    at.counting = true;
    const answer = await read(partitionsPath(), options);
    Object.assign(at, {partitions: answer.ok ? answer.json : null, counting: false});
    update();
  };

  const repairs = mending(loadRows);

  const show = (event) => {
    event.preventDefault();
    location.hash = link(["browse", at.table], Object.fromEntries(new FormData(event.target)));
  };

  const input = (name, size = 20) => html`<input name=${name} dir="auto" autocomplete="off" size=${size} .value=${query.get(name) ?? ""}>`;

  /** What limits the rows of a key: the beginning of a text, or the bounds of another value. */
  const limits = () => {
    const first = at.lookup.columns.find((column) => column.kind === "clustering");
    if (first.type === "text") return field(`${first.name} begins`, input("begins", 10));
    return first.type === "uuid" ? nothing : html`${field(`${first.name} from`, input("from", 10))}${field(`${first.name} before`, input("to", 10))}`;
  };

  const choice = (name, chosen, texts) => html`<select name=${name}>${Object.entries(texts).map(([value, text]) =>
    html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}</select>`;

  const form = () => html`<form class="row" @submit=${show}>
      ${columnsOf(at.lookup).map((name) => field(name, html`<input name=${name} dir="auto" autocomplete="off" required .value=${query.get(name) ?? ""}>`))}
      ${limits()}
      ${field("Order", choice("order", query.get("order") ?? "", {"": "declared", desc: "reversed"}))}
      ${field("Read", choice("read", mode(), Object.fromEntries(Object.keys(READS).map((each) => [each, each]))))}
      <button class="main">Show</button>
    </form>
    <p class="quiet">${mode()}: ${READS[mode()]}</p>`;

  /** A genre or a name leads to its partition in the first ready table that has it as its only key. */
  const linked = (name, value) => {
    const column = {genres: "genre", actors: "actor", directors: "director"}[name];
    const table = at.lookups.find((lookup) => lookup.state === "ready" && columnsOf(lookup).length === 1 && columnsOf(lookup)[0] === column);
    return table ? browseLink(table.name, {[column]: value}, value) : said(value);
  };

  const nobody = () => {
    const key = said(`“${plain(Object.values(keyOf()))}”`);
    const limited = Object.values(range()).some(Boolean) || query.get("cursor");
    return html`<p>${limited ? html`No row of ${key} in ${at.table} is within these limits. ${browseLink(at.table, keyOf(), "All its rows")}`
      : html`No row has the key ${key} in ${at.table}. <a href=${link(["browse", at.table])}>Some keys that it has</a>`}</p>`;
  };

  const pages = () => html`
    ${query.get("cursor") ? html`<a href=${pageLink("")}>First page</a>` : nothing}
    ${before.has(pageLink(query.get("cursor") ?? "")) ? html`<a href=${before.get(pageLink(query.get("cursor")))}>Page before</a>` : nothing}
    ${at.page.nextCursor ? html`<a href=${pageLink(at.page.nextCursor)}>Next page</a>` : nothing}`;

  const rows = () => at.page.items.length === 0 && !at.page.nextCursor ? nobody()
    : listView({table: at.table, items: at.page.items, omitted: at.page.omitted, mode: mode(), linked, repair: repairs.ask, pages: pages()});

  const notReady = () => {
    const {job} = at.lookup;
    return html`<p>${tableLink(at.table)} ${stateInWords(at.lookup.state)}, so it cannot be read now.
      ${job && at.lookup.state !== "retired" ? html`<a href=${link(["jobs", job.id])}>The job ${job.kind}</a>: ${job.state}, ${progress(job)}. This page shows the table when it is ready.` : nothing}</p>`;
  };

  const content = () => {
    if (!at.lookup) return at.problem ? failure(at.problem) : waitingFor("the table", at.waits);
    if (at.lookup.state !== "ready") return notReady();
    const found = hasKey() ? at.page ? rows() : waitingFor("the rows", at.waits)
      : at.keys ? keysView(at.lookup, at.keys, at.partitions, at.counting) : waitingFor("the keys", at.waits);
    return html`${form()}${repairs.view()}${at.problem ? failure(at.problem) : found}`;
  };

  /** Reads the table again until it is ready. */
  const tick = () => {
    if (at.lookup && at.lookup.state !== "ready" && !at.busy) load(true);
  };

  const isReady = () => at.lookup?.state === "ready";
  load();
  return {
    title: () => hasKey() ? `${plain(Object.values(keyOf()))} in ${at.table}` : `Browse ${at.table}`,
    view: () => html`
      <div class="row"><label>Table<select @change=${(event) => { location.hash = link(["browse", event.target.value]); }}>
        ${[...new Set([...at.lookups.map((lookup) => lookup.name), at.table])].map((name) => html`<option .selected=${name === at.table}>${name}</option>`)}</select></label>
        <span>${tableLink(at.table)}</span></div>
      ${content()}`,
    requests: () => !isReady() ? [{method: "GET", path: `lookups/${segment(at.table)}`}]
      : [...(hasKey() ? [listPath()] : [keysPath(), ...(at.partitions ? [partitionsPath()] : [])]).map((each) => ({method: "GET", path: each})), ...repairs.requests()],
    cql: () => !isReady() || !store.overview?.cassandra.keyspace ? []
      : [hasKey() ? cql.partition(store.overview.cassandra.keyspace, at.lookup, keyOf(), range()) : cql.keys(store.overview.cassandra.keyspace, at.lookup, query.get("after"))],
    tick,
    reload: load,
    close: () => stop.abort(),
  };
};
