/**
 * Copies plain JSON data. A household is copied in each step, and `structuredClone` is several times slower.
 */
export function clone<Data>(data: Data): Data {
  return copyValue(data) as Data;
}

function copyValue(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(copyValue);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(data)) copy[key] = copyValue((data as Record<string, unknown>)[key]);
  return copy;
}
