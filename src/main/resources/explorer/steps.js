// "Try it": five steps with the embedded node. They tick themselves by what the API says.
import {log, once, onSent, send, withQuery} from "./api.js";
import {button, failure, html, link, nothing} from "./parts.js";
import {obstacle, store, update} from "./store.js";

const TABLE = "movies_by_actor";
let hidden = localStorage.getItem("cinedex-steps") === "hidden";
let fault = JSON.parse(sessionStorage.getItem("cinedex-fault") ?? "null");
let planted = 0; // when this page planted it; a fault of before a reload is older than every request
let problem = null;
const done = new Set(JSON.parse(sessionStorage.getItem("cinedex-done") ?? "[]"));

const tick = (step) => {
  done.add(step);
  sessionStorage.setItem("cinedex-done", JSON.stringify([...done]));
};

const isRepair = ({method, path, body}) => method === "POST"
  && (/^movies\/[^?]*\/rows(\?search=tables)?$/.test(path) || (/^lookups\/[^/]*\/jobs$/.test(path) && body?.kind === "repair" && body.apply));

/** What this page has sent, and was answered, tells which steps are done. */
const look = (entry) => {
  if (![200, 202].includes(entry.status)) return;
  if (entry.method === "PATCH" && entry.path.startsWith("movies/")) tick(entry.path.includes("dryRun") ? "preview" : "save");
  if (!fault || entry.begun < planted) return;
  if (entry.method === "GET" && entry.path.startsWith(`lookups/${TABLE}/movies`) && entry.path.includes("read=compared")) tick("find");
  if (isRepair(entry)) tick("repair");
};

log.forEach(look);
onSent(look);

const plant = once(async () => {
  const answer = await send("POST", "demo/faults", {body: {table: TABLE, kind: "stale"}});
  problem = answer.problem;
  if (answer.ok) {
    fault = answer.json;
    planted = performance.now();
    sessionStorage.setItem("cinedex-fault", JSON.stringify(fault));
    done.delete("find");
    done.delete("repair");
    tick("break");
  }
  update();
});

const hide = () => {
  hidden = !hidden;
  localStorage.setItem("cinedex-steps", hidden ? "hidden" : "shown");
  update();
};

let sample = null;
const firstOf = async (key) => (await send("GET", withQuery(`lookups/${TABLE}/movies`, {...key, limit: 1}), {quiet: true})).json?.items?.[0];

/** Finds a movie to begin with: one of the sample's, or else of any actor. */
const findSample = async () => {
  sample = {};
  sample = await firstOf({actor: "Fred"}) ?? await firstOf((await send("GET", `lookups/${TABLE}/keys?limit=1`, {quiet: true})).json?.items?.[0]) ?? {};
  update();
};

const step = (name, content) => html`<li class=${done.has(name) ? "done" : ""}>${done.has(name) ? "✓ " : ""}${content}</li>`;

export const steps = () => {
  if (!sample && store.overview.cassandra.state === "up") findSample();
  if (hidden) return html`<p><button class="link" @click=${hide}>Show “try it”</button></p>`;
  const key = fault ? Object.fromEntries(Object.entries(fault.key).filter(([name]) => name === "actor")) : {};
  return html`<section class="panel" aria-labelledby="steps-title"><h2 id="steps-title">Try it</h2><ol class="steps">
    ${step("preview", html`Open ${sample?.id ? html`<a href=${link(["movies", sample.id])}>a movie</a>` : "a movie"}, change its actors, and see what saving would write.`)}
    ${step("save", "Save it, and see each row come true.")}
    ${step("break", html`${button("Break a row", () => obstacle("operator"), plant)} by plain CQL, as somebody with cqlsh could.${fault && !done.has("repair") ? html` Now this row is wrong:<pre class="code">${fault.cql.join("\n")}</pre>` : nothing}`)}
    ${step("find", fault ? html`<a href=${link(["browse", TABLE], {...key, read: "compared"})}>Find it</a> among its neighbours.` : "Find it among its neighbours.")}
    ${step("repair", "Repair it there.")}</ol>
    ${failure(problem)}<p>Then <a href=${link(["declare"])}>declare a table</a> that does not exist yet, for example by director, and see its rows before you build it.</p>
    <p><button class="link" @click=${hide}>Put this away</button></p></section>`;
};
