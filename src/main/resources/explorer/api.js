// The one place that sends requests. It remembers the last ones, and can say each as a line of curl.
const MOST = 20;
const KEY = "cinedex-key";

export const log = [];

const listeners = [];

/** Adds what is called with each request of the log when it was answered. */
export const onSent = (called) => listeners.push(called);

/** The API key that this tab sends; it is gone with the tab. */
export const keyOfTab = () => sessionStorage.getItem(KEY) ?? "";

export const setKeyOfTab = (key) => {
  if (key) sessionStorage.setItem(KEY, key); else sessionStorage.removeItem(KEY);
};

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const base = () => new URL(".", document.baseURI).href;

/** A body as JSON; characters that turn text around are escaped, so that a line shows what it sends. */
const visible = (body) => JSON.stringify(body).replace(/[\u202a-\u202e\u2066-\u2069]/g, (each) => `\\u${each.charCodeAt(0).toString(16)}`);

/** The request as a line for a shell. */
export const curl = ({method, path, body, headers = {}}) => {
  const parts = ["curl"];
  if (method !== "GET") parts.push("-X", method);
  if (keyOfTab()) parts.push("-H", `"Authorization: Bearer $CINEDEX_KEY"`);
  for (const [name, value] of Object.entries(headers)) parts.push("-H", quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push("-H", quoted("Content-Type: application/json"), "-d", quoted(visible(body)));
  parts.push(quoted(base() + path));
  return parts.join(" ");
};

/**
 * Sends a request. It never throws: without an answer the status is 0. A refusal has a problem, and no json.
 * quiet: not shown in the log. body: sent as JSON. text: the answer is no JSON document.
 */
export const send = async (method, path, {body, headers = {}, quiet = false, text = false, signal} = {}) => {
  const all = {Accept: text ? "application/x-ndjson" : "application/json", ...headers};
  if (body !== undefined) all["Content-Type"] = "application/json";
  if (keyOfTab()) all.Authorization = `Bearer ${keyOfTab()}`;
  const entry = {method, path, body, headers, begun: performance.now(), status: "…"};
  if (!quiet) {
    log.unshift(entry);
    log.length = Math.min(log.length, MOST);
  }
  try {
    const answer = await fetch(path, {method, headers: all, body: body === undefined ? undefined : JSON.stringify(body), signal, cache: "no-store"});
    const content = await answer.text();
    const isJson = (answer.headers.get("Content-Type") ?? "").includes("json") && !text;
    const json = content && (isJson || answer.status >= 400) ? parsed(content) : null;
    entry.status = answer.status;
    return {status: answer.status, ok: answer.ok, json: answer.ok ? json : null, text: content, headers: answer.headers, problem: answer.ok || answer.status === 304 ? null : problem(answer.status, json)};
  } catch (e) {
    entry.status = e.name === "AbortError" ? "stopped" : "no answer";
    return {status: 0, ok: false, json: null, text: "", headers: new Headers(), aborted: e.name === "AbortError",
      problem: {type: "away", title: "No answer", detail: "The service does not answer.", status: 0, errors: []}};
  } finally {
    entry.millis = Math.round(performance.now() - entry.begun);
    if (!quiet) listeners.forEach((called) => called(entry));
  }
};

const parsed = (content) => {
  try { return JSON.parse(content); } catch { return null; }
};

const problem = (status, json) => ({
  type: (json?.type ?? "").replace("urn:cinedex:problem:", ""),
  title: json?.title ?? `Status ${status}`,
  detail: json?.detail ?? "The answer cannot be read.",
  status,
  errors: json?.errors ?? [],
});

/** Whether a refusal passes by itself: nothing was done, and Retry-After says when to ask again. */
const mayPass = (status) => status === 429 || status === 503;

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Sends what may be sent twice; while the service asks to try again, it waits and does. */
export const sendAgain = async (method, path, options = {}, waiting = () => {}) => {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(method, path, options);
    const seconds = Number(answer.headers.get("Retry-After") ?? 0);
    if (!mayPass(answer.status) || !seconds || attempt === 30 || options.signal?.aborted) return answer;
    waiting(answer.problem);
    await pause(seconds);
  }
};

const AGAIN_SECONDS = 2;

/** After how many milliseconds a request may be sent again; null when its answer is final. */
export const againIn = (answer) => mayPass(answer.status) || answer.status === 0 ? 1000 * Number(answer.headers.get("Retry-After") ?? AGAIN_SECONDS) : null;

export const read = (path, options, waiting) => sendAgain("GET", path, options, waiting);

/** A function that sends something, and ignores calls until it is answered. */
export const once = (work) => {
  let underWay = false;
  return async (...parameters) => {
    if (underWay) return;
    underWay = true;
    try {
      return await work(...parameters);
    } finally {
      underWay = false;
    }
  };
};

/** Puts parameters behind a path; those without a value are left out. */
export const withQuery = (path, parameters) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
};

export const segment = encodeURIComponent;
