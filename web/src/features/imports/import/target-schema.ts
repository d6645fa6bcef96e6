import { fromMinor, type Minor } from '@engine/money/minor.ts';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import type { Statement } from '@/entities/statement-file/imports/statement';
import { amountField, nameField } from '@/lib/fields';
import { formatTypedAmount } from '@/lib/money';

/** The existing or new account for a file. Amounts are in major units, and days are `yyyy-MM-dd`. */
export type Target =
  | { account_id: string }
  | {
      new_account: Record<'name' | 'type' | 'currency' | 'begins_on', string> & { starting_balance: number };
    };

/** The option that opens a new account for the file. */
export const NEW_ACCOUNT = 'new';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a date.');

/** The fields of a new account. If an existing account is chosen, they are hidden and prefilled. */
export const targetSchema = z.object({
  accountId: z.string(),
  name: nameField,
  type: z.enum(['CHECKING', 'SAVINGS', 'INVESTMENT']),
  currency: z.enum(['USD', 'EUR', 'GBP']),
  beginsOn: day,
  startingBalance: amountField({ zero: true }),
});

export type TargetFields = z.input<typeof targetSchema>;
export type TargetDetails = z.output<typeof targetSchema>;

/** Returns the target of the import; null while a field is missing. */
export function getTarget(fields: TargetFields): Target | null {
  if (fields.accountId !== NEW_ACCOUNT) return { account_id: fields.accountId };
  const read = targetSchema.safeParse(fields);
  if (!read.success) return null;
  const { name, type, currency, beginsOn, startingBalance } = read.data;
  return {
    new_account: { name, type, currency, begins_on: beginsOn, starting_balance: startingBalance },
  };
}

type Suggested = {
  statement: Statement;
  accounts: readonly Account[];
  wantedAccount: string | null;
  baseCurrency: string;
  today: string;
};

/**
 * Returns the best account: the requested account, an account with the same number, or an account in the same
 * currency. If there is none, returns a new account.
 */
export function suggestedTarget(input: Suggested): TargetFields {
  const { statement, accounts, wantedAccount, baseCurrency, today } = input;
  const currency = knownCurrency(statement.currency ?? baseCurrency);
  const ending = statement.name.replace(/\D/g, '').slice(-4);
  const account =
    accounts.find(({ id }) => id === wantedAccount) ??
    accounts.find(({ account_number: number }) => ending.length === 4 && number.endsWith(ending)) ??
    accounts.find(({ name }) => name === statement.name) ??
    accounts.find((item) => item.currency === (statement.currency ?? item.currency));
  return {
    accountId: wantedAccount === NEW_ACCOUNT ? NEW_ACCOUNT : (account?.id ?? NEW_ACCOUNT),
    name: statement.name.slice(0, 80) || 'Imported account',
    type: 'CHECKING',
    currency,
    beginsOn: getFirstDay(statement) ?? today,
    startingBalance: startText(statement),
  };
}

function getFirstDay({ rows }: Statement): string | null {
  return rows.reduce<string | null>((first, { day }) => (day && (!first || day < first) ? day : first), null);
}

/** Returns the file's opening balance, but at least zero, because account balances can't be negative. */
function startText({ startBalance }: Statement): string {
  return startBalance === null || startBalance < 0 ? '0.00' : plainAmount(startBalance);
}

export const plainAmount = (amount: Minor) => formatTypedAmount(fromMinor(amount));

function knownCurrency(currency: string): TargetFields['currency'] {
  return currency === 'EUR' || currency === 'GBP' ? currency : 'USD';
}
