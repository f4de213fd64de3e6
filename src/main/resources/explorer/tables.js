// All lookup tables, with what each costs a write.
import {read} from "./api.js";
import * as cql from "./cql.js";
import {bytes, failure, grid, html, link, nothing, number, stateInWords, tableLink, waitingFor} from "./parts.js";
import {store, update} from "./store.js";

export const open = () => {
  const at = {items: null, problem: null, waits: null};
  const load = async () => {
    const answer = await read("lookups", {}, (problem) => { at.waits = problem; update(); });
    at.items = answer.json?.items ?? at.items;
    at.problem = answer.problem;
    update();
  };
  load();
  return {
    title: () => "Tables",
    view: () => html`${failure(at.problem)}${!at.items ? at.problem ? nothing : waitingFor("the tables", at.waits) : grid("Lookup tables",
      ["Table", "State", "Partition key", "Clustering", {name: "Rows per write", number: true}, {name: "Bytes per write", number: true}, "Warnings"],
      at.items.map((lookup) => html`<tr tabindex="-1"><td>${tableLink(lookup.name)}</td><td title=${`It ${stateInWords(lookup.state)}`}>${lookup.state}</td>
        <td>${lookup.columns.filter((column) => column.kind === "partition").map((column) => column.name).join(", ")}</td>
        <td>${lookup.columns.filter((column) => column.kind === "clustering").map((column) => column.name).join(", ")}</td>
        <td class="number">${number(lookup.perWrite.rows || null)}</td><td class="number">${lookup.perWrite.rows ? bytes(lookup.perWrite.bytes) : "–"}</td><td class="text wide">${lookup.warnings.join(" ")}</td></tr>`))}
      <p><a href=${link(["declare"])}>Declare another table</a>, and see it with real rows before it is built.</p>`,
    requests: () => [{method: "GET", path: "lookups"}],
    cql: () => store.overview?.cassandra.keyspace ? [cql.catalog(store.overview.cassandra.keyspace)] : [],
    reload: load,
  };
};
