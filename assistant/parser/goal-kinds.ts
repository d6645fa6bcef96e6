import type { CustomerContext } from '../intent.ts';

type Goal = CustomerContext['goals'][number];

/** The everyday words for each kind of goal, and the names that such goals have. */
const KINDS: readonly { word: RegExp; name: RegExp }[] = [
  {
    word: /\b(?:trip|vacation|holidays?|travel(?:s|ing)?|getaway|journey)\b/i,
    name: /\b(?:weeks?|weekend|days?|month|summer|winter|honeymoon) in \p{L}|\b(?:trip|vacation|holidays?|travel|getaway|flights?|cruise|honeymoon|journey)\b/iu,
  },
  { word: /\b(?:car|vehicle|truck)\b/i, name: /\b(?:car|vehicle|truck|van|suv)\b/i },
  { word: /\b(?:house|home|apartment|condo)\b/i, name: /\b(?:house|home|condo|down ?payment)\b/i },
  { word: /\b(?:wedding|marriage)\b/i, name: /\b(?:wedding|marriage)\b/i },
  { word: /\b(?:emergenc(?:y|ies)|rainy[- ]day|safety net|cushion)\b/i, name: /\b(?:emergency|rainy)\b/i },
  { word: /\b(?:school|college|university|education)\b/i, name: /\b(?:college|school|tuition|education)\b/i },
];

/** Returns the only goal of the kind that a message names: "my vacation goal" means "Two weeks in Lisbon". */
export function findGoalByKind(text: string, goals: readonly Goal[]): { goal: Goal; word: string } | null {
  for (const { word, name } of KINDS) {
    const [stated] = word.exec(text) ?? [];
    if (stated === undefined) continue;
    const [goal, another] = goals.filter((item) => name.test(item.name));
    if (goal && !another) return { goal, word: stated };
  }
  return null;
}
