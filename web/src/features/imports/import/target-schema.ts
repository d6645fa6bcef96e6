import { fromMinor, type Minor, markMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import type { Card } from '@/entities/card/queries';
import type { Statement } from '@/entities/statement-file/imports/statement';
import { amountField, nameField, percentField } from '@/lib/fields';
import { formatTypedAmount } from '@/lib/money';

type Opened = Record<'name' | 'currency' | 'begins_on', string> & { starting_balance: number };

/** The existing or new account or card for a file. Amounts are in major units, and days are `yyyy-MM-dd`. */
export type Target =
  | { account_id: string }
  | { card_id: string }
  | { new_account: Opened & { type: string } }
  | { new_card: Opened & { credit_limit: number; apr: number } };

/** The options that open a new account or card for the file. */
export const NEW_ACCOUNT = 'new';
export const NEW_CARD = 'new-card';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a date.');

const opened = {
  name: nameField,
  currency: z.enum(['USD', 'EUR', 'GBP']),
  beginsOn: day,
  startingBalance: amountField({ zero: true }),
};
const accountSchema = z.object({ ...opened, type: z.enum(['CHECKING', 'SAVINGS', 'INVESTMENT']) });
const cardSchema = z.object({
  ...opened,
  creditLimit: amountField({ label: 'a limit' }),
  apr: percentField,
});

/**
 * The fields of a new account or card. If an existing one is chosen, they are hidden and prefilled. `targetId` is the
 * id of an account or a card.
 */
export const targetSchema = z.object({
  targetId: z.string(),
  ...accountSchema.shape,
  ...cardSchema.shape,
});

export type TargetFields = z.input<typeof targetSchema>;
export type TargetDetails = z.output<typeof targetSchema>;

/** Returns the target of the import; null while a field is missing. */
export function getTarget(fields: TargetFields, cards: readonly Card[]): Target | null {
  const { targetId } = fields;
  if (targetId === NEW_ACCOUNT) {
    const read = accountSchema.safeParse(fields);
    return read.success ? { new_account: { ...toOpened(read.data), type: read.data.type } } : null;
  }
  if (targetId === NEW_CARD) {
    const read = cardSchema.safeParse(fields);
    if (!read.success) return null;
    const { creditLimit, apr } = read.data;
    return { new_card: { ...toOpened(read.data), credit_limit: creditLimit, apr } };
  }
  return cards.some(({ id }) => id === targetId) ? { card_id: targetId } : { account_id: targetId };
}

const toOpened = ({
  name,
  currency,
  beginsOn,
  startingBalance,
}: Pick<TargetDetails, keyof typeof opened>): Opened => ({
  name,
  currency,
  begins_on: beginsOn,
  starting_balance: startingBalance,
});

type Suggested = {
  statement: Statement;
  accounts: readonly Account[];
  cards: readonly Card[];
  wantedTarget: string | null;
  baseCurrency: string;
  today: string;
};

/**
 * Returns the best account or card: the requested one, one with the same number, one with the same name, or one in
 * the same currency. If there is none, returns a new one. A card's statement belongs to a card.
 */
export function suggestedTarget(input: Suggested): TargetFields {
  const { statement, accounts, cards, wantedTarget, baseCurrency, today } = input;
  const currency = knownCurrency(statement.currency ?? baseCurrency);
  const isCard = statement.kind === 'card';
  const places = [
    ...accounts.map(({ account_number, ...account }) => ({
      ...account,
      number: account_number,
      isCard: false,
    })),
    ...cards.map(({ card_number, ...card }) => ({ ...card, number: card_number ?? '', isCard: true })),
  ];
  const fitting = places.filter((place) => place.isCard === isCard);
  const ending = statement.name.replace(/\D/g, '').slice(-4);
  const place =
    places.find(({ id }) => id === wantedTarget) ??
    fitting.find(({ number }) => ending.length === 4 && number.endsWith(ending)) ??
    fitting.find(({ name }) => name === statement.name) ??
    fitting.find((item) => item.currency === (statement.currency ?? item.currency));
  const isNew = wantedTarget === NEW_ACCOUNT || wantedTarget === NEW_CARD;
  const opens = isCard ? NEW_CARD : NEW_ACCOUNT;
  return {
    targetId: isNew ? wantedTarget : (place?.id ?? opens),
    name: statement.name.slice(0, 80) || (isCard ? 'Imported card' : 'Imported account'),
    type: 'CHECKING',
    currency,
    beginsOn: getFirstDay(statement) ?? today,
    startingBalance: startText(statement),
    creditLimit: '',
    apr: '',
  };
}

function getFirstDay({ rows }: Statement): string | null {
  return rows.reduce<string | null>((first, { day }) => (day && (!first || day < first) ? day : first), null);
}

/**
 * Returns the file's opening balance, but at least zero, because account balances can't be negative. A card's balance
 * is the amount owed, which files state as a negative balance.
 */
function startText({ startBalance, kind }: Statement): string {
  if (startBalance === null) return '0.00';
  const held = kind === 'card' ? -startBalance : startBalance;
  return held <= 0 ? '0.00' : plainAmount(markMinor(held));
}

export const plainAmount = (amount: Minor) => formatTypedAmount(fromMinor(amount));

function knownCurrency(currency: string): TargetFields['currency'] {
  return currency === 'EUR' || currency === 'GBP' ? currency : 'USD';
}
