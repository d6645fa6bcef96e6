import { money, sumAmounts } from '../../../../assistant/format.ts';
import type { Utterance } from '../../../../assistant/intent.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from '../answers/balance.ts';
import { getOpenStatement } from '../answers/cards.ts';
import { type ActionOf, CannotPropose, change, changeBalance, type Effect, getAccount } from './effect.ts';

/** The preview warns about upcoming payments if the new balance is below this amount. */
const LOW_BALANCE = 100;

type Balance = { name: string; balance: number; currency: string };

/** Returns the stated amount in major units. Converts a share of the balance to an amount. */
function getAmount(stated: Utterance, { balance, currency }: Balance): number {
  if (stated.is === 'share') return Math.floor(Math.round(balance * 100) * stated.share) / 100;
  if (stated.is === 'rest') return Math.max(0, sumAmounts([balance, -stated.keep]));
  if (stated.is !== 'exact')
    throw new CannotPropose('Only credit cards have a minimum payment and a statement balance.');
  if (stated.currency !== null && stated.currency !== currency)
    throw new CannotPropose(
      `The amount is in ${stated.currency}, but the account is in ${currency}. Enter the amount in ${currency}.`,
    );
  return stated.amount;
}

/** Returns the change to the paying account's balance, and warnings about the new balance. */
function previewSource({ name, balance, currency }: Balance, amount: number) {
  const left = sumAmounts([balance, -amount]);
  const warnings =
    left < 0
      ? [`You don't have enough in ${name}. Add ${money(-left, currency)} first, or we'll decline this.`]
      : left < LOW_BALANCE
        ? [`${name} would have only ${money(left, currency)} left for upcoming payments.`]
        : [];
  return { sourceChange: changeBalance(name, balance, left, currency), warnings };
}

export async function previewTransfer(action: ActionOf<'transfer'>, context: AnswerContext): Promise<Effect> {
  const [from, to] = [context.findAccount(action.from), context.findAccount(action.to)];
  if (!from || !to) throw new CannotPropose('One of these accounts is closed.');
  const buys = action.fixedSide === 'target' && from.currency !== to.currency;
  const amount = getAmount(action.amount, buys ? to : from);
  if (amount <= 0) throw new CannotPropose(`${from.name} doesn't have any money to move.`);
  const isConverted = from.currency !== to.currency;
  const [quote] = isConverted
    ? await context.call<{ amount_from: number; amount_to: number; rate: number }[]>('quote_transfer', {
        from_account_id: from.id,
        to_account_id: to.id,
        amount,
        ...(buys && { fixed_side: 'target' }),
      })
    : [];
  const sent = quote?.amount_from ?? amount;
  const { sourceChange, warnings } = previewSource(from, sent);
  const formatted = money(sent, from.currency);
  const bought = money(amount, to.currency);
  return {
    kind: 'transfer',
    parameters: { from: from.id, to: to.id, amount, ...(buys && { fixed_side: 'target' }) },
    expects: { [from.id]: from.balance, [to.id]: to.balance },
    title: buys
      ? `Buy ${bought} for ${formatted} from ${from.name}`
      : `Move ${formatted} from ${from.name} to ${to.name}`,
    changes: [
      sourceChange,
      changeBalance(to.name, to.balance, sumAmounts([to.balance, quote?.amount_to ?? amount]), to.currency),
      ...(quote
        ? [
            change(
              'Rate',
              buys
                ? `1 ${to.currency} = ${quote.rate} ${from.currency}`
                : `1 ${from.currency} = ${quote.rate} ${to.currency}`,
            ),
          ]
        : []),
    ],
    warnings: [...warnings, ...(isConverted ? ["You can't undo this because it converts currency."] : [])],
    href: getHref({ is: 'account', id: from.id }),
    done: buys
      ? `Bought ${bought} with money from ${from.name}.`
      : `Moved ${formatted} from ${from.name} to ${to.name}.`,
    ...(!isConverted && { undone: `Moved ${formatted} back from ${to.name} to ${from.name}.` }),
  };
}

