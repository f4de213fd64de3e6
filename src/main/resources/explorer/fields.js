// The fields of a movie: as the API has them, and as a form holds them (a draft: texts and lists of texts).

export const FIELDS = [
  {name: "title", label: "Title"},
  {name: "releaseYear", label: "Year", kind: "number"},
  {name: "releaseDate", label: "Date", hint: "YYYY-MM-DD"},
  {name: "genres", label: "Genres", one: "genre", kind: "list"},
  {name: "actors", label: "Actors", one: "actor", kind: "list"},
  {name: "directors", label: "Directors", one: "director", kind: "list"},
  {name: "synopsis", label: "Synopsis", kind: "long"},
];

/** What a form shows of a movie; of nothing, an empty form. */
export const draftOf = (movie = {}) => Object.fromEntries(
  FIELDS.map(({name, kind}) => [name, kind === "list" ? [...movie[name] ?? []] : String(movie[name] ?? "")]));

/** A draft with the names that are typed, but not added yet. */
export const withTyped = (draft, adding) => {
  const all = {...draft};
  for (const [name, text] of Object.entries(adding)) {
    const typed = text.trim();
    if (typed) all[name] = [...all[name].filter((each) => each !== typed), typed];
  }
  return all;
};

/** Whether two values of a field, or two cells of rows, are the same. */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The fields in which two drafts differ. */
export const changedFields = (a, b) => FIELDS.filter(({name}) => !same(a[name], b[name]));

const valueOf = ({kind}, value) => {
  if (kind === "list") return value;
  const text = value.trim();
  if (text === "") return null;
  return kind === "number" && /^-?\d+$/.test(text) ? Number(text) : value;
};

/** The merge patch that makes one draft of another; a field that was emptied is null. */
export const patchOf = (from, to) => Object.fromEntries(
  changedFields(from, to).map((field) => [field.name, valueOf(field, to[field.name])]));

/** A movie to be created, without its empty fields. */
export const movieOf = (draft) => Object.fromEntries(
  FIELDS.map((field) => [field.name, valueOf(field, draft[field.name])]).filter(([, value]) => value !== null));

/** The elements that came and went between two lists. */
export const listChange = (from, to) => ({
  added: to.filter((each) => !from.includes(each)),
  removed: from.filter((each) => !to.includes(each)),
});
