/** Formats `a, b and c`, or with another conjunction `a, b or c`. */
export function joinNames(names: readonly string[], conjunction = 'and'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}
