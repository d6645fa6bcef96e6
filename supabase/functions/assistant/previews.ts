import { money, sumOf } from '../../../assistant/format.ts';
import type { Action, Utterance } from '../../../assistant/intent.ts';
import { openStatement } from './answers-cards.ts';
import type { Asking } from './asking.ts';
import { getAccount, type Preview, type Proposable, type Refused } from './preview.ts';
import { autoDeposit, fastForward, freeze, schedule, setBudget } from './previews-rules.ts';

/**
 * Computes the preview of an action with current balances, in which amounts such as “half of it” become
 * exact.
 */
export async function getPreview(action: Proposable, asking: Asking): Promise<Preview | Refused> {
  switch (action.kind) {
    case 'transfer':
      return transfer(action, asking);
    case 'pay_card':
    case 'pay_debt':
      return payDebt(action, asking);
    case 'pay_person':
      return payPerson(action, asking);
    case 'schedule':
      return schedule(action, asking);
    case 'auto_deposit':
      return autoDeposit(action, asking);
    case 'freeze':
      return freeze(action, asking);
    case 'set_budget':
      return setBudget(action, asking);
    case 'fast_forward':
      return fastForward(action, asking);
  }
}

function exactly(said: Utterance, of: number, currency: string): number | Refused {
  if (said.is === 'share') return Math.floor(Math.round(of * 100) * said.share) / 100;
  if (said.is !== 'exact')
    return { refused: 'Only credit cards have a minimum payment and a statement balance.' };
  if (said.currency !== null && said.currency !== currency)
    return {
      refused: `The amount is in ${said.currency}, but the account is in ${currency}. Enter the amount in ${currency}.`,
    };
  return said.amount;
}

function getWarnings(after: number, name: string, currency: string): string[] {
  if (after < 0)
    return [`You don't have enough in ${name}: ${money(-after, currency)} is missing. We'd decline this.`];
  return after < 100 ? [`${name} would have only ${money(after, currency)} left for upcoming payments.`] : [];
}

/** Describes a balance before and after. */
const changeFrom = (label: string, before: number, after: number, currency: string) => ({
  label,
  before: money(before, currency),
  after: money(after, currency),
});

