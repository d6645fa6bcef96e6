import { money } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { figures, how, link } from '../../../../../assistant/parts.ts';
import { DAY_MS, dayText } from '../../../../../engine/calendar/calendar.ts';
import { simulate } from '../../../../../engine/simulation/simulate.ts';
import type { HouseholdState } from '../../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { TopicAnswers } from '../topics.ts';

const PAGE = ['Scheduled payments', '/scheduled-payments'] as const;
/** Covers the 18 months between two increases of a subscription. */
const DAYS_AHEAD = 580;
const MAX_SHOWN = 6;

/** The next increase of a bill. Amounts are in major units. */
type Increase = {
  id: string;
  name: string;
  before: number;
  after: number;
  day: string;
  currency: string;
  isAnnounced: boolean;
};

/** Returns the next increase of each bill, announced or expected, soonest first. */
function listIncreases(state: HouseholdState): Increase[] {
  const { events } = simulate(state, state.at + DAYS_AHEAD * DAY_MS);
  return state.scheduledPayments
    .flatMap((rule): Increase[] => {
      const { id, name, amount, accountId, bill } = rule;
      const currency = state.accounts.find((account) => account.id === accountId)?.currency ?? 'USD';
      const toIncrease = (before: number, after: number, day: string): Increase => ({
        ...{ id, name, currency, day, isAnnounced: bill?.next !== undefined },
        before: before / 100,
        after: after / 100,
      });
      if (bill?.next) return [toIncrease(Number(amount), bill.next.amount, dayText(bill.next.on))];
      const facts = events.find(({ kind, subject }) => kind === 'price_increase' && subject === id)?.facts;
      if (!facts) return [];
      const { before, after, effective_date: day } = facts;
      return [toIncrease(Number(before), Number(after), String(day))];
    })
    .toSorted((left, right) => left.day.localeCompare(right.day));
}

/** Answers when the named payments or the next bills go up, and to which amount. */
async function* answerIncrease({ payments }: TopicValues, context: AnswerContext): Answer {
  const loaded = await context.loadState();
  if (!loaded) return yield* answerNothing("You don't have any scheduled payments.", ...PAGE);
  if (!loaded.row.carryover.billIncreases)
    return yield* answerNothing(
      'Your bills stay the same, because bill increases are off in your settings.',
      'Realism settings',
      '/settings/time#realism',
    );
  const named = new Set(payments.map(({ id }) => id));
  const all = listIncreases(loaded.state);
  const increases = named.size > 0 ? all.filter(({ id }) => named.has(id)) : all;
  const [first] = increases;
  if (!first) {
    const [payment] = payments;
    const rule = context.customer.scheduledPayments.find(({ id }) => id === payment?.id);
    return yield* answerNothing(
      rule
        ? `${rule.name} doesn't go up at a set date.`
        : 'None of your scheduled payments goes up in the next 18 months.',
      ...PAGE,
    );
  }
  const { name, before, after, day, currency, isAnnounced } = first;
  yield lead(
    `${name} goes up from ${money(before, currency)} to ${money(after, currency)} on ${context.formatDay(day)}${isAnnounced ? '' : ', if inflation stays the same'}.`,
  );
  yield figures(
    ...increases.slice(0, MAX_SHOWN).map((increase) => ({
      label: `${increase.name}, ${context.formatDay(increase.day)}`,
      amount: increase.after,
      currency: increase.currency,
    })),
  );
  yield how('The next increase of your bills.', {
    rule: 'We announce an increase 30 or 60 days before. Later ones are estimates with today’s inflation.',
  });
  yield link(...PAGE);
}

export const INCREASE_ANSWERS: TopicAnswers = { 'bill-increase': answerIncrease };
