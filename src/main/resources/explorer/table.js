// One lookup table: its state, its cost, what can be done with it, its declaration, partitions and jobs.
import {curl, once, read, segment, send, withQuery} from "./api.js";
import * as cql from "./cql.js";
import {live} from "./lib/lit-html/directives/live.js";
import {action, ago, browseLink, bytes, failure, field, grid, html, isFinal, link, nothing, number, progress, rowCount, stateInWords, time, waitingFor} from "./parts.js";
import {columnsOf, queryOf} from "./pick.js";
import {countedAt, partitionName} from "./some-keys.js";
import {obstacle, show, store, update} from "./store.js";

const TABS = {declaration: "Declaration", partitions: "Partitions", jobs: "Jobs"};

export const open = ({path, query}) => {
  const name = path[0];
  const tab = Object.hasOwn(TABS, query.get("tab") ?? "") ? query.get("tab") : "declaration";
  const at = {lookup: null, jobs: null, partitions: null, live: "", problem: null, refusal: null, waits: null, asked: null, typed: "", job: {kind: "verify", pace: "", key: {}, apply: false}};
  const TAB_PATHS = {partitions: `lookups/${segment(name)}/partitions`, jobs: withQuery("jobs", {table: name, limit: 20})};
  const waiting = (problem) => { at.waits = problem; update(); };

  const load = async (quiet = false) => {
    const answer = await read(`lookups/${segment(name)}`, {quiet}, waiting);
    at.lookup = answer.ok ? answer.json : at.lookup;
    at.problem = answer.problem;
    update();
    if (quiet || !answer.ok || !TAB_PATHS[tab]) return;
    const more = await read(TAB_PATHS[tab], {}, waiting);
    if (more.ok) at[tab] = more.json;
    at.problem = more.problem;
    update();
  };

  const sendChange = once(async (method, body) => {
    at.asked = null;
    update();
    const answer = await send(method, `lookups/${segment(name)}`, {body});
    at.refusal = answer.problem;
    if (answer.status === 202) location.hash = link(["jobs", answer.json.id]);
    return answer;
  });

  const act = async (method, body) => {
    const answer = await sendChange(method, body);
    if (answer?.ok && answer.status !== 202) await load();
    show("heading");
  };

  /** The body of the job that the form asks for. */
  const jobBody = () => ({
    kind: at.job.kind,
    ...(at.job.kind === "repair" ? {apply: at.job.apply} : {}),
    ...(at.job.pace ? {rowsPerSecond: Number(at.job.pace)} : {}),
    ...(Object.values(at.job.key).some(Boolean) ? {key: at.job.key} : {}),
  });
  const jobRequest = () => ({method: "POST", path: `lookups/${segment(name)}/jobs`, body: jobBody()});

  const begin = once(async () => {
    if (whyNoJob()) return;
    const answer = await send("POST", jobRequest().path, {body: jobBody()});
    at.refusal = answer.problem;
    if (answer.ok) location.hash = link(["jobs", answer.json.id]);
    update();
  });

  const isRunning = () => at.lookup?.job && !isFinal(at.lookup.job);
  const whyBusy = () => isRunning() ? `The job ${at.lookup.job.kind} is ${at.lookup.job.state}: wait for it, or cancel it.` : "";
  const whyNoJob = () => obstacle("operator") || (["ready", "retired"].includes(at.lookup.state) ? "" : `The table ${stateInWords(at.lookup.state)}.`) || whyBusy();

  const jobForm = () => {
    const why = whyNoJob();
    const changed = (change) => (event) => { change(event.target); update(); };
    return html`<form class="panel" @submit=${(event) => { event.preventDefault(); begin(); }}><h2>Verify or repair</h2>
      <div class="row">
        ${field("Job", html`<select @change=${changed((input) => { at.job.kind = input.value; })}><option value="verify">verify: find what is wrong</option><option value="repair">repair: find and write what is wrong</option></select>`)}
        ${columnsOf(at.lookup).map((column) => field(`Only ${column}`, html`<input placeholder="all" @input=${changed((input) => { at.job.key[column] = input.value; })}>`))}
        ${field("Rows a second", html`<input type="number" min="1" max="1000000" placeholder="5000" @input=${changed((input) => { at.job.pace = input.value; })}>`)}
        ${at.job.kind === "repair" ? html`<label class="line"><input type="checkbox" .checked=${at.job.apply} @change=${changed((input) => { at.job.apply = input.checked; })}>Also write (else it only finds them)</label>` : nothing}
      </div>
      <pre class="code">${curl(jobRequest())}</pre>
      <p><button class="main" ?disabled=${why} title=${why}>Start</button> <span class="quiet">${why}</span></p></form>`;
  };

  const EFFECTS = {
    retire: "Readers get 409 at once. The table is still written, so it can be restored without a build.",
    drop: "A job drops the table and its rows. To have it again, it must be built again.",
  };

  const isConfirmed = () => at.asked && at.typed === name && !obstacle("operator");
  const confirmed = (event) => {
    event.preventDefault();
    if (!isConfirmed()) return;
    if (at.asked === "drop") act("DELETE");
    else act("PATCH", {state: "retired"});
  };
  /** Retire and drop ask for the name. */
  const confirm = () => at.asked ? html`<form class="panel" @submit=${confirmed}>
    <h2>${at.asked === "drop" ? "Drop" : "Retire"} ${name}</h2><p>${EFFECTS[at.asked]}</p>
    <div class="row">${field(`Type ${name} to ${at.asked} it`, html`<input autocomplete="off" .value=${live(at.typed)} @input=${(event) => { at.typed = event.target.value; update(); }}>`)}
      <button class="main" ?disabled=${!isConfirmed()}>${at.asked === "drop" ? "Drop it" : "Retire it"}</button><button type="button" @click=${() => { at.asked = null; show("heading"); }}>Leave it</button></div></form>` : nothing;

  const ask = (what) => () => { at.asked = what; at.typed = ""; update(); };
  const wrongState = (states, text) => states.includes(at.lookup.state) ? "" : text;
  const actions = () => html`<div class="row center">
    ${at.lookup.state === "retired" ? action("Restore", () => obstacle("operator"), () => act("PATCH", {state: "ready"}))
      : action("Retire …", () => obstacle("operator") || wrongState(["ready"], "Only a ready table can be retired."), ask("retire"))}
    ${action("Drop …", () => obstacle("operator") || wrongState(["retired", "building", "verifying"], "Retire it first, and see whether anybody misses it.") || whyBusy(), ask("drop"))}</div>`;

  const facts = () => {
    const live = store.overview?.tables?.find((table) => table.name === name);
    const cost = at.lookup.perWrite;
    return html`<ul class="facts"><li><b>${at.lookup.state}</b></li>${cost.rows ? html`<li>${rowCount(cost.rows)} per write (at most ${number(cost.mostRows)})</li><li><b>${bytes(cost.bytes)}</b> per write</li>` : html`<li>not written yet</li>`}
      ${live?.verifiedAt ? html`<li>last found right ${ago(live.verifiedAt)}</li>` : nothing}
      ${live ? html`<li>${rowCount(live.sampled)} sampled${live.verifiedAt ? " since" : ""}, ${live.drifted ? html`<span class="mark orphaned">✕ ${number(live.drifted)} wrong</span>` : "0 wrong"}</li>` : nothing}</ul>
      ${isRunning() ? html`<p><a href=${link(["jobs", at.lookup.job.id])}>The job ${at.lookup.job.kind}</a>: ${at.lookup.job.state}, ${progress(at.lookup.job)}</p>` : nothing}`;
  };

  /** Says what is being read; nothing where the problem above says why it is not. */
  const awaited = (what) => at.problem ? nothing : waitingFor(what, at.waits);

  const tabs = {
    declaration: () => html`<div class="columns"><section><h2>For config.yml, below lookups</h2><pre tabindex="0">${at.lookup.yaml}</pre>
      <h2>Warnings</h2>${at.lookup.warnings.length ? html`<ul>${at.lookup.warnings.map((each) => html`<li>${each}</li>`)}</ul>` : html`<p>None.</p>`}</section>
      <section><h2>CQL</h2><pre tabindex="0">${at.lookup.definition}</pre>
      <h2>Columns</h2>${grid("Columns", ["Column", "Type", "Kind"], at.lookup.columns.map((column) => html`<tr><td>${column.name}</td><td>${column.type}</td><td>${column.kind}</td></tr>`))}</section></div>`,
    partitions: () => at.partitions ? html`<p class="quiet">${countedAt(at.partitions)}</p>${grid("The largest partitions", ["Key", {name: "Rows", number: true}, {name: "Bytes", number: true}], at.partitions.largest.map((each) =>
      html`<tr tabindex="-1"><td class="text">${browseLink(name, queryOf(at.lookup, each.key), partitionName(at.lookup, each.key))}</td><td class="number">${number(each.rows)}</td><td class="number">${bytes(each.bytes ?? 0)}</td></tr>`))}` : awaited("the partitions, which counts every row"),
    jobs: () => at.jobs ? grid("Jobs on this table", ["Job", "State", "Started", "Progress", {name: "Found", number: true}], at.jobs.items.map((job) => html`<tr tabindex="-1"><td><a href=${link(["jobs", job.id])}>${job.kind}</a></td><td>${job.state}</td>
      <td>${time(job.startedAt)}</td><td>${progress(job)}</td><td class="number">${number(job.missing + job.stale + job.orphaned)}</td></tr>`)) : awaited("the jobs"),
  };

  /** Reads the table again while a job is on it, and when its state has changed. */
  const tick = () => {
    const now = store.overview?.tables.find((table) => table.name === name)?.state;
    if (isRunning() || (at.live && now !== at.live)) load(true);
    at.live = now;
  };

  load();
  return {
    title: () => `Table ${name}`,
    view: () => html`${failure(at.refusal)}${failure(at.problem)}${!at.lookup ? at.problem ? nothing : waitingFor("the table", at.waits) : html`
      ${facts()}${actions()}${confirm()}${jobForm()}
      <nav class="tabs" aria-label="Parts of the table"><a href=${link(["browse", name])}>Rows</a>${Object.entries(TABS).map(([each, text]) =>
        html`<a href=${link(["tables", name], {tab: each})} aria-current=${each === tab ? "page" : nothing}>${text}</a>`)}</nav>
      ${tabs[tab]()}`}`,
    requests: () => [`lookups/${segment(name)}`, ...(at[tab] ? [TAB_PATHS[tab]] : [])].map((each) => ({method: "GET", path: each})),
    cql: () => at.lookup && store.overview?.cassandra.keyspace ? cql.table(store.overview.cassandra.keyspace, at.lookup) : [],
    tick,
    reload: load,
  };
};
