import { parseDay } from '../../engine/calendar/calendar.ts';
import type { Period, Place, Question } from '../intent.ts';
import { getPeriod, type Tense, type Unit, unitAround } from '../parser/days.ts';
import { best, choicesFor, type Draft, type MatchedSpans, missing } from '../parser/matched-spans.ts';
import type { Ref } from '../parser/names.ts';
import { takeWords } from './cash-flow.ts';

/** "The other card": the other one of two. */
export function otherPlace(claim: MatchedSpans, before: Place | null): Place | null {
  if (!claim.has('another')) return null;
  const { accounts, cards, loans, mortgages } = claim.reading.known;
  const [item] = claim.of('name').filter(({ generic }) => generic !== null);
  const is = item?.refs[0]?.is ?? before?.is;
  if (!before || is !== before.is) return null;
  const all = { account: accounts, card: cards, loan: loans, mortgage: mortgages }[before.is];
  const rest = all.filter(
    ({ id }) =>
      id !== before.id && (!item || item.generic === 'account' || item.refs.some((ref) => ref.id === id)),
  );
  const [only] = rest;
  if (rest.length !== 1 || !only) return null;
  claim.any('another');
  if (item) claim.take(item);
  return { is: before.is, id: only.id };
}

export const timeIn = (claim: MatchedSpans, tense: Tense) => {
  const time = claim.one('time');
  return time ? claim.period(time.time, tense) : null;
};

/** "The month before that": the full month before the period asked about. */
export function periodBefore(claim: MatchedSpans, asked: Period | null): Period | null {
  const said = /\bthe (week|month|quarter|year) before (?:that|it)[\s?.!]*$/i.exec(claim.reading.text);
  if (!said || asked?.from == null) return null;
  const unit = said[1]?.toLowerCase() as Unit;
  const first = parseDay(asked.from);
  if (unitAround(first, unit).from !== first) return null;
  takeWords(claim, /^(?:week|month|quarter|year|before)$/);
  return getPeriod(unitAround(first - 1, unit), claim.reading.today);
}

/** Returns a newly named item of a kind; null without one, and a draft if it is ambiguous. */
export function namedIn(
  claim: MatchedSpans,
  kinds: readonly Ref['is'][],
  of: Question['kind'],
): { ref: Ref | null; draft: Draft | null } {
  const [picked] = claim.names(kinds);
  if (!picked) return { ref: null, draft: null };
  const refs = best(picked.refs);
  if (refs.length === 1) return { ref: refs[0] ?? null, draft: null };
  return {
    ref: null,
    draft: missing(claim, {
      of,
      slot: 'name',
      question: `Which one do you mean by \u201c${picked.item.raw}\u201d?`,
      understood: `\u201c${picked.item.raw}\u201d has more than one match`,
      choices: choicesFor(claim, picked.item, refs),
    }),
  };
}
