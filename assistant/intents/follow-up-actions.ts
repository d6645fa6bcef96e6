import { dayText } from '../../engine/calendar/calendar.ts';
import type { Action, Named } from '../intent.ts';
import { addUnits } from '../parser/days.ts';
import { best, type Draft, done, type MatchedSpans, named } from '../parser/matched-spans.ts';
import { namedIn, otherPlace, timeIn } from './follow-up-parts.ts';

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
export function followAction(claim: MatchedSpans, last: Changeable): Draft | null {
  claim.any('raise lower transfer send put no pay schedule');
  for (const word of claim.of('word')) if (word.words[0] === 'instead') claim.take(word);
  const amount = claim.one('amount');
  if (amount?.said.or != null) return null;
  const share = claim.one('share') ?? (claim.any('all') ? { share: 1 } : null);
  const time = timeIn(claim, 'future');
  const every = claim.one('frequency');
  const said = amount
    ? ({ is: 'exact', amount: amount.said.amount, currency: amount.said.currency } as const)
    : share
      ? ({ is: 'share', share: share.share } as const)
      : null;
  if (last.kind === 'freeze') {
    const { ref } = namedIn(claim, ['card'], 'card');
    const other = otherPlace(claim, { is: 'card', id: last.card.id });
    const card = ref ?? claim.reading.known.cards.find(({ id }) => id === other?.id);
    return card && !said && !time && !every ? done(claim, { ...last, card: named(card) }) : null;
  }
  if (last.kind === 'fast_forward') {
    const length = claim.one('duration');
    const to = length ? dayText(addUnits(claim.reading.today, length.unit, length.count)) : time?.from;
    return to && !said && !every && to > claim.reading.known.today ? done(claim, { ...last, to }) : null;
  }
  if (last.kind === 'set_budget') {
    const { ref } = namedIn(claim, ['category'], 'budget');
    if (time || every || share || (!amount && !ref)) return null;
    return done(claim, {
      ...last,
      amount: amount?.said.amount ?? last.amount,
      category: ref ? named(ref) : last.category,
    });
  }
  if (last.kind === 'auto_deposit') {
    const { ref, draft } = namedIn(claim, ['account'], 'balance');
    if (draft || share) return draft;
    const frequency = (['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const).find(
      (one) => one === every?.frequency,
    );
    if ((every && !frequency) || (!amount && !time && !frequency && !ref)) return null;
    return done(claim, {
      ...last,
      amount: amount?.said.amount ?? last.amount,
      on: time?.from ?? last.on,
      frequency: frequency ?? last.frequency,
      account: ref ? named(ref) : last.account,
    });
  }
  const sides = sideChanges(claim, last);
  if (!sides) return null;
  if (last.kind === 'schedule') {
    const frequency =
      every && every.frequency !== 'HOURLY' && every.frequency !== 'DAILY' ? every.frequency : null;
    if (said?.is === 'share' || (!said && !time && !frequency && !sides.from) || sides.to) return null;
    const on = time?.from ?? last.on;
    if (on < claim.reading.known.today) return null;
    return done(claim, {
      ...last,
      amount: said ?? last.amount,
      on,
      frequency: frequency ?? last.frequency,
      from: sides.from ?? last.from,
    });
  }
  if (time || every || (!said && !sides.from && !sides.to)) return null;
  const changed = { amount: said ?? last.amount, from: sides.from ?? last.from };
  if (last.kind === 'transfer') {
    const to = sides.to ?? last.to;
    return to.id === changed.from.id ? null : done(claim, { ...last, ...changed, to });
  }
  return sides.to ? null : done(claim, { ...last, ...changed });
}

function sideChanges(
  claim: MatchedSpans,
  last: { from: Named },
): { from: Named | null; to: Named | null } | null {
  const picked = claim.names(['account']);
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
