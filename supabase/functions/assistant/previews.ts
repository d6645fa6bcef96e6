import type { Action, Said } from '../../../assistant/meaning.ts';
import type { ProposalKind } from '../../../assistant/parts.ts';
import { awayFrom, longDay, money, sumOf } from '../../../assistant/words.ts';
import { dayText } from '../../../engine/calendar.ts';
import { openStatement } from './answers-debts.ts';
import type { Asking } from './asking.ts';

/** What is kept of a proposal: what the verb needs, what the customer is shown, and what that rests on. */
export type Preview = {
  kind: ProposalKind;
  parameters: Record<string, string | number | null>;
  shown: Shown;
  expects: Record<string, number | null>;
};
export type Shown = {
  title: string;
  changes: { label: string; before: string | null; after: string }[];
  warnings: string[];
  undoable: boolean;
  href: string | null;
  done: string;
  undone: string | null;
};
/** Why nothing can be proposed, in a sentence. */
type Refused = { refused: string };
export type Proposable = Exclude<Action, { kind: 'undo' | 'confirm' | 'dismiss' }>;

const MONTHLY_WORDS: Record<string, string> = {
  WEEKLY: 'every week',
  BIWEEKLY: 'every two weeks',
  MONTHLY: 'every month',
  QUARTERLY: 'every three months',
  ANNUALLY: 'every year',
  DAILY: 'every day',
  HOURLY: 'every hour',
};

