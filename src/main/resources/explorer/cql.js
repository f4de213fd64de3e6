// CQL that shows in cqlsh what a view shows.
const PLAIN = {int: /^-?\d+$/, bigint: /^-?\d+$/, uuid: /^[0-9a-f-]{36}$/i};

/** A value as CQL has it; a text that is no value of its type is quoted, so that it can never be CQL of its own. */
const literal = (value, type) => {
  if (PLAIN[type]?.test(value)) return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
};

const condition = (column, values) => `${column.name} = ${literal(values[column.name], column.type)}`;

const LAST = 0x10ffff;

/** The first text that is greater than all that begin with a prefix; empty when there is none. */
const after = (prefix) => {
  const letters = [...prefix];
  while (letters.at(-1)?.codePointAt(0) === LAST) letters.pop();
  if (!letters.length) return "";
  const last = letters.pop().codePointAt(0);
  return letters.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
};

/** The part of a partition between bounds, as a list has them. */
const within = (column, {prefix, from, to}) => {
  const low = prefix || from;
  const high = prefix ? after(prefix) : to;
  return [...(low ? [`${column.name} >= ${literal(low, column.type)}`] : []),
    ...(high ? [`${column.name} < ${literal(high, column.type)}`] : [])];
};

/** The rows of a partition: one statement, or with buckets one over all of them. */
export const partition = (keyspace, lookup, key, range = {}) => {
  const named = lookup.columns.filter((column) => column.kind === "partition" && column.name in key).map((column) => condition(column, key));
  const buckets = lookup.declaration.buckets > 1
    ? [`bucket IN (${Array.from({length: lookup.declaration.buckets}, (unused, bucket) => bucket).join(", ")})`] : [];
  const limits = within(lookup.columns.find((column) => column.kind === "clustering"), range);
  return `SELECT * FROM ${keyspace}.${lookup.name} WHERE ${[...named, ...buckets, ...limits].join(" AND ")};`;
};

/** One row by its whole key. */
export const row = (keyspace, lookup, key) => {
  const columns = lookup.columns.filter((column) => column.kind !== "value");
  return `SELECT * FROM ${keyspace}.${lookup.name} WHERE ${columns.map((column) => condition(column, key)).join(" AND ")};`;
};

export const movie = (keyspace, id) => `SELECT * FROM ${keyspace}.movies WHERE movie_id = ${id};`;

/** The partition keys in token order. after: the token of the last one before them, if any. */
export const keys = (keyspace, lookup, after) => {
  const names = lookup.columns.filter((column) => column.kind === "partition").map((column) => column.name).join(", ");
  const place = PLAIN.bigint.test(after ?? "") ? ` WHERE token(${names}) > ${after}` : "";
  return `SELECT DISTINCT ${names} FROM ${keyspace}.${lookup.name}${place} LIMIT 100;`;
};

export const catalog = (keyspace) => `SELECT table_name, state FROM ${keyspace}.lookup_tables;`;

/** A table as the catalog has it, and as Cassandra has it. */
export const table = (keyspace, lookup) => [
  `SELECT table_name, state, verified_at FROM ${keyspace}.lookup_tables WHERE catalog = 'lookups' AND table_name = '${lookup.name}';`,
  `DESCRIBE TABLE ${keyspace}.${lookup.name};`,
];

export const job = (keyspace, id) => `SELECT DISTINCT job_id, table_name, kind, options, state, message, finished_at FROM ${keyspace}.lookup_jobs WHERE job_id = ${id};`;
