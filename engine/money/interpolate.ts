/** Interpolates linearly between points, which ascend, and is constant outside their range. */
export function interpolate(points: readonly (readonly [number, number])[], at: number): number {
  let [leftAt, left] = points[0] ?? [0, 0];
  if (at <= leftAt) return left;
  for (const [rightAt, right] of points) {
    if (at <= rightAt) return left + ((right - left) * (at - leftAt)) / (rightAt - leftAt || 1);
    [leftAt, left] = [rightAt, right];
  }
  return left;
}
