import { awayFrom, money } from '../../../assistant/format.ts';
import type { Action } from '../../../assistant/intent.ts';
import { dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { dayAfter, MAX_FAST_FORWARD } from '../../../engine/calendar/duration.ts';
import { formatFullDate } from '../../../engine/calendar/format-date.ts';
import { findScenarioLoss } from '../../../engine/scenarios/loss.ts';
import type { Asking } from './asking.ts';
import { getAccount, type Preview, type Refused } from './preview.ts';

const MONTHLY_WORDS: Record<string, string> = {
  WEEKLY: 'every week',
  BIWEEKLY: 'every 2 weeks',
  MONTHLY: 'every month',
  QUARTERLY: 'every 3 months',
  ANNUALLY: 'every year',
  DAILY: 'every day',
  HOURLY: 'every hour',
};

export async function schedule(
  { to, from, amount: said, frequency, on, name }: Extract<Action, { kind: 'schedule' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const source = getAccount(from, asking);
  if (!source) return { refused: 'That account is closed. Choose another account.' };
  if (said.is === 'exact' && said.currency !== null && said.currency !== source.currency)
    return { refused: `The amount is in ${said.currency}, but ${source.name} is in ${source.currency}.` };
  const amount = said.is === 'exact' ? said.amount : null;
  const target = to.is === 'payee' ? to.name : (asking.place(to)?.name ?? 'a closed product');
  const formatted =
    amount === null
      ? said.is === 'minimum'
        ? 'the minimum payment'
        : 'the statement balance'
      : money(amount, source.currency);
  const rhythm = frequency === null ? 'once' : (MONTHLY_WORDS[frequency] ?? '');
  const column = {
    payee: 'payee',
    account: 'to_account_id',
    card: 'card_id',
    loan: 'loan_id',
    mortgage: 'mortgage_id',
  }[to.is];
  return {
    kind: 'schedule_payment',
    parameters: {
      account_id: source.id,
      name: name.slice(0, 80),
      [column]: to.is === 'payee' ? to.name : to.id,
      amount,
      amount_kind: amount === null ? said.is : 'fixed',
      frequency: frequency ?? 'MONTHLY',
      start_date: on,
      ...(frequency === null && { occurrences: 1 }),
    },
    expects: {},
    shown: {
      title: `Pay ${formatted} to ${target} ${rhythm}`,
      changes: [
        { label: 'From', before: null, after: source.name },
        {
          label: frequency === null ? 'On' : 'First on',
          before: null,
          after: `${asking.formatDay(on)}, ${asking.formatDistance(on)}`,
        },
        { label: 'How often', before: null, after: rhythm },
      ],
      warnings:
        on <= asking.known.today
          ? ['This is scheduled for today. We may pay it as soon as you confirm.']
          : [],
      undoable: true,
      href: '/scheduled-payments',
      done: `We'll pay ${formatted} to ${target} ${rhythm}, ${frequency === null ? 'on' : 'starting'} ${asking.formatDay(on)}.`,
      undone: `Deleted the scheduled payment to ${target}.`,
    },
  };
}

export async function autoDeposit(
  { account, amount, currency, frequency, on, name }: Extract<Action, { kind: 'auto_deposit' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const target = getAccount(account, asking);
  if (!target) return { refused: 'That account is closed. Choose another account.' };
  if (currency !== null && currency !== target.currency)
    return { refused: `${target.name} is in ${target.currency}. Enter the amount in ${target.currency}.` };
  const formatted = money(amount, target.currency);
  const rhythm = MONTHLY_WORDS[frequency] ?? '';
  return {
    kind: 'auto_deposit',
    parameters: { account_id: target.id, name: name.slice(0, 80), amount, frequency, start_date: on },
    expects: {},
    shown: {
      title: `Deposit ${formatted} into ${target.name} ${rhythm}`,
      changes: [
        { label: 'First deposit', before: null, after: asking.formatDay(on) },
        { label: 'How often', before: null, after: rhythm },
      ],
      warnings: [],
      undoable: true,
      href: '/auto-deposit',
      done: `We'll deposit ${formatted} into ${target.name} ${rhythm}, starting ${asking.formatDay(on)}.`,
      undone: 'Deleted the auto deposit.',
    },
  };
}

export async function freeze(
  { card, frozen }: Extract<Action, { kind: 'freeze' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const found = asking.known.cards.find(({ id }) => id === card.id);
  if (!found) return { refused: "We can't find that card. It may be closed." };
  if (found.frozen === frozen)
    return { refused: `${found.name} ${frozen ? 'is already frozen' : "isn't frozen"}.` };
  const words = (isFrozen: boolean) => (isFrozen ? 'Frozen' : 'Active');
  return {
    kind: frozen ? 'freeze_card' : 'unfreeze_card',
    parameters: { card: found.id },
    expects: {},
    shown: {
      title: `${frozen ? 'Freeze' : 'Unfreeze'} ${found.name}`,
      changes: [{ label: found.name, before: words(found.frozen), after: words(frozen) }],
      warnings: frozen ? ['We decline new charges while the card is frozen. Payments are still due.'] : [],
      undoable: true,
      href: `/credit-cards/${found.id}`,
      done: `${found.name} is ${frozen ? 'frozen' : 'active again'}.`,
      undone: `${found.name} is ${frozen ? 'active again' : 'frozen again'}.`,
    },
  };
}

export async function setBudget(
  { category, amount }: Extract<Action, { kind: 'set_budget' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const now = asking.known.budgets.find(({ categoryId }) => categoryId === category.id);
  const currency = now?.currency ?? asking.base;
  const formatted = money(amount, currency);
  return {
    kind: 'set_budget',
    parameters: { category: category.id, amount },
    expects: { [category.id]: now?.amount ?? null },
    shown: {
      title: `Set the budget for ${category.name} to ${formatted} a month`,
      changes: [
        { label: category.name, before: now ? money(now.amount, currency) : 'No budget', after: formatted },
      ],
      warnings: [],
      undoable: true,
      href: '/budgets',
      done: `The budget for ${category.name} is ${formatted} a month.`,
      undone: now
        ? `The budget for ${category.name} is ${money(now.amount, currency)} again.`
        : `${category.name} has no budget again.`,
    },
  };
}

export async function fastForward(
  { to }: Extract<Action, { kind: 'fast_forward' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const { today } = asking.known;
  if (to <= today)
    return {
      refused: `You can only move forward in time, and today is ${formatFullDate(today)}. To go back, restore a checkpoint.`,
    };
  if (asking.known.accounts.length + asking.known.cards.length === 0)
    return { refused: 'Open an account first.' };
  const latest = dayText(dayAfter(asking.today, MAX_FAST_FORWARD));
  if (to > latest) return { refused: 'You can fast-forward up to 50 years at a time.' };
  const at = asking.zone.getStart(parseDay(to));
  const row = await asking.household();
  const loss = row && findScenarioLoss(row, at);
  return {
    kind: 'fast_forward',
    parameters: { to },
    expects: {},
    shown: {
      title: `Fast-forward to ${formatFullDate(to)}`,
      changes: [
        {
          label: 'Today',
          before: formatFullDate(today),
          after: `${formatFullDate(to)}, ${awayFrom(today, to)}`,
        },
      ],
      warnings: [
        ...(loss
          ? [`If nothing changes, you'll lose your scenario on ${formatFullDate(dayText(loss.on))}.`]
          : []),
        `We'll process everything due until then. You can't undo this, but we'll save a checkpoint named “Before ${to}” first. You can restore it in Settings > Time.`,
      ],
      undoable: false,
      href: '/settings/time',
      done: `Fast-forwarding to ${formatFullDate(to)}.`,
      undone: null,
      fastForwardTo: new Date(at).toISOString(),
    },
  };
}
