// Deleting a movie: what it would delete is shown first, and the title is asked for.
import {live} from "./lib/lit-html/directives/live.js";
import {button, failure, field, html, nothing} from "./parts.js";
import {previewView} from "./preview.js";
import {obstacle} from "./store.js";

/** done: is called when the movie is deleted. */
export const removal = (movie, show, done) => {
  const at = {preview: null, problem: null, typed: "", deleting: false, notice: ""};
  const {at: edited} = movie;

  const ask = async () => {
    const answer = await movie.remove(true);
    Object.assign(at, {preview: answer.ok ? answer.json : null, problem: answer.problem, typed: ""});
    show(answer.ok ? "removal-title" : undefined);
  };

  const remove = async (event) => {
    event.preventDefault();
    if (at.deleting || at.typed !== edited.base.title) return;
    at.deleting = true;
    const answer = await movie.remove(false);
    Object.assign(at, {deleting: false, problem: answer.problem});
    if (answer.ok) {
      Object.assign(at, {preview: null, notice: "Deleted. Its rows are deleted with it."});
      Object.assign(edited, {draft: structuredClone(edited.base), adding: {}, gone: {type: "no-such-movie"}});
      done();
    }
    show();
  };

  const leave = () => {
    at.preview = null;
    show();
  };

  return {
    button: () => button("Delete …", () => obstacle("writer"), ask),
    notice: () => html`<p role="status">${at.notice}</p>`,
    view: (lookups) => html`${failure(at.problem)}${at.preview ? html`
      <form class="panel" aria-labelledby="removal-title" @submit=${remove}>
        <h2 id="removal-title" tabindex="-1">What deleting would delete</h2>
        ${previewView(at.preview, lookups)}
        <div class="row">${field("Type the title to delete the movie", html`<input autocomplete="off" dir="auto" .value=${live(at.typed)}
            @input=${(event) => { at.typed = event.target.value; show(); }}>`)}
          <button class="main" ?disabled=${at.typed !== edited.base.title}>Delete it</button>
          <button type="button" @click=${leave}>Leave it</button></div>
      </form>` : nothing}`,
  };
};
