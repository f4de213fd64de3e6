// The rows of one movie in every table: compared with what they should be, and repaired.
import {once, segment, send} from "./api.js";

const POLL_MILLIS = 500;
const AGAIN_SECONDS = 2;

/** show: draws the screen, and moves the focus to the element with this id, if one is given. */
export const itsRows = (id, show) => {
  const at = {compared: null, problem: null, everywhere: false, reading: false, repair: null, repairing: false, notice: ""};
  let timer = 0;

  const path = (dryRun = false) => {
    const query = [...(dryRun ? ["dryRun=true"] : []), ...(at.everywhere ? ["search=tables"] : [])];
    return `movies/${segment(id)}/rows${query.length ? `?${query.join("&")}` : ""}`;
  };

  /** Reads the rows, and again until all rows of the last write are there. */
  const read = async () => {
    clearTimeout(timer);
    at.reading = true;
    const answer = await send("GET", path());
    at.reading = false;
    at.problem = answer.problem;
    at.compared = answer.json?.rows ? answer.json : at.compared;
    if (answer.ok && !answer.json.settled) timer = setTimeout(read, POLL_MILLIS);
    if (answer.status === 503 || answer.status === 0) timer = setTimeout(read, 1000 * Number(answer.headers.get("Retry-After") ?? AGAIN_SECONDS));
    show();
  };

  const search = () => {
    Object.assign(at, {everywhere: true, notice: ""});
    show();
    return read();
  };

  /** Asks what a repair would write. */
  const preview = async () => {
    const answer = await send("POST", path(true));
    Object.assign(at, {repair: answer.ok ? answer.json : null, problem: answer.problem, notice: ""});
    show(answer.ok ? "repair-title" : undefined);
  };

  const repair = once(async () => {
    if (!at.repair) return; // it was left, or is done, since it was drawn
    at.repairing = true;
    show();
    const answer = await send("POST", path());
    at.repairing = false;
    at.problem = answer.problem;
    if (answer.ok) Object.assign(at, {compared: answer.json, repair: null, notice: `Repaired: ${answer.json.repaired} ${answer.json.repaired === 1 ? "row" : "rows"}.`});
    show("rows-title");
  });

  const cancel = () => {
    at.repair = null;
    show("rows-title");
  };

  return {at, path, read, search, preview, repair, cancel, hasFaults: () => at.compared?.rows.some((row) => row.state !== "ok") ?? false, close: () => clearTimeout(timer)};
};