async function transfer(
  { from, to, amount: said }: Extract<Action, { kind: 'transfer' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const [source, target] = [getAccount(from, asking), getAccount(to, asking)];
  if (!source || !target) return { refused: 'One of these accounts is closed.' };
  const amount = exactly(said, source.balance, source.currency);
  if (typeof amount !== 'number') return amount;
  if (amount <= 0) return { refused: `${source.name} doesn't have any money to move.` };
  const isSame = source.currency === target.currency;
  const quotes = isSame
    ? null
    : await asking.call<{ amount_to: number; rate: number }[]>('quote_transfer', {
        from_account_id: source.id,
        to_account_id: target.id,
        amount,
      });
  const arrives = quotes?.[0]?.amount_to ?? amount;
  const left = sumOf([source.balance, -amount]);
  return {
    kind: 'transfer',
    parameters: { from: source.id, to: target.id, amount },
    expects: { [source.id]: source.balance, [target.id]: target.balance },
    shown: {
      title: `Move ${money(amount, source.currency)} from ${source.name} to ${target.name}`,
      changes: [
        changeFrom(source.name, source.balance, left, source.currency),
        changeFrom(target.name, target.balance, sumOf([target.balance, arrives]), target.currency),
        ...(quotes
          ? [
              {
                label: 'Rate',
                before: null,
                after: `1 ${source.currency} = ${quotes[0]?.rate} ${target.currency}`,
              },
            ]
          : []),
      ],
      warnings: [
        ...getWarnings(left, source.name, source.currency),
        ...(isSame ? [] : ["You can't undo this because it converts currency."]),
      ],
      undoable: isSame,
      href: `/dashboard/accounts/${source.id}`,
      done: `Moved ${money(amount, source.currency)} from ${source.name} to ${target.name}.`,
      undone: `Moved ${money(amount, source.currency)} back from ${target.name} to ${source.name}.`,
    },
  };
}

async function payDebt(
  action: Extract<Action, { kind: 'pay_card' | 'pay_debt' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const source = getAccount(action.from, asking);
  const named = action.kind === 'pay_card' ? action.card : action.debt;
  const owed = asking.place(named);
  if (!source || !owed) return { refused: "We can't find the account or the debt. It may be closed." };
  if (source.currency !== owed.currency)
    return {
      refused: `${owed.name} is in ${owed.currency}. Choose an account in the same currency.`,
    };
  const requested = await paying(action, owed, asking);
  if (typeof requested !== 'number') return requested;
  const isCard = action.kind === 'pay_card';
  // Payments can't exceed the balance owed.
  const amount = Math.min(requested, owed.balance);
  if (amount <= 0)
    return { refused: `You don't owe anything on ${owed.name}${requested > 0 ? '' : ' for that'}.` };
  const left = sumOf([source.balance, -amount]);
  const formatted = money(amount, owed.currency);
  const product = isCard ? 'card' : action.product;
  return {
    kind: isCard ? 'pay_card' : action.product === 'loan' ? 'pay_loan' : 'pay_mortgage',
    parameters: { [isCard ? 'card' : 'debt']: owed.id, from: source.id, amount },
    expects: { [source.id]: source.balance, [owed.id]: owed.balance },
    shown: {
      title: `Pay ${formatted} on ${owed.name} from ${source.name}`,
      changes: [
        changeFrom(`Owed on ${owed.name}`, owed.balance, sumOf([owed.balance, -amount]), owed.currency),
        changeFrom(source.name, source.balance, left, source.currency),
      ],
      warnings: [
        ...(requested > amount ? [`You owe only ${formatted}, so we'll pay that amount.`] : []),
        ...getWarnings(left, source.name, source.currency),
      ],
      undoable: false,
      href: `/${{ card: 'credit-cards', loan: 'loans', mortgage: 'mortgages' }[product]}/${owed.id}`,
      done: `Paid ${formatted} on ${owed.name} from ${source.name}.`,
      undone: null,
    },
  };
}

async function paying(
  action: Extract<Action, { kind: 'pay_card' | 'pay_debt' }>,
  owed: { id: string; balance: number; currency: string },
  asking: Asking,
): Promise<number | Refused> {
  const { amount: said } = action;
  if (said.is !== 'minimum' && said.is !== 'statement') return exactly(said, owed.balance, owed.currency);
  const state = (await asking.state())?.state.cards.find(({ id }) => id === owed.id);
  const statement = state && openStatement(state);
  if (!statement) return { refused: "You don't have a statement to pay yet." };
  return (said.is === 'minimum' ? statement.minimumLeft : statement.left) / 100;
}

async function payPerson(
  { contact, address, from, amount: said, note }: Extract<Action, { kind: 'pay_person' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const source = getAccount(from, asking);
  const to = address ?? asking.known.contacts.find(({ id }) => id === contact?.id)?.address ?? null;
  if (!source) return { refused: 'That account is closed. Choose another account.' };
  if (to === null)
    return { refused: "We don't have an email address for this person. Include one in your request." };
  const amount = exactly(said, source.balance, source.currency);
  if (typeof amount !== 'number') return amount;
  if (amount <= 0) return { refused: `${source.name} doesn't have any money to send.` };
  const name = contact?.name ?? to;
  const left = sumOf([source.balance, -amount]);
  const formatted = money(amount, source.currency);
  return {
    kind: 'pay_person',
    parameters: {
      from: source.id,
      amount,
      address: to,
      currency: source.currency,
      note,
      name: contact?.name ?? null,
    },
    expects: { [source.id]: source.balance },
    shown: {
      title: `Pay ${formatted} to ${name} from ${source.name}`,
      changes: [
        { label: 'To', before: null, after: contact ? `${contact.name}, ${to}` : to },
        changeFrom(source.name, source.balance, left, source.currency),
        ...(note ? [{ label: 'Note', before: null, after: note }] : []),
      ],
      warnings: [
        ...getWarnings(left, source.name, source.currency),
        'We send this payment right away. You can cancel it under People until the recipient accepts it.',
      ],
      undoable: false,
      href: '/dashboard/people',
      done: `Paid ${formatted} to ${name}.`,
      undone: null,
    },
  };
}
