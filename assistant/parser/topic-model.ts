/**
 * A linear classifier of short texts: multinomial logistic regression on binary features with inverse document
 * frequency weights, trained by stochastic gradient descent. (Bishop, Pattern Recognition and Machine Learning, 4.3.4.)
 */
export type TopicModel = {
  /** The index of each known feature. */
  features: ReadonlyMap<string, number>;
  /** The inverse document frequency of each feature. */
  idf: Float32Array;
  /** The weights by feature, then topic. */
  weights: Float32Array;
  topics: number;
};

/** The features of a text and the index of its topic. */
export type Example = { features: readonly string[]; topic: number };

type Vector = { ids: Uint32Array; values: Float32Array };

const EPOCHS = 3;
const LEARNING_RATE = 4;
/** Features in fewer examples say nothing about texts in other words. */
const MIN_EXAMPLES = 2;
/** Smaller gradients are skipped, so that an example changes only the topics that it concerns. */
const MIN_GRADIENT = 1e-3;
/** The weight of an unknown word, which lowers the confidence like a rare word of another topic. */
const UNKNOWN_WEIGHT = 4;

/** Trains a model. The result depends only on the examples. */
export function trainTopicModel(examples: readonly Example[], topics: number): TopicModel {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= MIN_EXAMPLES);
  const model: TopicModel = {
    features: new Map(known.map(([feature], at) => [feature, at])),
    // biome-ignore lint/plugin: the probabilities choose a question, and no figure depends on them.
    idf: Float32Array.from(known, ([, count]) => Math.log(examples.length / count) + 1),
    weights: new Float32Array(known.length * topics),
    topics,
  };
  const rows = examples.map(({ features, topic }) => ({ ...toVector(features, model), topic }));
  const probabilities = new Float32Array(topics);
  const active = new Uint32Array(topics);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const rate = LEARNING_RATE / (1 + epoch);
    for (const at of shuffle(rows.length, epoch)) {
      const row = rows[at];
      if (row) learn(row, model, rate, probabilities, active);
    }
  }
  return model;
}

/** Changes the weights by one example's gradient. */
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
    for (let next = 0; next < count; next += 1) {
      const at = active[next] ?? 0;
      weights[base + at] = (weights[base + at] ?? 0) - step * (gradient[at] ?? 0);
    }
  }
}

/** Returns the probability of each topic. */
export function predictTopics(model: TopicModel, features: readonly string[]): Float32Array {
  const probabilities = new Float32Array(model.topics);
  predictInto(toVector(features, model), model.weights, model.topics, probabilities);
  return probabilities;
}

function predictInto(
  { ids, values }: Vector,
  weights: Float32Array,
  topics: number,
  into: Float32Array,
): void {
  into.fill(0);
  for (let index = 0; index < ids.length; index += 1) {
    const base = (ids[index] ?? 0) * topics;
    const value = values[index] ?? 0;
    for (let at = 0; at < topics; at += 1) into[at] = (into[at] ?? 0) + value * (weights[base + at] ?? 0);
  }
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < topics; at += 1) highest = Math.max(highest, into[at] ?? 0);
  let sum = 0;
  for (let at = 0; at < topics; at += 1) {
    // biome-ignore lint/plugin: the probabilities choose a question, and no figure depends on them.
    const value = Math.exp((into[at] ?? 0) - highest);
    into[at] = value;
    sum += value;
  }
  for (let at = 0; at < topics; at += 1) into[at] = (into[at] ?? 0) / sum;
}

/** Returns the vector of a text with length 1. Unknown words count toward the length. */
function toVector(features: readonly string[], { features: index, idf }: TopicModel): Vector {
  const known = features.flatMap((feature) => index.get(feature) ?? []);
  const unknown = features.filter((feature) => !index.has(feature) && !/[~:]/.test(feature)).length;
  const square = (value: number) => value * value;
  const squares = known.reduce((sum, id) => sum + square(idf[id] ?? 0), unknown * square(UNKNOWN_WEIGHT));
  const length = Math.sqrt(squares) || 1;
  return {
    ids: Uint32Array.from(known),
    values: Float32Array.from(known, (id) => (idf[id] ?? 0) / length),
  };
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
