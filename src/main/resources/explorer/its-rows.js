// The rows of one movie in every table: compared with what they should be, and repaired.
import {againIn, once, segment, send, sendAgain} from "./api.js";

const POLL_MILLIS = 500;

/** show: draws the screen, and moves the focus to the element with this id, if one is given. */
export const itsRows = (id, show) => {
  const at = {compared: null, problem: null, everywhere: false, reading: false, repair: null, repairing: false, waits: null, notice: ""};
  let timer = 0;
  let asked = 0;

  const path = (dryRun = false) => {
    const query = [...(dryRun ? ["dryRun=true"] : []), ...(at.everywhere ? ["search=tables"] : [])];
    return `movies/${segment(id)}/rows${query.length ? `?${query.join("&")}` : ""}`;
  };

  /** Ignores the answer that is awaited, if any. */
  const forget = () => {
    clearTimeout(timer);
    asked += 1;
    at.reading = false;
  };

  /** Reads after a while, but not in a tab that nobody sees. */
  const readIn = (millis) => {
    timer = setTimeout(() => document.hidden ? readIn(millis) : read(), millis);
  };

  /** Reads the rows, and again until all rows of the last write are there. */
  const read = async () => {
    forget();
    const mine = asked;
    at.reading = true;
    const answer = await send("GET", path());
    if (mine !== asked) return;
    at.reading = false;
    at.problem = answer.problem;
    at.compared = answer.json?.rows ? answer.json : at.compared;
    const again = answer.ok && !answer.json.settled ? POLL_MILLIS : againIn(answer);
    if (again) readIn(again);
    show();
  };

  const search = () => {
    Object.assign(at, {everywhere: true, notice: ""});
    show("rows-title");
    return read();
  };

  /** Sends a repair, as often as the search in all tables takes; nothing is written before it has ended. */
  const sendRepair = async (dryRun) => {
    const answer = await sendAgain("POST", path(dryRun), {}, (problem) => { at.waits = problem; show(); });
    Object.assign(at, {problem: answer.problem, waits: null});
    return answer;
  };

  /** Asks what a repair would write. */
  const preview = async () => {
    const answer = await sendRepair(true);
    Object.assign(at, {repair: answer.ok ? answer.json : null, notice: ""});
    show(answer.ok ? "repair-title" : undefined);
  };

  const repair = once(async () => {
    if (!at.repair) return; // it was left, or is done, since it was drawn
    at.repairing = true;
    show();
    const answer = await sendRepair(false);
    at.repairing = false;
    if (answer.ok) {
      forget(); // what is being read may be from before
      Object.assign(at, {compared: answer.json, repair: null, notice: `Repaired: ${answer.json.repaired} ${answer.json.repaired === 1 ? "row" : "rows"}.`});
    }
    show("rows-title");
  });

  const cancel = () => {
    at.repair = null;
    show("rows-title");
  };

  return {at, path, read, search, preview, repair, cancel, hasFaults: () => at.compared?.rows.some((row) => row.state !== "ok") ?? false, close: forget};
};
