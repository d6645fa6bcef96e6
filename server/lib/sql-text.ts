export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const quoteWithSchema = (schema: string, name: string) => `${quote(schema)}.${quote(name)}`;

/** Formats an array of strings in PostgreSQL's text format. */
export function formatArray(values: readonly (string | null)[]): string {
  const items = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`));
  return `{${items.join(',')}}`;
}
