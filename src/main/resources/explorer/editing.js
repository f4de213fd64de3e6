// A movie that is edited: what was read, what is typed, what saving it would write, and what became of that.
import {againIn, read as readPath, segment, send} from "./api.js";
import {changedFields, draftOf, movieOf, patchOf, withTyped} from "./fields.js";
import {errorsByField, firstError} from "./form.js";
import {beginConflict, isOpen} from "./merge.js";

const PAUSE_MILLIS = 400;

const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * id: null for a movie that is to be created.
 * show: draws the screen, and moves the focus to the element with this id, if one is given.
 * The answer's saved is called with the id when a version was written.
 */
export const edit = (id, show) => {
  const at = {
    id, version: null, base: draftOf(), draft: draftOf(), adding: {}, errors: {}, attempt: null,
    preview: null, written: null, waiting: false, problem: null, conflict: null, saving: false, notice: "", gone: null, waits: null, isRead: id === null,
  };
  let timer = 0;
  let asked = 0;

  const path = () => `movies/${segment(at.id)}`;
  const match = () => ({"If-Match": `"${at.version}"`});

  /** What saving would save: also a name that is still in the box of its list. */
  const current = () => withTyped(at.draft, at.adding);
  const isChanged = () => changedFields(at.base, current()).length > 0;

  /** Takes a version of the movie as the one that is edited. */
  const take = (movie) => Object.assign(at, {id: movie.id, version: movie.version, base: draftOf(movie), gone: null, written: movie.version === at.version ? at.written : null, isRead: true});

  /** Reads the movie; a draft stays, and meets what others wrote when it is saved. */
  const read = async () => {
    const answer = await readPath(path(), {}, (problem) => { at.waits = problem; show(); });
    const found = answer.json?.id; // an address that somebody made up may lead elsewhere
    if (found && !isChanged()) {
      take(answer.json);
      at.draft = draftOf(answer.json);
    }
    if (!found && !isChanged()) at.gone = answer.problem ?? {type: "no-such-movie"};
    show();
  };

  /** Ignores the preview that is asked for, if any. */
  const forget = () => {
    clearTimeout(timer);
    asked += 1;
  };

  /** Asks for the preview when nothing was typed for a while. */
  const later = (millis = PAUSE_MILLIS) => {
    forget();
    timer = setTimeout(preview, millis);
    at.waiting = isChanged();
    if (at.waiting) at.written = null;
    show();
  };

  const settle = (result) => {
    Object.assign(at, {preview: result, waiting: false, problem: null, errors: {}});
    show();
  };

  const preview = async () => {
    forget();
    const mine = asked;
    if (!isChanged()) return settle(null);
    const answer = await write(true);
    if (mine !== asked) return undefined;
    if (answer.ok) return settle(answer.json);
    refuse(answer.problem);
    const again = againIn(answer);
    if (again) timer = setTimeout(preview, again);
    return show();
  };

  /** The request that saves, or with dryRun only shows what saving would write. */
  const request = (dryRun) => at.id === null
    ? {method: "POST", path: `movies${dryRun ? "?dryRun=true" : ""}`, body: movieOf(current()), headers: dryRun ? {} : {"Idempotency-Key": keyOfAttempt()}}
    : {method: "PATCH", path: path() + (dryRun ? "?dryRun=true" : ""), body: patchOf(at.base, current()), headers: match()};

  const write = (dryRun) => {
    const {method, path: target, ...rest} = request(dryRun);
    return send(method, target, rest);
  };

  /** The key under which a new movie can be sent again; another one when it was edited since. */
  const keyOfAttempt = () => {
    const body = JSON.stringify(movieOf(current()));
    if (at.attempt?.body !== body) at.attempt = {body, key: randomKey()};
    return at.attempt.key;
  };

  const save = async () => {
    forget();
    const seen = at.waiting ? null : at.preview;
    Object.assign(at, {saving: true, waiting: false, notice: ""});
    show();
    const answer = await write(false);
    at.saving = false;
    if (answer.ok) return written(answer, seen);
    if (at.id !== null && (answer.problem.type === "outcome-unknown" || answer.status === 0)) return doubt(answer.problem);
    refuse(answer.problem);
    if (isOutdated()) return compare();
    return show(firstError(at.errors));
  };

  /** seen: the preview of what was written; null if nobody has seen one. */
  const written = (answer, seen) => {
    take(answer.json);
    Object.assign(at, {written: seen, draft: draftOf(answer.json), adding: {}, errors: {}, preview: null, problem: null, conflict: null});
    at.notice = answer.status === 202 ? "Accepted: it is saved, and its rows follow." : "Saved.";
    show();
    movie.saved(at.id);
  };

  /** Finds out what became of a write that nobody can tell about. */
  const doubt = async (problem) => {
    Object.assign(at, {problem, preview: null});
    const now = await send("GET", path());
    if (!now.ok) at.notice = "It is not known whether this was saved. What you typed stays here: look again when the service answers.";
    else if (now.json.version === at.version) at.notice = "It is not saved so far, but it still may be. Save it again, or wait and look again.";
    else meet(now.json);
    show();
  };

  const refuse = (problem) => Object.assign(at, {problem, preview: null, waiting: false, errors: errorsByField(problem, current())});

  /** Whether somebody else has written the movie since it was opened. */
  const isOutdated = () => at.problem?.status === 412 || at.problem?.type === "no-such-movie";

  /** Reads what somebody else wrote, and shows both sides. */
  const compare = async () => {
    const now = await send("GET", path());
    if (now.ok) meet(now.json);
    else if (now.problem.type === "no-such-movie") at.gone = now.problem;
    else at.notice = "What was saved meanwhile cannot be read now. Try again.";
    show(at.gone ? "heading" : at.conflict ? "conflict-title" : undefined);
  };

  /** Puts the draft beside what somebody else saved. */
  const meet = (movie) => {
    const found = beginConflict(at.base, current(), draftOf(movie));
    take(movie);
    Object.assign(at, {draft: found.draft, adding: {}, problem: null, conflict: found.fields.length > 0 ? found : null});
    if (!at.conflict) at.notice = "This is saved already.";
    later(0);
  };

  /** Takes the value of a field from the form. */
  const change = (name, value) => {
    at.draft[name] = value;
    if (at.conflict) at.conflict.taken[name] = "edited";
    at.notice = "";
    later();
  };

  const type = (name, text) => {
    at.adding[name] = text;
    at.notice = "";
    later();
  };

  /** Decides about a field that two people changed; without a value it is edited in the form. */
  const decide = (name, side, value) => {
    if (!at.conflict) return; // the conflict was undone since it was drawn
    at.conflict.taken[name] = side;
    if (value !== undefined) at.draft[name] = value;
    later();
    if (value === undefined) show(`field-${name}`);
  };

  const undo = () => {
    Object.assign(at, {draft: structuredClone(at.base), adding: {}, conflict: null, notice: ""});
    later(0);
  };

  /** Deletes the version that is shown, or with dryRun shows what that would delete. */
  const remove = (dryRun) => send("DELETE", path() + (dryRun ? "?dryRun=true" : ""), {headers: match()});

  const movie = {
    at, read, change, type, decide, undo, save, remove, compare, isChanged, isOutdated, request,
    maySave: () => !at.saving && isChanged() && !isOpen(at.conflict),
    saved: () => {},
    resume: () => isChanged() && later(0),
    close: forget,
  };
  return movie;
};
