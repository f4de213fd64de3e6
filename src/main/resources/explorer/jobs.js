// The jobs of all tables, the newest first.
import {read, withQuery} from "./api.js";
import {failure, field, grid, html, link, nothing, number, progress, tableLink, time, waitingFor} from "./parts.js";
import {update} from "./store.js";

const STATES = ["running", "paused", "done", "failed", "cancelled"];

export const open = ({query}) => {
  const at = {items: null, problem: null, waits: null, ticks: 0};
  const path = () => withQuery("jobs", {table: query.get("table"), state: query.get("state"), limit: 50});
  const load = async (quiet = false) => {
    const answer = await read(path(), {quiet}, (problem) => { at.waits = problem; update(); });
    at.items = answer.json?.items ?? at.items;
    at.problem = answer.problem;
    update();
  };
  const filter = (event) => {
    event.preventDefault();
    location.hash = link(["jobs"], Object.fromEntries(new FormData(event.target)));
  };
  load();
  return {
    title: () => "Jobs",
    view: () => html`<form class="row" @submit=${filter}>${field("Table", html`<input name="table" placeholder="all" .value=${query.get("table") ?? ""}>`)}
        ${field("State", html`<select name="state"><option value="" .selected=${!query.get("state")}>all</option>${STATES.map((state) => html`<option .selected=${state === query.get("state")}>${state}</option>`)}</select>`)}<button class="main">Show</button></form>
      ${failure(at.problem)}${!at.items ? at.problem ? nothing : waitingFor("the jobs", at.waits) : at.items.length === 0 ? html`<p>No job matches. Start one on the screen of a table.</p>`
        : grid("Jobs", ["Job", "Table", "State", "Started", "Progress", {name: "Found", number: true}, {name: "Repaired", number: true}], at.items.map((job) => html`<tr tabindex="-1">
          <td><a href=${link(["jobs", job.id])}>${job.kind}</a></td><td>${job.table === "*" ? "several" : tableLink(job.table)}</td><td>${job.state}</td><td>${time(job.startedAt)}</td><td>${progress(job)}</td>
          <td class="number">${number(job.missing + job.stale + job.orphaned)}</td><td class="number">${number(job.mended)}</td></tr>`))}`,
    requests: () => [{method: "GET", path: path()}],
    tick: () => { if (at.items && ++at.ticks % 5 === 0) load(true); },
    reload: load,
  };
};
