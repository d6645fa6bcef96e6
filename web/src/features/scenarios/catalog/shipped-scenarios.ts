import { type Scenario, scenario } from '@engine/scenarios/scenario.ts';

/** A scenario with the exact text of its file. */
export type ScenarioFile = { pack: Scenario; text: string };

const TEXTS = import.meta.glob<string>('../../../../../content/scenarios/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Easier scenarios first, then by title. */
const STEPS: readonly Scenario['difficulty'][] = ['easy', 'medium', 'hard'];

/** The scenarios that come with the bank. */
export const SHIPPED_SCENARIOS: readonly ScenarioFile[] = Object.values(TEXTS)
  .map((text) => ({ text, pack: scenario.parse(JSON.parse(text)) }))
  .toSorted(
    ({ pack: one }, { pack: other }) =>
      STEPS.indexOf(one.difficulty) - STEPS.indexOf(other.difficulty) || one.title.localeCompare(other.title),
  );
