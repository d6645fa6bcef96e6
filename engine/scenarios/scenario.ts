import { z } from 'zod';
import { scenarioCourse } from './course-schema.ts';
import { scenarioStart } from './start-schema.ts';
import { count, LONGEST_MONTHS, list, longText, oneOf, slug, text, title } from './values.ts';

export const PACK_FORMAT = 'sandbank-pack';
export const PACK_VERSION = 1;
/** The maximum size in bytes of UTF-8 text. */
export const LARGEST_SCENARIO_FILE = 256 * 1024;

/** The six topics of the US national standards for personal financial education. */
export const SCENARIO_TOPICS = [
  'earning',
  'spending',
  'saving',
  'investing',
  'credit',
  'managing risk',
] as const;
export type ScenarioTopic = (typeof SCENARIO_TOPICS)[number];

export const SCENARIO_DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/**
 * A scenario: the starting household, its events, the objectives, and the outcomes. Stored as one JSON file
 * in UTF-8. Amounts are in US dollars with up to two decimals, and rates in percent per year. Days count from
 * the first day, which is day 0. The `id` of a product, rule, or goal is unique in the pack. This schema
 * checks the structure; `parseScenario` also checks the references between the parts.
 */
export const scenario = z.strictObject({
  format: z.literal(PACK_FORMAT, `"${PACK_FORMAT}"`),
  version: z.literal(PACK_VERSION, `${PACK_VERSION}, the only supported version`),
  id: slug,
  /** The revision of the scenario. It increases with every change. */
  edition: count(1, 10_000),
  title,
  topics: list(oneOf(SCENARIO_TOPICS), 6).min(1, 'a list with at least one topic'),
  difficulty: oneOf(SCENARIO_DIFFICULTIES),
  /** The length in months. The scenario ends on the last day of the last month. */
  months: count(1, LONGEST_MONTHS),
  /** The learning goal in one sentence, shown in the catalog. */
  teaches: text(200),
  /** The introduction. */
  story: list(longText, 8).min(1, 'a list with at least one paragraph'),
  author: title,
  license: title,
  /** The sources of the figures in the scenario. */
  sources: list(text(300), 20).optional(),
  /** The same seed and first day produce the same simulation. */
  seed: count(0, 2_147_483_647),
  start: scenarioStart,
  ...scenarioCourse,
});

export type Scenario = z.infer<typeof scenario>;
