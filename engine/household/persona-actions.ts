import { addMonths, type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import type { CustomerAction } from '../simulation/history.ts';
import type { PersonaPlan, PlannedAction } from './persona-schema.ts';

/** Payments between people post in the evening. Disputed charges and their credits post in the morning. */
const PEOPLE_AT_MINUTES = 19 * 60 + 25;
const DISPUTE_AT_MINUTES = 7 * 60;
const MINUTE_MS = 60_000;

export type ActionContext = {
  /** The first and last days of the history, and the instant at which the history ends. */
  day: DayNumber;
  today: DayNumber;
  now: Instant;
  timeZone: string;
  idOf: (name: string) => string;
};

/** The planned transactions that other parts of the household refer to. */
export type PlannedActions = ReturnType<typeof planActions>;

/**
 * Returns the customer's actions in the plan's history, in chronological order. Leaves out actions after the
 * end of the history.
 */
export function planActions(plan: PersonaPlan, context: ActionContext, newId: () => string) {
  const zone = new Zone(context.timeZone);
  const ago = (days: number, minutes: number) => zone.at(context.today - days, minutes);
  const getCurrency = (name: string) =>
    plan.accounts.find((account) => account.name === name)?.currency ?? 'USD';
  const isAccount = (name: string) => plan.accounts.some((account) => account.name === name);
  const spend = (name: string, amount: number) =>
    move(getCurrency(name), context.idOf(name), 'outside', amount);

  const toAction = (planned: PlannedAction): CustomerAction => {
    const at = getInstant(planned, context, zone);
    const amount = toMinor(planned.amount);
    if (planned.type === 'purchase') {
      const { merchant, category, description = merchant } = planned;
      const kind = isAccount(planned.with) ? 'payment' : 'card_charge';
      return { at, kind, description, merchant, category, lines: spend(planned.with, amount) };
    }
    const { description } = planned;
    const [source, target] = [context.idOf(planned.from), context.idOf(planned.to)];
    const [from, to] = [getCurrency(planned.from), getCurrency(planned.to)];
    if (planned.type === 'transfer') {
      const lines = move(from, source, target, amount);
      return { at, kind: 'transfer', description, category: planned.category, lines };
    }
    const bought = roundHalfAway(amount / planned.rate);
    const lines = [...move(from, source, 'exchange', amount), ...move(to, 'exchange', target, bought)];
    return { at, kind: 'transfer', description, lines };
  };

  /** Returns a charge, its duplicate, and the provisional credit for the duplicate. */
  const getDisputed = (dispute: NonNullable<PersonaPlan['dispute']>): CustomerAction[] => {
    const { card, merchant, category, chargedDaysAgo, openedDaysAgo } = dispute;
    const amount = toMinor(dispute.amount);
    const charge = { kind: 'card_charge', description: merchant, merchant, category };
    const chargedAt = ago(chargedDaysAgo, DISPUTE_AT_MINUTES);
    return [
      { ...charge, at: chargedAt, lines: spend(card, amount) },
      { ...charge, at: chargedAt + MINUTE_MS, lines: spend(card, amount) },
      {
        at: ago(openedDaysAgo, DISPUTE_AT_MINUTES),
        kind: 'dispute_credit',
        description: 'Provisional credit for a dispute',
        category,
        lines: spend(card, -amount),
      },
    ];
  };

  const people = (plan.people?.payments ?? []).map((payment) => {
    const { who, direction, note, category, daysAgo } = payment;
    const name = plan.people?.contacts[who]?.name ?? who;
    const reference = newId();
    const signed = direction === 'out' ? toMinor(payment.amount) : -toMinor(payment.amount);
    const action: CustomerAction = {
      at: ago(daysAgo, PEOPLE_AT_MINUTES),
      kind: 'person_payment',
      description: `${direction === 'out' ? 'To' : 'From'} ${name}: ${note}`,
      merchant: name,
      category,
      event_key: `person:${reference}:${direction}`,
      lines: spend(plan.people?.account ?? '', signed),
    };
    return { action, reference };
  });
  const { dispute } = plan;
  const [charge, disputed, credit] = dispute ? getDisputed(dispute) : [];
  const actions = [...plan.actions.map(toAction), ...people.map(({ action }) => action)].concat(
    [charge, disputed, credit].filter((action) => action !== undefined),
  );
  return {
    actions: actions.filter(({ at }) => at <= context.now).sort((first, second) => first.at - second.at),
    /** The duplicate charge that the customer disputes. */
    disputed,
    /** Payments between people, in the order of the plan. */
    people,
  };
}

const move = (currency: string, from: string, to: string, amount: number): CustomerAction['lines'] => [
  { ledger: from, amount: -amount, currency },
  { ledger: to, amount, currency },
];

function getInstant(
  { month, day, daysAgo, time }: PlannedAction,
  context: ActionContext,
  zone: Zone,
): Instant {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const date =
    daysAgo === undefined ? addMonths(context.day, month ?? 0) + (day ?? 1) - 1 : context.today - daysAgo;
  return zone.at(date, hours * 60 + minutes);
}
