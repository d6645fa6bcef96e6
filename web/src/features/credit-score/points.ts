/** Formats points with a sign, such as `+12`, `−3`, or `0`. */
export function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `\u2212${-points}`;
}
