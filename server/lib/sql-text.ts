/** Quotes an identifier for SQL. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Quotes a name with its schema. */
export const quoteWithSchema = (schema: string, name: string) => `${quote(schema)}.${quote(name)}`;

/** Formats PostgreSQL's text form of an array of texts. */
export function formatArray(values: readonly (string | null)[]): string {
  const items = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`));
  return `{${items.join(',')}}`;
}
