// How everything is: rates, unsettled movies, drift, advice in words, the tables and the jobs.
import {chart} from "./chart.js";
import {ago, button, bytes, clock, grid, html, link, movieLink, nothing, number, progress, said, tableLink, waitingFor} from "./parts.js";
import {steps} from "./steps.js";
import {once, send} from "./api.js";
import {isUp, numbersOf, obstacle, store, update} from "./store.js";

const last = (values) => values.length ? values.slice(-6) : [];
const rate = (history, name) => {
  const some = last(history[name]);
  return some.length ? some.reduce((sum, each) => sum + each, 0) / (some.length * history.seconds) : 0;
};
const latest = (values) => values.filter((each) => each !== null).at(-1);

const facts = (overview) => {
  const {history, unsettled, tables} = overview;
  const drifted = tables.reduce((sum, table) => sum + table.drifted, 0);
  const old = numbersOf();
  return html`<ul class="facts">
    <li><b>${number(rate(history, "writes"))}</b> writes/s</li><li><b>${number(rate(history, "reads"))}</b> reads/s</li>
    <li><b>${number(latest(history.writeP99Millis))}</b> ms p99 of writes</li>
    <li><b>${unsettled ? number(unsettled.movies) : "–"}</b> unsettled${unsettled?.movies ? `, oldest ${number(unsettled.oldestSeconds)} s` : ""}</li>
    <li>${drifted ? html`<span class="mark orphaned">✕ ${number(drifted)} drifted</span>` : html`<b>0</b> drifted`} in samples</li>
    <li><b>${overview.instances.length ? number(overview.instances.length) : "–"}</b> ${overview.instances.length === 1 ? "instance" : "instances"}</li></ul>
    ${old ? html`<p><b>The last numbers, of ${clock(old)} UTC.</b></p>` : nothing}
    <p class="quiet">Rates are of this instance (${overview.instance}, version ${overview.version}), over the last 30 s.</p>`;
};

const JOBS = {verify: {name: "Verify it", body: {kind: "verify"}}, build: {name: "Build it", body: {kind: "build"}}};

const begins = {}; // by table

const begin = (advice) => {
  begins[advice.table] ??= once(async ({table, action}) => {
    const answer = await send("POST", `lookups/${table}/jobs`, {body: JOBS[action].body});
    location.hash = answer.ok ? link(["jobs", answer.json.id]) : link(["tables", table]);
  });
  begins[advice.table](advice);
};

const actionOf = (advice) => {
  if (advice.action === "job") return html`<a href=${link(["jobs", advice.job])}>See the job</a>`;
  if (advice.action === "movie") return movieLink(advice.movieId, "See the movie");
  if (advice.action === "repair") return html`<a href=${link(["tables", advice.table])}>Repair it</a>`;
  if (!JOBS[advice.action]) return nothing;
  return button(JOBS[advice.action].name, () => obstacle("operator"), () => begin(advice));
};

const adviceList = (overview) => html`<h2>Advice</h2>${overview.advice.length === 0 ? html`<p>Nothing needs to be done.</p>`
  : html`<ul>${overview.advice.map((advice) => html`<li>${advice.level === "hint" ? "" : html`<b>${advice.level}:</b> `}${said(advice.text)} ${actionOf(advice)}</li>`)}</ul>`}`;

const tablesOf = (overview) => html`<h2>Tables</h2>${grid("Lookup tables", ["Table", "State", {name: "Rows per write", number: true}, {name: "Bytes per write", number: true}, "Last found right", "Rows sampled since", "Running jobs"],
  overview.tables.map((table) => html`<tr tabindex="-1"><td>${tableLink(table.name)}</td><td>${table.state}${table.maintenance === "async" ? ", async" : ""}</td>
    <td class="number">${number(table.rowsPerWrite || null)}</td><td class="number">${table.rowsPerWrite ? bytes(table.bytesPerWrite) : "–"}</td>
    <td>${table.verifiedAt ? ago(table.verifiedAt) : "–"}</td>
    <td>${number(table.sampled)}${table.drifted ? html`, <span class="mark orphaned">✕ ${number(table.drifted)}</span>` : ""}</td>
    <td>${overview.jobs.filter((job) => [table.name, "*"].includes(job.table)).map((job) => html`<a href=${link(["jobs", job.id])}>${job.kind}</a> ${job.state === "paused" ? "paused" : progress(job)}`)}</td></tr>`))}`;

const unsettledOf = (overview) => overview.unsettled?.examples?.length ? html`<h2>Unsettled movies</h2><p class="quiet">Their rows may not all be written yet. A sweeper completes them. Counted ${ago(overview.unsettled.counted)}.</p>
  <ul>${overview.unsettled.examples.map((each) => html`<li>${movieLink(each.movieId, each.movieId)} since ${clock(each.since)} UTC</li>`)}</ul>` : nothing;

const beginning = () => html`<section class="panel" aria-labelledby="beginning-title"><h2 id="beginning-title">No movies yet</h2>
  <p><a href=${link(["movies", "new"])}>Create one</a>, or import a file of them:</p>
  <pre class="code">java -jar target/cinedex.jar import config.yml movies.ndjson</pre></section>`;

export const open = () => {
  const at = {asked: false, isEmpty: false};

  /** Asks once, as soon as Cassandra can be used, whether there is any movie. */
  const tick = async () => {
    const table = store.overview?.tables.find(({state}) => state === "ready");
    if (at.asked || !table || !isUp()) return;
    at.asked = true;
    const answer = await send("GET", `lookups/${table.name}/keys?limit=1`, {quiet: true});
    at.isEmpty = answer.json?.items?.length === 0;
    update();
  };

  return {
    title: () => "Overview",
    view: () => {
      const overview = store.overview;
      if (!overview) return store.awaySince || store.unauthenticated ? nothing : waitingFor("the overview");
      return html`<div class=${numbersOf() ? "old-numbers" : ""}>${at.isEmpty ? beginning() : nothing}${facts(overview)}
        ${at.isEmpty ? nothing : html`<p><a href=${link(["movies", "new"])}>New movie</a></p>`}
        ${adviceList(overview)}${overview.embedded ? steps(overview) : nothing}${chart(overview)}${tablesOf(overview)}${unsettledOf(overview)}</div>`;
    },
    requests: () => [{method: "GET", path: "overview"}],
    tick,
  };
};
