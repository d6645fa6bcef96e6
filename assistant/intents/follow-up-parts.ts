import { parseDay } from '../../engine/calendar/calendar.ts';
import type { Period, Place, Question } from '../intent.ts';
import { getPeriod, type Tense, type Unit, unitAround } from '../parser/days.ts';
import type { Draft, MatchedSpans } from '../parser/matched-spans.ts';
import type { Ref } from '../parser/names.ts';

/** "The other card": the other one of two. */
export function getOtherProduct(spans: MatchedSpans, before: Place | null): Place | null {
  if (!spans.has('another')) return null;
  const { accounts, cards, loans, mortgages } = spans.known;
  const [item] = spans.of('name').filter(({ generic }) => generic !== null);
  const is = item?.refs[0]?.is ?? before?.is;
  if (!before || is !== before.is) return null;
  const all = { account: accounts, card: cards, loan: loans, mortgage: mortgages }[before.is];
  const rest = all.filter(
    ({ id }) =>
      id !== before.id && (!item || item.generic === 'account' || item.refs.some((ref) => ref.id === id)),
  );
  const [only] = rest;
  if (rest.length !== 1 || !only) return null;
  spans.any('another');
  if (item) spans.take(item);
  return { is: before.is, id: only.id };
}

export const timeIn = (spans: MatchedSpans, tense: Tense) => {
  const time = spans.one('time');
  return time ? spans.period(time.time, tense) : null;
};

/** "The month before that": the full month before the period asked about. */
export function periodBefore(spans: MatchedSpans, asked: Period | null): Period | null {
  const said = /\bthe (week|month|quarter|year) before (?:that|it)[\s?.!]*$/i.exec(spans.text);
  if (!said || asked?.from == null) return null;
  const unit = said[1]?.toLowerCase() as Unit;
  const first = parseDay(asked.from);
  if (unitAround(first, unit).from !== first) return null;
  spans.takeWords(/^(?:week|month|quarter|year|before)$/);
  return getPeriod(unitAround(first - 1, unit), spans.today);
}

/** Returns a newly named item of a kind; null without one, and a draft if it is ambiguous. */
export function namedIn(
  spans: MatchedSpans,
  kinds: readonly Ref['is'][],
  of: Question['kind'],
): { ref: Ref | null; draft: Draft | null } {
  const [picked] = spans.names(kinds);
  if (!picked) return { ref: null, draft: null };
  const refs = picked.refs;
  if (refs.length === 1) return { ref: refs[0] ?? null, draft: null };
  return {
    ref: null,
    draft: spans.askWhich(
      {
        of,
        slot: 'name',
        question: `Which one do you mean by \u201c${picked.item.raw}\u201d?`,
        understood: `\u201c${picked.item.raw}\u201d has more than one match`,
      },
      { item: picked.item, refs },
    ),
  };
}
