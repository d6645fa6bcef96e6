import { dayText } from '../../engine/calendar/calendar.ts';
import type { Action, Named } from '../intent.ts';
import { addUnits } from '../parser/days.ts';
import { best, type Draft, type MatchedSpans, named } from '../parser/matched-spans.ts';
import { getOtherProduct, namedIn, timeIn } from './follow-up-parts.ts';

export type Changeable = Extract<
  Action,
  {
    kind:
      | 'transfer'
      | 'pay_card'
      | 'pay_debt'
      | 'pay_person'
      | 'schedule'
      | 'auto_deposit'
      | 'set_budget'
      | 'fast_forward'
      | 'freeze';
  }
>;

/** "Make it 300", "from savings instead", "on the 5th". */
export function followAction(spans: MatchedSpans, last: Changeable): Draft | null {
  spans.any('raise lower transfer send put no pay schedule');
  spans.takeWords(/^instead$/);
  const amount = spans.one('amount');
  if (amount?.said.or != null) return null;
  const share = spans.one('share') ?? (spans.any('all') ? { share: 1 } : null);
  const time = timeIn(spans, 'future');
  const every = spans.one('frequency');
  const said = amount
    ? ({ is: 'exact', amount: amount.said.amount, currency: amount.said.currency } as const)
    : share
      ? ({ is: 'share', share: share.share } as const)
      : null;
  if (last.kind === 'freeze') {
    const { ref } = namedIn(spans, ['card'], 'card');
    const other = getOtherProduct(spans, { is: 'card', id: last.card.id });
    const card = ref ?? spans.known.cards.find(({ id }) => id === other?.id);
    return card && !said && !time && !every ? { ...last, card: named(card) } : null;
  }
  if (last.kind === 'fast_forward') {
    const length = spans.one('duration');
    const to = length ? dayText(addUnits(spans.today, length.unit, length.count)) : time?.from;
    return to && !said && !every && to > spans.known.today ? { ...last, to } : null;
  }
  if (last.kind === 'set_budget') {
    const { ref } = namedIn(spans, ['category'], 'budget');
    if (time || every || share || (!amount && !ref)) return null;
    return {
      ...last,
      amount: amount?.said.amount ?? last.amount,
      category: ref ? named(ref) : last.category,
    };
  }
  if (last.kind === 'auto_deposit') {
    const { ref, draft } = namedIn(spans, ['account'], 'balance');
    if (draft || share) return draft;
    const frequency = (['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const).find(
      (one) => one === every?.frequency,
    );
    if ((every && !frequency) || (!amount && !time && !frequency && !ref)) return null;
    return {
      ...last,
      amount: amount?.said.amount ?? last.amount,
      on: time?.from ?? last.on,
      frequency: frequency ?? last.frequency,
      account: ref ? named(ref) : last.account,
    };
  }
  const sides = sideChanges(spans, last);
  if (!sides) return null;
  if (last.kind === 'schedule') {
    const frequency =
      every && every.frequency !== 'HOURLY' && every.frequency !== 'DAILY' ? every.frequency : null;
    if (said?.is === 'share' || (!said && !time && !frequency && !sides.from) || sides.to) return null;
    const on = time?.from ?? last.on;
    if (on < spans.known.today) return null;
    return {
      ...last,
      amount: said ?? last.amount,
      on,
      frequency: frequency ?? last.frequency,
      from: sides.from ?? last.from,
    };
  }
  if (time || every || (!said && !sides.from && !sides.to)) return null;
  const changed = { amount: said ?? last.amount, from: sides.from ?? last.from };
  if (last.kind === 'transfer') {
    const to = sides.to ?? last.to;
    return to.id === changed.from.id ? null : { ...last, ...changed, to };
  }
  return sides.to ? null : { ...last, ...changed };
}

function sideChanges(
  spans: MatchedSpans,
  last: { from: Named },
): { from: Named | null; to: Named | null } | null {
  const picked = spans.names(['account']);
  let [from, to]: (Named | null)[] = [null, null];
  for (const { item, refs } of picked) {
    const [only, other] = best(refs).filter(({ id }) => id !== last.from.id || item.prep === 'from');
    if (!only || other) return null;
    if (item.prep === 'from' || item.prep === 'out of' || item.prep === 'using') from = named(only);
    else if (item.prep === 'to' || item.prep === 'into' || item.prep === 'in') to = named(only);
    else return null;
  }
  return { from: from ?? null, to: to ?? null };
}
