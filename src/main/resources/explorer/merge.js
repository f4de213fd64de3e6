// What two people made of one movie, and what can be made of both.
import {FIELDS, listChange, same} from "./fields.js";

/** Whether a list was only added to and removed from. */
const keepsOrder = (from, to) => same(from.filter((each) => to.includes(each)), to.filter((each) => from.includes(each)));

/** The value that keeps both changes of a field; undefined where only a person can decide. */
const merged = ({kind}, base, mine, theirs) => {
  if (same(base, mine)) return theirs;
  if (same(base, theirs)) return mine;
  if (kind !== "list" || !keepsOrder(base, mine) || !keepsOrder(base, theirs)) return undefined;
  const {added, removed} = listChange(base, mine);
  return [...theirs.filter((each) => !removed.includes(each)), ...added.filter((each) => !theirs.includes(each))];
};

/** Each field in which mine and theirs differ, with what it was before and what keeps both changes. */
export const conflicts = (base, mine, theirs) => FIELDS.filter(({name}) => !same(mine[name], theirs[name])).map((field) => {
  const [was, my, their] = [base, mine, theirs].map((draft) => draft[field.name]);
  return {field, base: was, mine: my, theirs: their, both: merged(field, was, my, their)};
});

/**
 * Somebody else wrote the movie since it was opened. What only one side changed is taken from that side, and lists
 * that were only added to and removed from are merged; about the rest a person decides.
 * The answer's draft is the movie as it would be saved now; taken says for each field which side that is.
 */
export const beginConflict = (base, mine, theirs) => {
  const fields = conflicts(base, mine, theirs);
  const draft = {...mine};
  const taken = {};
  for (const {field, mine: my, theirs: their, both} of fields) {
    draft[field.name] = both ?? my;
    if (both !== undefined) taken[field.name] = same(both, my) ? "mine" : same(both, their) ? "theirs" : "both";
  }
  return {fields, draft, taken};
};

/** Whether a field is still to be decided. */
export const isOpen = (conflict) => conflict?.fields.some(({field}) => !conflict.taken[field.name]) ?? false;
