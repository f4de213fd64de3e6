// One job: how far it is, what it has found, and what can be done with it.
import {once, read, segment, send, withQuery} from "./api.js";
import * as cql from "./cql.js";
import {mending} from "./mending.js";
import {action, button, duration, failure, field, grid, html, isFinal, link, mark, movieLink, nothing, number, plain, progress, said, stateInWords, tableLink, time, waitingFor} from "./parts.js";
import {announce, obstacle, store, update} from "./store.js";

const STATES = ["missing", "stale", "orphaned", "too_costly"];
const MOST = 200;
const CELLS = 64;

const mayNot = () => obstacle("operator");

export const open = ({path, query}) => {
  const id = path[0];
  const at = {job: null, findings: null, problem: null, refusal: null, waits: null, busy: false, repaired: new Set()};
  const findingsPath = () => withQuery(`jobs/${segment(id)}/findings`, {state: query.get("state"), limit: MOST});

  const load = async (quiet = false) => {
    if (at.busy) return;
    at.busy = true;
    const before = at.job?.state;
    const answer = await read(`jobs/${segment(id)}`, {quiet}, (problem) => { at.waits = problem; update(); });
    at.job = answer.ok ? answer.json : at.job;
    at.problem = answer.problem;
    if (answer.ok) await loadFindings(quiet);
    if (before && before !== at.job.state) announce(`The job is ${at.job.state}`);
    at.busy = false;
    update();
  };

  const isBuilt = () => at.job.kind === "build" && at.job.state === "done";

  /** What became of the table: it may have been retired or dropped since. */
  const built = () => {
    const isKnown = Date.parse(store.overview?.time) > Date.parse(at.job.finishedAt);
    const table = store.overview?.tables.find(({name}) => name === at.job.table);
    if (isKnown && table?.state !== "ready") return table ? `The table ${stateInWords(table.state)}.` : "The table has been dropped since.";
    return html`The table is ready. <a href=${link(["browse", at.job.table])}>See its rows</a>`;
  };

  const found = () => at.job.missing + at.job.stale + at.job.orphaned;

  /** Whether all findings are shown as they stay: a repair stores each before it writes the row, and again after it. */
  const isShown = () => at.findings?.length >= Math.min(found(), MOST) && (!at.job.apply || at.findings.every((finding) => finding.mended));

  const loadFindings = async (quiet) => {
    if (isShown()) return;
    const answer = await read(findingsPath(), {text: true, quiet});
    if (answer.ok) at.findings = answer.text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  };

  const change = async (state) => {
    const answer = await send("PATCH", `jobs/${segment(id)}`, {body: {state}});
    at.refusal = answer.problem;
    at.job = answer.json?.id ? answer.json : at.job;
    update();
  };

  const repairs = mending((movieId) => at.repaired.add(movieId));

  /** The request that repairs all that was found; none when there is nothing to repair, or this job did. */
  const repairOfAll = () => at.job.state === "done" && ["verify", "repair"].includes(at.job.kind) && found() > 0 && !at.job.apply && at.job.table !== "*" && !at.job.scope?.tokens && !at.job.scope?.movieId
    ? {method: "POST", path: `lookups/${segment(at.job.table)}/jobs`, body: {kind: "repair", apply: true, ...(at.job.scope ? {key: at.job.scope.key} : {})}} : null;

  const repairAll = once(async () => {
    const {method, path: target, body} = repairOfAll();
    const answer = await send(method, target, {body});
    at.refusal = answer.problem;
    if (answer.ok) location.hash = link(["jobs", answer.json.id]);
    update();
  });

  const actions = () => html`<div class="row center">
    ${at.job.state === "paused" ? action("Resume", mayNot, () => change("running"))
      : action("Pause", () => mayNot() || (at.job.state === "running" ? "" : `It is ${at.job.state}.`), () => change("paused"))}
    ${action("Cancel", () => mayNot() || (isFinal(at.job) ? `It is ${at.job.state}.` : ""), () => change("cancelled"))}</div>`;

  const strip = () => {
    const done = Math.floor(CELLS * at.job.slices / (at.job.ofSlices || 1));
    return html`<div class="strip" aria-hidden="true">${Array.from({length: CELLS}, (unused, cell) => html`<i class=${cell < done ? "done" : ""}></i>`)}</div>`;
  };

  const facts = () => html`<ul class="facts"><li><b>${at.job.state}</b></li><li>${progress(at.job)}</li><li><b>${number(at.job.read)}</b> rows read</li><li><b>${number(at.job.written)}</b> written</li>
    ${["missing", "stale", "orphaned"].map((state) => html`<li class=${at.job[state] ? state : ""}>${mark(state)} <b>${number(at.job[state])}</b></li>`)}<li><b>${number(at.job.mended)}</b> repaired</li></ul>`;

  const differences = (finding) => {
    const [expected, stored] = [finding.expected ?? {}, finding.stored ?? {}];
    if (finding.state !== "stale") return nothing;
    return Object.keys({...stored, ...expected}).filter((name) => name !== "version" && plain(stored[name]) !== plain(expected[name])).map((name) =>
      html`${name} <del>${said(stored[name])}</del> → <b class="differs">${said(expected[name])}</b> `);
  };

  const keyOf = (finding) => plain(Object.entries(finding.key ?? {}).filter(([name]) => name !== "movie_id").map(([, value]) => value));

  const findings = () => html`<h2>Found</h2>
    <form class="row" @submit=${(event) => { event.preventDefault(); location.hash = link(["jobs", id], Object.fromEntries(new FormData(event.target))); }}>
      ${field("State", html`<select name="state"><option value="" .selected=${!query.get("state")}>all</option>${STATES.map((state) => html`<option value=${state} .selected=${state === (query.get("state") ?? "")}>${state.replace("_", " ")}</option>`)}</select>`)}<button>Show</button></form>
    ${repairs.view()}
    ${!at.findings?.length ? html`<p>${isFinal(at.job) ? "No row is wrong." : "Nothing so far."}</p>` : grid("Rows that are wrong", ["State", "Table", "Key", "Difference", ""], at.findings.map((finding) => html`
      <tr class=${finding.state} tabindex="-1"><td>${mark(finding.state)}</td><td>${finding.table ?? at.job.table}</td><td class="text gone">${said(keyOf(finding))}</td>
        <td class="text">${differences(finding)}</td><td>${finding.movieId ? html`${movieLink(finding.movieId, "the movie")} ${finding.mended || at.repaired.has(finding.movieId) ? "repaired" : button(html`Repair …<span class="hidden"> ${keyOf(finding)}</span>`, mayNot, () => repairs.ask(finding.movieId, finding.state), {letter: "r"})}` : nothing}</td></tr>`))}
    ${found() > MOST ? html`<p class="quiet">These are the first ${MOST} of ${number(found())}. Run the line of curl without <code>limit</code> to get all.</p>` : nothing}
    ${repairOfAll() ? html`<p>${action("Repair all of them", mayNot, repairAll, {main: true})} <span class="quiet">It writes each row as it should be, and deletes those that do not belong.</span></p>`
      : at.job.table === "*" && isFinal(at.job) && found() ? html`<p>To repair all of them, start a repair of each table.</p>` : nothing}`;

  load();
  return {
    title: () => at.job ? `${at.job.kind} ${at.job.table === "*" ? "several tables" : at.job.table}` : "Job",
    view: () => html`${failure(at.refusal)}${failure(at.problem)}${!at.job ? at.problem ? nothing : waitingFor("the job", at.waits) : html`
      <p>On ${at.job.table === "*" ? "several tables" : tableLink(at.job.table)}, started ${time(at.job.startedAt)}${at.job.finishedAt ? html`, finished ${time(at.job.finishedAt)} after ${duration((Date.parse(at.job.finishedAt) - Date.parse(at.job.startedAt)) / 1000)}` : nothing}. ${at.job.message ? said(at.job.message) : nothing}</p>
      ${facts()}${strip()}${isBuilt() ? html`<p>${built()}</p>` : actions()}${findings()}`}`,
    requests: () => [{method: "GET", path: `jobs/${segment(id)}`}, {method: "GET", path: findingsPath()}, ...repairs.requests()],
    cql: () => at.job && store.overview?.cassandra.keyspace ? [cql.job(store.overview.cassandra.keyspace, id)] : [],
    tick: () => { if (at.job && !isFinal(at.job)) load(true); },
    reload: load,
  };
};
