import { ACTIONS, MISSING, REFUSALS, TALK } from './actions.ts';
import { BLIND_SET } from './blind-set.ts';
import { TURNS } from './conversations.ts';
import { EVERYDAY } from './everyday.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { HOLD_OUT } from './hold-out.ts';
import { AHEAD, QUESTIONS } from './questions.ts';
import { READINGS } from './readings.ts';
import { VARIATIONS } from './variations.ts';

/**
 * A message, the earlier messages in its conversation, and the message's intent as formatted by
 * `formatIntent`.
 */
export type Phrasing = { text: string; before: readonly string[]; means: string };

/** All examples, with the household in `customer-context.ts`. */
export const PHRASINGS: readonly Phrasing[] = [
  QUESTIONS,
  AHEAD,
  ACTIONS,
  MISSING,
  TALK,
  REFUSALS,
  TURNS,
  FOLLOW_UPS,
  HOLD_OUT,
  BLIND_SET,
  READINGS,
  VARIATIONS,
  EVERYDAY,
].flatMap(phrasingsIn);

function phrasingsIn(table: string): Phrasing[] {
  let before: string[] = [];
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const goesOn = line.startsWith('+ ');
      const [text = '', means = ''] = (goesOn ? line.slice(2) : line).split(' \u2192 ');
      if (!goesOn) before = [];
      const phrasing = { text, before: [...before], means };
      before.push(text);
      return phrasing;
    });
}
