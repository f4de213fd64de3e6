// Repairing the rows of a movie: what would be written is shown first.
import {read} from "./api.js";
import {itsRows} from "./its-rows.js";
import {action, failure, html, nothing, waitingFor} from "./parts.js";
import {previewView} from "./preview.js";
import {obstacle, show, update} from "./store.js";

/** What a repair would write. rows: of one movie; lookups: the lookup tables by name. */
export const repairPanel = (rows, lookups) => html`
  <section class="panel" aria-labelledby="repair-title"><h3 id="repair-title" tabindex="-1">What repairing would write</h3>
    ${previewView(rows.at.repair, lookups)}
    <div class="row center">${rows.at.repairing ? html`<button type="button" class="main" disabled>Repairing …</button>`
      : action("Repair these rows", () => obstacle("operator"), rows.repair, {main: true})}
      <button @click=${rows.cancel} ?disabled=${rows.at.repairing}>Leave them</button></div></section>`;

/** Repairs movies that a list names. done: takes the id of a movie when its rows are repaired. */
export const mending = (done) => {
  let rows = null;
  let lookups = new Map();
  let asking = false;

  /** state: of the row that was found; an orphan can be anywhere, so all tables are searched for it. */
  const ask = async (id, state) => {
    const mine = itsRows(id, show);
    const {repair} = mine;
    mine.at.everywhere = state === "orphaned";
    mine.repair = async () => {
      await repair();
      if (mine.at.compared) done(id);
    };
    rows = mine;
    asking = true;
    update();
    const answer = await read("lookups");
    lookups = new Map((answer.json?.items ?? []).map((lookup) => [lookup.name, lookup]));
    await mine.preview();
    asking = false;
    update();
  };

  return {
    ask,
    view: () => !rows ? nothing : html`${failure(rows.at.problem)}
      ${rows.at.repair ? repairPanel(rows, lookups) : asking ? waitingFor("the rows of the movie", rows.at.waits) : html`<p role="status">${rows.at.notice}</p>`}`,
    requests: () => rows?.at.repair ? [{method: "POST", path: rows.path(true)}] : [],
  };
};
