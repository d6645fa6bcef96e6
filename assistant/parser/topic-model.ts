/** Multinomial logistic regression on sparse features. */
export type Model = { features: ReadonlyMap<string, number>; idf: Float32Array; weights: Float32Array; bias: Float32Array; classes: number };

type Example = { features: readonly string[]; topic: number };

export function trainTopics(examples: readonly Example[], classes: number, { epochs = 12, rate = 2, decay = 1e-6 } = {}): Model {
  const counts = new Map<string, number>();
  for (const { features } of examples) for (const f of features) counts.set(f, (counts.get(f) ?? 0) + 1);
  const index = new Map<string, number>();
  for (const [f] of counts) index.set(f, index.size);
  const idf = new Float32Array(index.size);
  for (const [f, at] of index) idf[at] = Math.log((1 + examples.length) / (1 + (counts.get(f) ?? 0))) + 1;
  const rows = examples.map(({ features }) => vectorize(features, index, idf));
  const weights = new Float32Array(index.size * classes);
  const bias = new Float32Array(classes);
  const scores = new Float32Array(classes);
  let seed = 1;
  const order = Uint32Array.from(rows.keys());
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let i = order.length - 1; i > 0; i -= 1) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const j = seed % (i + 1);
      const t = order[i]!; order[i] = order[j]!; order[j] = t;
    }
    const eta = rate / (1 + epoch);
    for (const r of order) {
      const { ids, values } = rows[r]!;
      score(ids, values, weights, bias, classes, scores);
      softmax(scores);
      scores[examples[r]!.topic]! -= 1;
      for (let c = 0; c < classes; c += 1) {
        const g = scores[c]!;
        if (g < 1e-4 && g > -1e-4) { scores[c] = 0; continue; }
        scores[c] = eta * g;
        bias[c]! -= eta * g * 0.1;
      }
      for (let k = 0; k < ids.length; k += 1) {
        const base = ids[k]! * classes;
        const v = values[k]!;
        for (let c = 0; c < classes; c += 1) if (scores[c] !== 0) weights[base + c]! -= scores[c]! * v;
      }
    }
  }
  return { features: index, idf, weights, bias, classes };
}

function vectorize(features: readonly string[], index: ReadonlyMap<string, number>, idf: Float32Array) {
  const ids: number[] = []; const values: number[] = [];
  let norm = 0;
  for (const f of features) {
    const at = index.get(f);
    // An unknown word weighs like a rare one, so that it lowers the confidence.
    const w = at === undefined ? (f.includes('_') || f.startsWith('~') ? 0 : 4) : idf[at]!;
    norm += w * w;
    if (at !== undefined) { ids.push(at); values.push(w); }
  }
  norm = Math.sqrt(norm) || 1;
  return { ids: Uint32Array.from(ids), values: Float32Array.from(values, (v) => v / norm) };
}

function score(ids: Uint32Array, values: Float32Array, weights: Float32Array, bias: Float32Array, classes: number, out: Float32Array) {
  out.set(bias);
  for (let k = 0; k < ids.length; k += 1) {
    const base = ids[k]! * classes; const v = values[k]!;
    for (let c = 0; c < classes; c += 1) out[c]! += v * weights[base + c]!;
  }
}
function softmax(s: Float32Array) {
  let max = -Infinity; for (const v of s) if (v > max) max = v;
  let sum = 0; for (let c = 0; c < s.length; c += 1) { s[c] = Math.exp(s[c]! - max); sum += s[c]!; }
  for (let c = 0; c < s.length; c += 1) s[c]! /= sum;
}
export function predict(model: Model, features: readonly string[]): Float32Array {
  const { ids, values } = vectorize(features, model.features, model.idf);
  const out = new Float32Array(model.classes);
  score(ids, values, model.weights, model.bias, model.classes, out);
  softmax(out);
  return out;
}
