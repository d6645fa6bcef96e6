/** A vector and the number of the group that it belongs to. */
export type Sample = { group: number; vector: readonly number[] };

/** The share of the mean variance that is added to each dimension, so that rare dimensions don't dominate. */
const RIDGE = 0.1;
const SWEEPS = 12;

/**
 * Returns the projection onto the directions in which groups differ most compared with the differences within them:
 * linear discriminant analysis. (Bishop, Pattern Recognition and Machine Learning, 4.1.6.)
 */
export function projectOntoDiscriminants(
  samples: readonly Sample[],
  dimensions: number,
): (vector: readonly number[]) => number[] {
  const means = getMeans(samples);
  const within = getCovariance(samples.map(({ group, vector }) => subtract(vector, means.get(group) ?? [])));
  const mean = within.reduce((sum, row, at) => sum + (row[at] ?? 0), 0) / within.length;
  for (const [at, row] of within.entries()) row[at] = (row[at] ?? 0) + RIDGE * mean;
  const whitening = getEigenvectors(within).map(({ value, vector }) =>
    vector.map((part) => part / Math.sqrt(value)),
  );
  const whiten = (vector: readonly number[]) => whitening.map((row) => dot(row, vector));
  const between = getCovariance([...means.values()].map(whiten));
  const directions = getEigenvectors(between).slice(0, dimensions);
  return (vector) => {
    const white = whiten(vector);
    return directions.map(({ vector: direction }) => dot(direction, white));
  };
}

const dot = (left: readonly number[], right: readonly number[]) =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
const subtract = (left: readonly number[], right: readonly number[]) =>
  left.map((value, at) => value - (right[at] ?? 0));

function getMeans(samples: readonly Sample[]): Map<number, number[]> {
  const groups = new Map<number, { sum: number[]; count: number }>();
  for (const { group, vector } of samples) {
    const { sum, count } = groups.get(group) ?? { sum: vector.map(() => 0), count: 0 };
    groups.set(group, { sum: sum.map((value, at) => value + (vector[at] ?? 0)), count: count + 1 });
  }
  return new Map([...groups].map(([group, { sum, count }]) => [group, sum.map((value) => value / count)]));
}

function getCovariance(vectors: readonly (readonly number[])[]): number[][] {
  const size = vectors[0]?.length ?? 0;
  const result = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const vector of vectors)
    for (const [at, row] of result.entries()) {
      const value = (vector[at] ?? 0) / vectors.length;
      for (let other = 0; other < size; other += 1)
        row[other] = (row[other] ?? 0) + value * (vector[other] ?? 0);
    }
  return result;
}

/** Returns the eigenvectors of a symmetric matrix, largest eigenvalue first, by Jacobi rotations. */
function getEigenvectors(matrix: readonly (readonly number[])[]): { value: number; vector: number[] }[] {
  const rows = matrix.map((row) => [...row]);
  const vectors = rows.map((_, at) => rows.map((_, other) => (at === other ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (let first = 0; first < rows.length; first += 1)
      for (let second = first + 1; second < rows.length; second += 1) rotate(rows, vectors, first, second);
  return rows
    .map((row, at) => ({ value: row[at] ?? 0, vector: vectors.map((parts) => parts[at] ?? 0) }))
    .sort((left, right) => right.value - left.value);
}

/** Rotates two axes so that the element between them becomes zero. */
function rotate(rows: number[][], vectors: number[][], first: number, second: number): void {
  const [upper, lower] = [rows[first], rows[second]];
  const between = upper?.[second] ?? 0;
  if (!upper || !lower || Math.abs(between) < Number.EPSILON) return;
  const ratio = ((lower[second] ?? 0) - (upper[first] ?? 0)) / (2 * between);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (left: number, right: number) => [cosine * left - sine * right, sine * left + cosine * right];
  for (const row of [...rows, ...vectors]) {
    const [left = 0, right = 0] = turn(row[first] ?? 0, row[second] ?? 0);
    row[first] = left;
    row[second] = right;
  }
  for (let at = 0; at < rows.length; at += 1) {
    const [left = 0, right = 0] = turn(upper[at] ?? 0, lower[at] ?? 0);
    upper[at] = left;
    lower[at] = right;
  }
}
