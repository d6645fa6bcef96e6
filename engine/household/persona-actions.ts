import { addMonths, type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import type { CustomerAction } from '../simulation/history.ts';
import type { PersonaPlan, PlannedAction } from './persona-schema.ts';
import { toMinor } from './persona-start.ts';

/** Payments between people post in the evening. Disputed charges and their credits post in the morning. */
const PEOPLE_AT_MINUTES = 19 * 60 + 25;
const DISPUTE_AT_MINUTES = 7 * 60;
const MINUTE_MS = 60_000;

export type ActionContext = {
  /** The first and the last day of the history, and the instant at which it ends. */
  day: DayNumber;
  today: DayNumber;
  now: Instant;
  timeZone: string;
  idOf: (name: string) => string;
};

/** Movements of a plan that other parts of the household refer to. */
export type PlannedActions = {
  /** In order of time. */
  actions: CustomerAction[];
  /** The duplicate charge that the customer disputes. */
  disputed?: CustomerAction;
  /** Payments between people, in the plan's order. */
  people: { action: CustomerAction; reference: string }[];
};

/** Returns the customer's actions in a plan's history in chronological order, none after its end. */
export function planActions(plan: PersonaPlan, context: ActionContext, newId: () => string): PlannedActions {
  const zone = new Zone(context.timeZone);
  const ago = (days: number, minutes: number) => zone.at(context.today - days, minutes);
  const getCurrency = (name: string) =>
    plan.accounts.find((account) => account.name === name)?.currency ?? 'USD';
  const isAccount = (name: string) => plan.accounts.some((account) => account.name === name);
  const spend = (name: string, amount: number): CustomerAction['lines'] => {
    const currency = getCurrency(name);
    return [
      { ledger: context.idOf(name), amount: -amount, currency },
      { ledger: 'outside', amount, currency },
    ];
  };

  const toAction = (planned: PlannedAction): CustomerAction => {
    const at = getInstant(planned, context, zone);
    if (planned.type === 'purchase') {
      const { merchant, category, description = merchant } = planned;
      const kind = isAccount(planned.with) ? 'payment' : 'card_charge';
      return {
        at,
        kind,
        description,
        merchant,
        category,
        lines: spend(planned.with, toMinor(planned.amount)),
      };
    }
    const [source, target] = [context.idOf(planned.from), context.idOf(planned.to)];
    const [from, to] = [getCurrency(planned.from), getCurrency(planned.to)];
    const amount = toMinor(planned.amount);
    const { description } = planned;
    if (planned.type === 'transfer')
      return {
        at,
        kind: 'transfer',
        description,
        category: planned.category,
        lines: [
          { ledger: source, amount: -amount, currency: from },
          { ledger: target, amount, currency: to },
        ],
      };
    const bought = roundHalfAway(amount / planned.rate);
    return {
      at,
      kind: 'transfer',
      description,
      lines: [
        { ledger: source, amount: -amount, currency: from },
        { ledger: 'exchange', amount, currency: from },
        { ledger: 'exchange', amount: -bought, currency: to },
        { ledger: target, amount: bought, currency: to },
      ],
    };
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
  const charge = (minutes: number): CustomerAction[] =>
    dispute
      ? [
          {
            at: ago(dispute.chargedDaysAgo, DISPUTE_AT_MINUTES) + minutes * MINUTE_MS,
            kind: 'card_charge',
            description: dispute.merchant,
            merchant: dispute.merchant,
            category: dispute.category,
            lines: spend(dispute.card, toMinor(dispute.amount)),
          },
        ]
      : [];
  const [disputed] = charge(1);
  const credited: CustomerAction[] = dispute
    ? [
        {
          at: ago(dispute.openedDaysAgo, DISPUTE_AT_MINUTES),
          kind: 'dispute_credit',
          description: 'Credit while a dispute is in review',
          category: dispute.category,
          lines: spend(dispute.card, -toMinor(dispute.amount)),
        },
      ]
    : [];
  const actions = [
    ...plan.actions.map(toAction),
    ...people.map(({ action }) => action),
    ...charge(0),
    ...(disputed ? [disputed] : []),
    ...credited,
  ];
  return {
    actions: actions.filter(({ at }) => at <= context.now).sort((first, second) => first.at - second.at),
    ...(disputed && { disputed }),
    people,
  };
}

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
