import { awayFrom, counted, money } from '../../../../assistant/format.ts';
import type { PayTarget } from '../../../../assistant/intent.ts';
import { dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { dayAfter, MAX_FAST_FORWARD } from '../../../../engine/calendar/duration.ts';
import { formatFullDate } from '../../../../engine/calendar/format-date.ts';
import { addUnits } from '../../../../engine/calendar/periods.ts';
import { findScenarioLoss } from '../../../../engine/scenarios/loss.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from '../answers/balance.ts';
import { type ActionOf, CannotPropose, change, type Effect, getAccount } from './effect.ts';

const FREQUENCIES = {
  WEEKLY: 'every week',
  BIWEEKLY: 'every 2 weeks',
  MONTHLY: 'every month',
  QUARTERLY: 'every 3 months',
  ANNUALLY: 'every year',
  DAILY: 'every day',
  HOURLY: 'every hour',
} as const;
const MAX_NAME_LENGTH = 80;

const AMOUNT_KINDS = { minimum: 'the minimum payment', statement: 'the statement balance' } as const;

/** The column of `scheduled_payments` for each kind of recipient. */
const TARGET_COLUMNS: Record<PayTarget['is'], string> = {
  payee: 'payee',
  account: 'to_account_id',
  card: 'card_id',
  loan: 'loan_id',
  mortgage: 'mortgage_id',
};

export function previewScheduledPayment(action: ActionOf<'schedule'>, context: AnswerContext): Effect {
  const { to, amount: stated, frequency, on, until, name } = action;
  const from = getAccount(action.from, context);
  if (stated.is === 'exact' && stated.currency !== null && stated.currency !== from.currency)
    throw new CannotPropose(
      `The amount is in ${stated.currency}, but ${from.name} is in ${from.currency}. Enter the amount in the account's currency.`,
    );
  const target = to.is === 'payee' ? to.name : (context.findProduct(to)?.name ?? 'a closed account');
  const amount = stated.is === 'exact' ? money(stated.amount, from.currency) : AMOUNT_KINDS[stated.is];
  const isOnce = frequency === null;
  const rhythm = isOnce ? 'once' : FREQUENCIES[frequency];
  const day = context.formatDay(on);
  const occurrences = frequency && until ? countOccurrences(frequency, on, until) : null;
  const end = occurrences === null ? '' : `, ${counted(occurrences, 'time')}`;
  return {
    kind: 'schedule_payment',
    parameters: {
      account_id: from.id,
      name: name.slice(0, MAX_NAME_LENGTH),
      [TARGET_COLUMNS[to.is]]: to.is === 'payee' ? to.name : to.id,
      amount: stated.is === 'exact' ? stated.amount : null,
      amount_kind: stated.is === 'exact' ? 'fixed' : stated.is,
      frequency: frequency ?? 'MONTHLY',
      start_date: on,
      ...(isOnce && { occurrences: 1 }),
      ...(occurrences !== null && { occurrences }),
    },
    title: `Pay ${amount} to ${target} ${rhythm}${end}`,
    changes: [
      change('From', from.name),
      change(isOnce ? 'On' : 'First payment', `${day}, ${context.formatDistance(on)}`),
      change('Frequency', rhythm),
      ...(until && occurrences !== null
        ? [change('Ends', `${context.formatDay(until)}, after ${counted(occurrences, 'payment')}`)]
        : []),
    ],
    warnings:
      on <= context.customer.today
        ? ['This is scheduled for today. We may pay it as soon as you confirm.']
        : [],
    href: '/scheduled-payments',
    done: `We'll pay ${amount} to ${target} ${rhythm}, ${isOnce ? 'on' : 'starting'} ${day}.`,
    undone: `Deleted the scheduled payment to ${target}.`,
  };
}

const UNITS = {
  WEEKLY: ['week', 1],
  BIWEEKLY: ['week', 2],
  MONTHLY: ['month', 1],
  QUARTERLY: ['month', 3],
  ANNUALLY: ['year', 1],
} as const;

/** Counts the payments from the first day through the last possible day. */
function countOccurrences(frequency: keyof typeof UNITS, on: string, until: string): number {
  const [unit, step] = UNITS[frequency];
  const [first, last] = [parseDay(on), parseDay(until)];
  let count = 0;
  while (addUnits(first, unit, count * step) <= last) count += 1;
  return Math.max(1, count);
}

export function previewRecurringDeposit(action: ActionOf<'auto_deposit'>, context: AnswerContext): Effect {
  const { amount, currency, frequency, on, name } = action;
  const account = getAccount(action.account, context);
  if (currency !== null && currency !== account.currency)
    throw new CannotPropose(
      `${account.name} is in ${account.currency}. Enter the amount in ${account.currency}.`,
    );
  const deposit = `${money(amount, account.currency)} into ${account.name} ${FREQUENCIES[frequency]}`;
  const day = context.formatDay(on);
  return {
    kind: 'auto_deposit',
    parameters: {
      account_id: account.id,
      name: name.slice(0, MAX_NAME_LENGTH),
      amount,
      frequency,
      start_date: on,
    },
    title: `Deposit ${deposit}`,
    changes: [change('First deposit', day), change('Frequency', FREQUENCIES[frequency])],
    href: '/auto-deposit',
    done: `We'll deposit ${deposit}, starting ${day}.`,
    undone: 'Deleted the auto deposit.',
  };
}

export function previewFreeze({ card, frozen }: ActionOf<'freeze'>, { customer }: AnswerContext): Effect {
  const match = customer.cards.find(({ id }) => id === card.id);
  if (!match) throw new CannotPropose("We can't find that card. It may be closed.");
  const { id, name } = match;
  if (match.frozen === frozen)
    throw new CannotPropose(`${name} ${frozen ? 'is already frozen' : "isn't frozen"}.`);
  return {
    kind: frozen ? 'freeze_card' : 'unfreeze_card',
    parameters: { card: id },
    title: `${frozen ? 'Freeze' : 'Unfreeze'} ${name}`,
    changes: [frozen ? change(name, 'Frozen', 'Active') : change(name, 'Active', 'Frozen')],
    warnings: frozen ? ['We decline new charges while the card is frozen. Payments are still due.'] : [],
    href: getHref({ is: 'card', id }),
    done: `${name} is ${frozen ? 'frozen' : 'active again'}.`,
    undone: `${name} is ${frozen ? 'active again' : 'frozen again'}.`,
  };
}

export function previewBudget(
  { category: { id, name }, amount }: ActionOf<'set_budget'>,
  { customer, baseCurrency }: AnswerContext,
): Effect {
  const current = customer.budgets.find(({ categoryId }) => categoryId === id);
  const currency = current?.currency ?? baseCurrency;
  const after = money(amount, currency);
  const before = current && money(current.amount, currency);
  return {
    kind: 'set_budget',
    parameters: { category: id, amount },
    expects: { [id]: current?.amount ?? null },
    title: `Set the budget for ${name} to ${after} a month`,
    changes: [change(name, after, before ?? 'No budget')],
    href: '/budgets',
    done: `Your ${name} budget is now ${after} a month.`,
    undone: before
      ? `We changed your ${name} budget back to ${before} a month.`
      : `We removed your ${name} budget.`,
  };
}

export function previewBudgetDeletion(
  { category: { id, name } }: ActionOf<'delete_budget'>,
  { customer }: AnswerContext,
): Effect {
  const current = customer.budgets.find(({ categoryId }) => categoryId === id);
  if (!current) throw new CannotPropose(`You don't have a ${name} budget.`);
  const before = money(current.amount, current.currency);
  return {
    kind: 'delete_budget',
    parameters: { category: id },
    expects: { [id]: current.amount },
    title: `Delete the ${name} budget`,
    changes: [change(name, 'No budget', before)],
    warnings: ['Your transactions stay as they are.'],
    href: '/budgets',
    done: `We deleted your ${name} budget.`,
    undone: `Your ${name} budget is ${before} a month again.`,
  };
}

export async function previewFastForward(
  { to }: ActionOf<'fast_forward'>,
  context: AnswerContext,
): Promise<Effect> {
  const { today, accounts, cards } = context.customer;
  const [from, target] = [formatFullDate(today), formatFullDate(to)];
  if (to <= today)
    throw new CannotPropose(
      `You can only move forward in time, and today is ${from}. To go back, restore a checkpoint.`,
    );
  if (accounts.length + cards.length === 0) throw new CannotPropose('Open an account first.');
  if (to > dayText(dayAfter(context.today, MAX_FAST_FORWARD)))
    throw new CannotPropose('You can fast-forward up to 50 years at a time. Choose an earlier date.');
  const start = context.getStart(parseDay(to));
  const row = await context.loadHousehold();
  const loss = row && findScenarioLoss(row, Date.parse(start));
  return {
    kind: 'fast_forward',
    parameters: { to },
    title: `Fast-forward to ${target}`,
    changes: [change('Today', `${target}, ${awayFrom(today, to)}`, from)],
    warnings: [
      ...(loss
        ? [`If nothing changes, you'll lose your scenario on ${formatFullDate(dayText(loss.on))}.`]
        : []),
      `We'll process everything due until then. You can't undo this, but we'll save a checkpoint first. You can restore it in Settings > Time and checkpoints.`,
    ],
    href: '/settings/time',
    done: `Fast-forwarding to ${target}.`,
    fastForwardTo: start,
  };
}