type DebtPayment = ActionOf<'pay_card' | 'pay_debt'>;

export async function previewDebtPayment(action: DebtPayment, context: AnswerContext): Promise<Effect> {
  const from = context.findAccount(action.from);
  const debt = context.findProduct(action.kind === 'pay_card' ? action.card : action.debt);
  if (!from || !debt || debt.is === 'account')
    throw new CannotPropose("We couldn't find that account, card, or loan. It may be closed.");
  if (from.currency !== debt.currency)
    throw new CannotPropose(`${debt.name} is in ${debt.currency}. Choose an account in the same currency.`);
  const requested = await getPayment(action, debt, context);
  // Payments can't exceed the balance owed.
  const amount = Math.min(requested, debt.balance);
  if (amount <= 0)
    throw new CannotPropose(
      `You don't owe anything on ${debt.name}${requested > 0 ? '' : ' for that payment type'}.`,
    );
  const { sourceChange, warnings } = previewSource(from, amount);
  const formatted = money(amount, debt.currency);
  return {
    kind: `pay_${debt.is}`,
    parameters: { [debt.is === 'card' ? 'card' : 'debt']: debt.id, from: from.id, amount },
    expects: { [from.id]: from.balance, [debt.id]: debt.balance },
    title: `Pay ${formatted} on ${debt.name} from ${from.name}`,
    changes: [
      changeBalance(`Owed on ${debt.name}`, debt.balance, sumAmounts([debt.balance, -amount]), debt.currency),
      sourceChange,
    ],
    warnings: [
      ...(requested > amount ? [`You owe only ${formatted}, so we'll pay that amount.`] : []),
      ...warnings,
    ],
    href: getHref(debt),
    done: `Paid ${formatted} on ${debt.name} from ${from.name}.`,
  };
}

async function getPayment(
  { amount: stated }: DebtPayment,
  debt: Balance & { id: string },
  context: AnswerContext,
): Promise<number> {
  if (stated.is !== 'minimum' && stated.is !== 'statement') return getAmount(stated, debt);
  const snapshot = await context.loadState();
  const card = snapshot?.state.cards.find(({ id }) => id === debt.id);
  const statement = card && getOpenStatement(card);
  if (!statement) throw new CannotPropose("You don't have a statement to pay yet.");
  return (stated.is === 'minimum' ? statement.minimumLeft : statement.left) / 100;
}

export function previewPersonPayment(action: ActionOf<'pay_person'>, context: AnswerContext): Effect {
  const { contact, note } = action;
  const from = getAccount(action.from, context);
  const knownContact = context.customer.contacts.find(({ id }) => id === contact?.id);
  const address = action.address ?? knownContact?.address ?? null;
  if (address === null)
    throw new CannotPropose("We don't have an email address for this person. Include one in your request.");
  const amount = getAmount(action.amount, from);
  if (amount <= 0) throw new CannotPropose(`${from.name} doesn't have any money to send.`);
  const { sourceChange, warnings } = previewSource(from, amount);
  const name = contact?.name ?? address;
  const formatted = money(amount, from.currency);
  return {
    kind: 'pay_person',
    parameters: {
      from: from.id,
      amount,
      address,
      currency: from.currency,
      note,
      name: contact?.name ?? null,
    },
    expects: { [from.id]: from.balance },
    title: `Pay ${formatted} to ${name} from ${from.name}`,
    changes: [
      change('To', contact ? `${contact.name}, ${address}` : address),
      sourceChange,
      ...(note ? [change('Note', note)] : []),
    ],
    warnings: [
      ...warnings,
      "We'll send this payment right away. You can cancel it under People until the recipient accepts it.",
    ],
    href: '/dashboard/people',
    done: `Paid ${formatted} to ${name}.`,
  };
}
