import type { TopicText } from './topic-features.ts';

/**
 * A linear classifier of short texts: multinomial logistic regression on binary features with inverse document
 * frequency weights and on the mean vector of the words, trained by stochastic gradient descent. (Bishop, Pattern
 * Recognition and Machine Learning, 4.3.4.)
 */
export type TopicModel = {
  /** The index of each known feature. */
  features: ReadonlyMap<string, number>;
  /** The inverse document frequency of each feature. */
  idf: Float32Array;
  /** The weights by feature, then topic. Those of the dimensions of the mean vector follow. */
  weights: Float32Array;
  topics: number;
};

/** A text and the index of its topic. */
export type Example = { text: TopicText; topic: number };

type Vector = { ids: Uint32Array; values: Float32Array };

const EPOCHS = 3;
const LEARNING_RATE = 4;
/** Each pass learns a third as fast, so that the order of the examples hardly matters in the end. */
const RATE_DECAY = 3;
/** Features in fewer examples say nothing about texts in other words. */
const MIN_EXAMPLES = 2;
/** Smaller gradients are skipped, so that an example changes only the topics that it concerns. */
const MIN_GRADIENT = 1e-3;
/** The weight of an unknown word, which lowers the confidence like a rare word of another topic. */
const UNKNOWN_WEIGHT = 4;

/** The weight of the mean vector beside the features, which both have length 1. */
const MEAN_VECTOR_WEIGHT = 0.5;

/** The number of examples that a step of the training learns, which takes some milliseconds. */
const EXAMPLES_PER_STEP = 250;

/** Trains a model in short steps, so that a server can do other work between them. Depends only on the examples. */
export function* trainTopicModel(
  examples: readonly Example[],
  topics: number,
): Generator<void, TopicModel, void> {
  const counts = new Map<string, number>();
  for (const { text } of examples)
    for (const feature of text.features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= MIN_EXAMPLES);
  const dimensions = examples[0]?.text.meanVector.length ?? 0;
  const model: TopicModel = {
    features: new Map(known.map(([feature], at) => [feature, at])),
    // biome-ignore lint/plugin: the probabilities choose a question, and no figure depends on them.
    idf: Float32Array.from(known, ([, count]) => Math.log(examples.length / count) + 1),
    weights: new Float32Array((known.length + dimensions) * topics),
    topics,
  };
  const rows: (Vector & { topic: number })[] = [];
  for (const { text, topic } of examples) {
    rows.push({ ...toVector(text, model), topic });
    if (rows.length % EXAMPLES_PER_STEP === 0) yield;
  }
  const gradient = new Float32Array(topics);
  const active = new Uint32Array(topics);
  let rate = LEARNING_RATE;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const order = shuffle(rows.length, epoch);
    for (let start = 0; start < order.length; start += EXAMPLES_PER_STEP) {
      for (const at of order.subarray(start, start + EXAMPLES_PER_STEP)) {
        const row = rows[at];
        if (row) learn(row, model, rate, gradient, active);
      }
      yield;
    }
    rate /= RATE_DECAY;
  }
  return model;
}

/** Changes the weights by one example's gradient. `gradient` and `active` are reused, and need no values. */
function learn(
  { ids, values, topic }: Vector & { topic: number },
  { weights, topics }: TopicModel,
  rate: number,
  gradient: Float32Array,
  active: Uint32Array,
): void {
  predictInto({ ids, values }, weights, topics, gradient);
  gradient[topic] = (gradient[topic] ?? 0) - 1;
  let count = 0;
  for (let at = 0; at < topics; at += 1)
    if (Math.abs(gradient[at] ?? 0) > MIN_GRADIENT) {
      active[count] = at;
      count += 1;
    }
  for (let index = 0; index < ids.length; index += 1) {
    const base = (ids[index] ?? 0) * topics;
    const step = rate * (values[index] ?? 0);
    if (step === 0) continue;
    for (let next = 0; next < count; next += 1) {
      const at = active[next] ?? 0;
      weights[base + at] = (weights[base + at] ?? 0) - step * (gradient[at] ?? 0);
    }
  }
}