/** What a wish comes to with the balances as they stand; amounts such as “half of it” become exact. */
export async function previewOf(action: Proposable, asking: Asking): Promise<Preview | Refused> {
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

const accountOf = ({ id }: { id: string }, { known }: Asking) =>
  known.accounts.find((account) => account.id === id);

function exactly(said: Said, of: number, currency: string): number | Refused {
  if (said.is === 'share') return Math.floor(Math.round(of * 100) * said.share) / 100;
  if (said.is !== 'exact') return { refused: 'Only a card has a minimum and a statement balance.' };
  if (said.currency !== null && said.currency !== currency)
    return {
      refused: `The amount is in ${said.currency}, but it would leave an account in ${currency}. Say it in ${currency}.`,
    };
  return said.amount;
}

function warningsOf(after: number, name: string, currency: string): string[] {
  if (after < 0)
    return [
      `${name} does not hold enough: ${money(-after, currency)} is missing, so the bank will refuse it.`,
    ];
  return after < 100
    ? [`${name} would hold ${money(after, currency)}, which is little for what is still to come.`]
    : [];
}

async function transfer(
  { from, to, amount: said }: Extract<Action, { kind: 'transfer' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const [source, target] = [accountOf(from, asking), accountOf(to, asking)];
  if (!source || !target) return { refused: 'One of these accounts is closed.' };
  const amount = exactly(said, source.balance, source.currency);
  if (typeof amount !== 'number') return amount;
  if (amount <= 0) return { refused: `There is nothing to move on ${source.name}.` };
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
        {
          label: source.name,
          before: money(source.balance, source.currency),
          after: money(left, source.currency),
        },
        {
          label: target.name,
          before: money(target.balance, target.currency),
          after: money(sumOf([target.balance, arrives]), target.currency),
        },
        ...(quotes
          ? [
              {
                label: 'Rate',
                before: null,
                after: `One ${source.currency} is ${quotes[0]?.rate} ${target.currency}`,
              },
            ]
          : []),
      ],
      warnings: [
        ...warningsOf(left, source.name, source.currency),
        ...(isSame ? [] : ['It changes currency, so it cannot be undone exactly.']),
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
  const source = accountOf(action.from, asking);
  const named = action.kind === 'pay_card' ? action.card : action.debt;
  const owed = asking.place(named);
  if (!source || !owed) return { refused: 'The account or the debt is gone.' };
  if (source.currency !== owed.currency)
    return {
      refused: `${owed.name} is in ${owed.currency}; it is paid from an account in the same currency.`,
    };
  const wished = await paying(action, owed, asking);
  if (typeof wished !== 'number') return wished;
  const isCard = action.kind === 'pay_card';
  // The bank takes no more than is owed.
  const amount = Math.min(wished, owed.balance);
  if (amount <= 0) return { refused: `Nothing is owed on ${owed.name}${wished > 0 ? '' : ' for that'}.` };
  const left = sumOf([source.balance, -amount]);
  const told = money(amount, owed.currency);
  const product = isCard ? 'card' : action.product;
  return {
    kind: isCard ? 'pay_card' : action.product === 'loan' ? 'pay_loan' : 'pay_mortgage',
    parameters: { [isCard ? 'card' : 'debt']: owed.id, from: source.id, amount },
    expects: { [source.id]: source.balance, [owed.id]: owed.balance },
    shown: {
      title: `Pay ${told} on ${owed.name} from ${source.name}`,
      changes: [
        {
          label: `Owed on ${owed.name}`,
          before: money(owed.balance, owed.currency),
          after: money(sumOf([owed.balance, -amount]), owed.currency),
        },
        {
          label: source.name,
          before: money(source.balance, source.currency),
          after: money(left, source.currency),
        },
      ],
      warnings: [
        ...(wished > amount ? [`Only ${told} is owed, so no more is paid.`] : []),
        ...warningsOf(left, source.name, source.currency),
      ],
      undoable: false,
      href: `/${{ card: 'credit-cards', loan: 'loans', mortgage: 'mortgages' }[product]}/${owed.id}`,
      done: `Paid ${told} on ${owed.name} from ${source.name}.`,
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
  if (!statement) return { refused: 'There is no statement to pay yet.' };
  return (said.is === 'minimum' ? statement.minimumLeft : statement.left) / 100;
}

async function payPerson(
  { contact, address, from, amount: said, note }: Extract<Action, { kind: 'pay_person' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const source = accountOf(from, asking);
  const to = address ?? asking.known.contacts.find(({ id }) => id === contact?.id)?.address ?? null;
  if (!source) return { refused: 'That account is closed.' };
  if (to === null)
    return { refused: 'I do not know an e-mail address for them. Say to which address to pay.' };
  const amount = exactly(said, source.balance, source.currency);
  if (typeof amount !== 'number') return amount;
  if (amount <= 0) return { refused: `There is nothing on ${source.name}.` };
  const name = contact?.name ?? to;
  const left = sumOf([source.balance, -amount]);
  const told = money(amount, source.currency);
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
      title: `Pay ${told} to ${name} from ${source.name}`,
      changes: [
        { label: 'To', before: null, after: contact ? `${contact.name}, ${to}` : to },
        {
          label: source.name,
          before: money(source.balance, source.currency),
          after: money(left, source.currency),
        },
        ...(note ? [{ label: 'Note', before: null, after: note }] : []),
      ],
      warnings: [
        ...warningsOf(left, source.name, source.currency),
        'It is sent at once. As long as it has not been taken, it can be cancelled under People.',
      ],
      undoable: false,
      href: '/dashboard/people',
      done: `Paid ${told} to ${name}.`,
      undone: null,
    },
  };
}

async function schedule(
  { to, from, amount: said, frequency, on, name }: Extract<Action, { kind: 'schedule' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const source = accountOf(from, asking);
  if (!source) return { refused: 'That account is closed.' };
  if (said.is === 'exact' && said.currency !== null && said.currency !== source.currency)
    return { refused: `The amount is in ${said.currency}, but ${source.name} is in ${source.currency}.` };
  const amount = said.is === 'exact' ? said.amount : null;
  const target = to.is === 'payee' ? to.name : (asking.place(to)?.name ?? 'something that is gone');
  const told =
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
      title: `Pay ${told} to ${target} ${rhythm}`,
      changes: [
        { label: 'From', before: null, after: source.name },
        {
          label: frequency === null ? 'On' : 'First on',
          before: null,
          after: `${longDay(on)}, ${awayFrom(asking.known.today, on)}`,
        },
        { label: 'How often', before: null, after: rhythm },
      ],
      warnings:
        on <= asking.known.today ? ['Its day is today: it may be paid as soon as it is confirmed.'] : [],
      undoable: true,
      href: '/scheduled-payments',
      done: `${told.charAt(0).toUpperCase()}${told.slice(1)} to ${target} is scheduled ${rhythm}, ${frequency === null ? 'on' : 'from'} ${longDay(on)}${frequency === null ? '' : ' on'}.`,
      undone: `The payment to ${target} was deleted before it paid anything.`,
    },
  };
}

async function autoDeposit(
  { account, amount, currency, frequency, on, name }: Extract<Action, { kind: 'auto_deposit' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const target = accountOf(account, asking);
  if (!target) return { refused: 'That account is closed.' };
  if (currency !== null && currency !== target.currency)
    return { refused: `${target.name} is kept in ${target.currency}.` };
  const told = money(amount, target.currency);
  const rhythm = MONTHLY_WORDS[frequency] ?? '';
  return {
    kind: 'auto_deposit',
    parameters: { account_id: target.id, name: name.slice(0, 80), amount, frequency, start_date: on },
    expects: {},
    shown: {
      title: `Deposit ${told} into ${target.name} ${rhythm}`,
      changes: [
        { label: 'First on', before: null, after: longDay(on) },
        { label: 'How often', before: null, after: rhythm },
      ],
      warnings: [],
      undoable: true,
      href: '/auto-deposit',
      done: `${told} arrives in ${target.name} ${rhythm}, from ${longDay(on)} on.`,
      undone: 'The auto deposit was deleted before it brought anything.',
    },
  };
}

async function freeze(
  { card, frozen }: Extract<Action, { kind: 'freeze' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const found = asking.known.cards.find(({ id }) => id === card.id);
  if (!found) return { refused: 'There is no such card, or it was closed.' };
  if (found.frozen === frozen)
    return { refused: `${found.name} is ${frozen ? 'frozen already' : 'not frozen'}.` };
  const words = (isFrozen: boolean) => (isFrozen ? 'Frozen' : 'In use');
  return {
    kind: frozen ? 'freeze_card' : 'unfreeze_card',
    parameters: { card: found.id },
    expects: {},
    shown: {
      title: `${frozen ? 'Freeze' : 'Unfreeze'} ${found.name}`,
      changes: [{ label: found.name, before: words(found.frozen), after: words(frozen) }],
      warnings: frozen
        ? ['New charges are refused while it is frozen; payments and what is owed go on.']
        : [],
      undoable: true,
      href: `/credit-cards/${found.id}`,
      done: `${found.name} is ${frozen ? 'frozen' : 'in use again'}.`,
      undone: `${found.name} is ${frozen ? 'in use again' : 'frozen again'}.`,
    },
  };
}

async function setBudget(
  { category, amount }: Extract<Action, { kind: 'set_budget' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const now = asking.known.budgets.find(({ categoryId }) => categoryId === category.id);
  const currency = now?.currency ?? asking.base;
  const told = money(amount, currency);
  return {
    kind: 'set_budget',
    parameters: { category: category.id, amount },
    expects: { [category.id]: now?.amount ?? null },
    shown: {
      title: `Set the budget for ${category.name} to ${told} a month`,
      changes: [
        { label: category.name, before: now ? money(now.amount, currency) : 'No budget', after: told },
      ],
      warnings: [],
      undoable: true,
      href: '/budgets',
      done: `The budget for ${category.name} is ${told} a month.`,
      undone: now
        ? `The budget for ${category.name} is ${money(now.amount, currency)} again.`
        : `${category.name} has no budget again.`,
    },
  };
}

async function fastForward(
  { to }: Extract<Action, { kind: 'fast_forward' }>,
  asking: Asking,
): Promise<Preview | Refused> {
  const { today } = asking.known;
  if (to <= today)
    return {
      refused: `Time moves forward only, and today is ${longDay(today)}. Returning to a checkpoint brings an earlier day back.`,
    };
  if (asking.known.accounts.length + asking.known.cards.length === 0)
    return { refused: 'Open an account first: there is nothing for time to act on yet.' };
  const lasts = dayText(asking.today + 50 * 365);
  if (to > lasts) return { refused: 'Time moves by at most fifty years at once.' };
  return {
    kind: 'fast_forward',
    parameters: { to },
    expects: {},
    shown: {
      title: `Move the clock to ${longDay(to)}`,
      changes: [{ label: 'Today', before: longDay(today), after: `${longDay(to)}, ${awayFrom(today, to)}` }],
      warnings: [
        `Everything due on the way happens. Time cannot be undone, but a checkpoint named “Before ${to}” is saved first: Settings, Time leads back to it.`,
      ],
      undoable: false,
      href: '/settings/time',
      done: `The clock is moving to ${longDay(to)}.`,
      undone: null,
    },
  };
}
