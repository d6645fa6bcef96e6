/** Formats names as `a, b and c`, or as `a, b or c` if the conjunction is "or". */
export function joinNames(names: readonly string[], conjunction = 'and'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}
