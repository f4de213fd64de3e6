// CQL that shows in cqlsh what a view shows.
const literal = (value, type) => {
  if (/^(int|bigint|uuid|smallint|tinyint)$/.test(type)) return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
};

const condition = (column, values) => `${column.name} = ${literal(values[column.name], column.type)}`;

/** The rows of a partition: one statement, or with buckets one over all of them. */
export const partition = (keyspace, lookup, key) => {
  const named = lookup.columns.filter((column) => column.kind === "partition" && column.name in key).map((column) => condition(column, key));
  const buckets = lookup.declaration.buckets > 1
    ? [`bucket IN (${Array.from({length: lookup.declaration.buckets}, (unused, bucket) => bucket).join(", ")})`] : [];
  return `SELECT * FROM ${keyspace}.${lookup.name} WHERE ${[...named, ...buckets].join(" AND ")};`;
};

/** One row by its whole key. */
export const row = (keyspace, lookup, key) => {
  const columns = lookup.columns.filter((column) => column.kind !== "value");
  return `SELECT * FROM ${keyspace}.${lookup.name} WHERE ${columns.map((column) => condition(column, key)).join(" AND ")};`;
};

export const movie = (keyspace, id) => `SELECT * FROM ${keyspace}.movies WHERE movie_id = ${id};`;

export const keys = (keyspace, lookup) => {
  const names = lookup.columns.filter((column) => column.kind === "partition").map((column) => column.name);
  return `SELECT DISTINCT ${names.join(", ")} FROM ${keyspace}.${lookup.name} LIMIT 100;`;
};

export const catalog = (keyspace) => `SELECT table_name, state FROM ${keyspace}.lookup_tables;`;
