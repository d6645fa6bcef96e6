/**
 * Copies plain JSON data. A household is copied at each step, and `structuredClone` takes several times as
 * long.
 */
export function clone<Data>(data: Data): Data {
  return copyOf(data) as Data;
}

function copyOf(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(data)) copy[key] = copyOf((data as Record<string, unknown>)[key]);
  return copy;
}