/** Returns the probability of each topic. */
export function predictTopics(model: TopicModel, text: TopicText): Float32Array {
  const probabilities = new Float32Array(model.topics);
  predictInto(toVector(text, model), model.weights, model.topics, probabilities);
  return probabilities;
}

/**
 * Returns the sum of the weights of a text's features and of its mean vector for a topic. Adds only the features
 * that `isCounted` accepts.
 */
export function sumEvidence(
  model: TopicModel,
  text: TopicText,
  topic: number,
  isCounted: (feature: string) => boolean,
): number {
  const { ids, values } = toVector(text, model);
  const left = new Set(
    text.features.flatMap((feature) => (isCounted(feature) ? [] : (model.features.get(feature) ?? []))),
  );
  return ids.reduce(
    (sum, id, at) =>
      left.has(id) ? sum : sum + (values[at] ?? 0) * (model.weights[id * model.topics + topic] ?? 0),
    0,
  );
}

/** The number of features that are added in one pass over the topics, which takes half the time of four passes. */
const FEATURES_PER_PASS = 4;
/** The exponential of a lower difference is too small to change a probability of single precision. */
const LOWEST_DIFFERENCE = -16;

/** Writes the probability of each topic into an array. Its earlier values don't matter. */
function predictInto(
  { ids, values }: Vector,
  weights: Float32Array,
  topics: number,
  into: Float32Array,
): void {
  into.fill(0);
  for (let index = 0; index < ids.length; index += FEATURES_PER_PASS) {
    const first = (ids[index] ?? 0) * topics;
    const second = (ids[index + 1] ?? 0) * topics;
    const third = (ids[index + 2] ?? 0) * topics;
    const fourth = (ids[index + 3] ?? 0) * topics;
    const firstValue = values[index] ?? 0;
    const secondValue = values[index + 1] ?? 0;
    const thirdValue = values[index + 2] ?? 0;
    const fourthValue = values[index + 3] ?? 0;
    for (let at = 0; at < topics; at += 1)
      into[at] =
        (into[at] ?? 0) +
        firstValue * (weights[first + at] ?? 0) +
        secondValue * (weights[second + at] ?? 0) +
        thirdValue * (weights[third + at] ?? 0) +
        fourthValue * (weights[fourth + at] ?? 0);
  }
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < topics; at += 1) highest = Math.max(highest, into[at] ?? 0);
  let sum = 0;
  for (let at = 0; at < topics; at += 1) {
    const difference = (into[at] ?? 0) - highest;
    // biome-ignore lint/plugin: the probabilities choose a question, and no figure depends on them.
    const value = difference < LOWEST_DIFFERENCE ? 0 : Math.exp(difference);
    into[at] = value;
    sum += value;
  }
  for (let at = 0; at < topics; at += 1) into[at] = (into[at] ?? 0) / sum;
}

/**
 * Returns the features of a text as a vector of length 1, then its mean vector. Unknown words count toward the
 * length. The end is filled with zeros.
 */
function toVector({ features, meanVector }: TopicText, { features: index, idf }: TopicModel): Vector {
  const known = features.flatMap((feature) => index.get(feature) ?? []);
  const unknown = features.filter((feature) => !index.has(feature) && !/[~:]/.test(feature)).length;
  const square = (value: number) => value * value;
  const squares = known.reduce((sum, id) => sum + square(idf[id] ?? 0), unknown * square(UNKNOWN_WEIGHT));
  const length = Math.sqrt(squares) || 1;
  const size = Math.ceil((known.length + meanVector.length) / FEATURES_PER_PASS) * FEATURES_PER_PASS;
  const vector: Vector = { ids: new Uint32Array(size), values: new Float32Array(size) };
  for (const [at, id] of known.entries()) {
    vector.ids[at] = id;
    vector.values[at] = (idf[id] ?? 0) / length;
  }
  for (const [dimension, value] of meanVector.entries()) {
    vector.ids[known.length + dimension] = index.size + dimension;
    vector.values[known.length + dimension] = MEAN_VECTOR_WEIGHT * value;
  }
  return vector;
}

/** Returns the numbers below a count in an order that depends only on the count and the seed. */
function shuffle(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at);
  let state = seed + 1;
  for (let at = count - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    const value = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = value;
  }
  return order;
}
