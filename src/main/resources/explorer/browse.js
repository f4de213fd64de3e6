// The rows of one partition of a table; without a key, the keys that there are.
import {read, segment, send, withQuery} from "./api.js";
import * as cql from "./cql.js";
import {browseLink, failure, field, grid, html, link, mark, movieLink, nothing, number, plain, said, stateInWords, tableLink, waitingFor} from "./parts.js";
import {columnsOf, queryOf} from "./pick.js";
import {obstacle, store, update} from "./store.js";

const READS = {indexed: "the table alone, which may lag behind a running write", verified: "rows that do not belong are left out", compared: "rows that do not belong are marked"};
const LIMIT = 40;

export const open = ({path, query}) => {
  const at = {table: path[0] ?? "movies_by_actor", lookups: [], lookup: null, page: null, keys: null, partitions: null, problem: null, waits: null, note: ""};
  const stop = new AbortController();
  const keyOf = () => Object.fromEntries(columnsOf(at.lookup).map((name) => [name, query.get(name) ?? ""]));
  const hasKey = () => at.lookup && columnsOf(at.lookup).every((name) => query.get(name));
  const mode = () => query.get("read") ?? "compared";
  const listPath = () => withQuery(`lookups/${segment(at.table)}/movies`,
    {...keyOf(), prefix: query.get("begins"), order: query.get("order"), read: mode(), limit: LIMIT, cursor: query.get("cursor")});
  const keysPath = () => withQuery(`lookups/${segment(at.table)}/keys`, {limit: 100, cursor: query.get("after")});
  const waiting = (problem) => { at.waits = problem; update(); };

  const load = async () => {
    const [all, one] = await Promise.all([read("lookups", {signal: stop.signal}, waiting), read(`lookups/${segment(at.table)}`, {signal: stop.signal}, waiting)]);
    at.lookups = all.json?.items ?? [];
    at.lookup = one.json;
    at.problem = one.problem;
    if (at.lookup && at.lookup.state === "ready") await loadRows();
    update();
  };

  const loadRows = async () => {
    if (hasKey()) {
      const answer = await read(listPath(), {signal: stop.signal}, waiting);
      at.page = answer.json;
      at.problem = answer.problem;
    } else {
      loadPartitions();
      const answer = await read(keysPath(), {signal: stop.signal}, waiting);
      at.keys = answer.json;
      at.problem = answer.problem;
    }
    at.waits = null;
  };

  /** Counts every row, which may take longer than the keys. */
  const loadPartitions = async () => {
    if (obstacle("operator")) return;
    const answer = await read(`lookups/${segment(at.table)}/partitions`, {signal: stop.signal});
    at.partitions = answer.json;
    update();
  };

  const show = (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    location.hash = link(["browse", at.table], values);
  };

  const repair = async (id) => {
    const answer = await send("POST", `movies/${id}/rows?search=tables`);
    at.note = answer.ok ? `${answer.json.repaired} rows of the movie are repaired.` : `${answer.problem.title}. ${answer.problem.detail}`;
    await loadRows();
    update();
  };

  const form = () => {
    const columns = columnsOf(at.lookup);
    const first = at.lookup.columns.find((column) => column.kind === "clustering");
    return html`<form class="row" @submit=${show}>
      ${columns.map((name) => field(name, html`<input name=${name} .value=${query.get(name) ?? ""} required>`))}
      ${first?.type === "text" ? field(`${first.name} begins`, html`<input name="begins" size="10" .value=${query.get("begins") ?? ""}>`) : nothing}
      ${field("Order", html`<select name="order"><option value="">declared</option><option value="desc" ?selected=${query.get("order") === "desc"}>reversed</option></select>`)}
      ${field("Read", html`<select name="read">${Object.keys(READS).map((each) => html`<option ?selected=${each === mode()}>${each}</option>`)}</select>`)}
      <button class="main">Show</button>
    </form>
    <p class="quiet">${mode()}: ${READS[mode()]}</p>`;
  };

  const cell = (item, name) => {
    if (name === "title") return html`<td class="text gone">${movieLink(item.id, item.title)}</td>`;
    const differs = item.expected && name in item.expected;
    const values = Array.isArray(item[name]) ? item[name].map((value, i) => html`${i ? " · " : ""}${linked(name, value)}`) : said(item[name]);
    return html`<td class="text gone">${differs ? html`<b class="differs">${values}</b> <span>(should be ${said(item.expected[name])})</span>` : values}</td>`;
  };

  /** A genre or a name leads to its partition in the first ready table that has it as its only key. */
  const linked = (name, value) => {
    const column = {genres: "genre", actors: "actor", directors: "director"}[name];
    const table = at.lookups.find((lookup) => lookup.state === "ready" && columnsOf(lookup).length === 1 && columnsOf(lookup)[0] === column);
    return table ? browseLink(table.name, {[column]: value}, value) : said(value);
  };

  const rows = () => {
    const items = at.page.items;
    const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) => !["id", "state", "version", "expected", "title"].includes(name));
    const bad = items.filter((item) => item.state && item.state !== "ok");
    const counted = ["orphaned", "stale"].map((state) => [state, bad.filter((item) => item.state === state).length]).filter(([, count]) => count);
    if (!items.length) return html`<p>Nobody has the key ${said(`“${plain(Object.values(keyOf()))}”`)} in ${at.table}. <a href=${link(["browse", at.table])}>Some keys that it has</a></p>`;
    return html`
      ${grid(`Rows of ${at.table}`, ["State", "Title", ...names, ""], items.map((item) => html`
        <tr class=${item.state && item.state !== "ok" ? item.state : ""} tabindex="-1">
          <td>${item.state ? mark(item.state) : ""}</td>${cell(item, "title")}${names.map((name) => cell(item, name))}
          <td>${item.state && item.state !== "ok" ? repairOf(item) : nothing}</td></tr>`))}
      <div class="row center"><span>${number(items.length)} rows${counted.map(([state, count]) => ` · ${count} ${state}`)} · read ${mode()}</span>
        ${query.get("cursor") ? html`<a href=${link(["browse", at.table], {...Object.fromEntries(query), cursor: ""})}>First page</a>` : nothing}
        ${at.page.nextCursor ? html`<a href=${link(["browse", at.table], {...Object.fromEntries(query), cursor: at.page.nextCursor})}>Next page</a>` : nothing}</div>`;
  };

  const repairOf = (item) => {
    const why = obstacle("operator");
    return html`<button ?disabled=${why} title=${why || "Repairs all rows of this movie"} @click=${() => repair(item.id)}>Repair<span class="hidden"> ${item.title}</span></button>`;
  };

  const keys = () => html`<div class="columns">
    <section><h2>Some keys, in token order</h2>
      ${at.keys?.items?.length ? html`<ul>${at.keys.items.map((key) => html`<li>${browseLink(at.table, key)}</li>`)}</ul>` : html`<p>This table has no rows yet.</p>`}
      ${at.keys?.nextCursor ? html`<a href=${link(["browse", at.table], {after: at.keys.nextCursor})}>Next keys</a>` : nothing}</section>
    ${at.partitions ? html`<section><h2>The largest partitions</h2>${grid("The largest partitions", ["Key", {name: "Rows", number: true}], at.partitions.largest.map((each) =>
      html`<tr tabindex="-1"><td>${browseLink(at.table, queryOf(at.lookup, each.key), plain(Object.values(each.key)))}</td><td class="number">${number(each.rows)}</td></tr>`))}</section>` : nothing}</div>`;

  const content = () => {
    if (at.problem) return failure(at.problem);
    if (!at.lookup) return waitingFor("the table", at.waits);
    if (at.lookup.state !== "ready") return html`<p>${tableLink(at.table)} ${stateInWords(at.lookup.state)}, so it cannot be read now.</p>`;
    return html`${form()}${at.note ? html`<p role="status">${at.note}</p>` : nothing}
      ${hasKey() ? at.page ? rows() : waitingFor("the rows", at.waits) : at.keys ? keys() : waitingFor("the keys", at.waits)}`;
  };

  load();
  return {
    title: () => hasKey() ? `${plain(Object.values(keyOf()))} in ${at.table}` : `Browse ${at.table}`,
    view: () => html`
      <div class="row"><label>Table<select @change=${(event) => { location.hash = link(["browse", event.target.value]); }}>
        ${at.lookups.map((lookup) => html`<option ?selected=${lookup.name === at.table}>${lookup.name}</option>`)}</select></label>
        <span>${tableLink(at.table)}</span></div>
      ${content()}`,
    requests: () => at.lookup?.state !== "ready" ? [] : [{method: "GET", path: hasKey() ? listPath() : keysPath()}],
    cql: () => at.lookup?.state !== "ready" || !store.overview?.cassandra.keyspace ? []
      : [hasKey() ? cql.partition(store.overview.cassandra.keyspace, at.lookup, keyOf()) : cql.keys(store.overview.cassandra.keyspace, at.lookup)],
    reload: load,
    close: () => stop.abort(),
  };
};
