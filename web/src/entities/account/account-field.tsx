import type { ReactNode } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { formatMoney } from '@/lib/money';
import { SelectField } from '@/ui/forms/select-field';

/** An account that money can come from or go to. */
export type MoneyAccount = {
  id: string;
  name: string;
  balance: number;
  /** The balance without the amounts on hold. */
  available_balance: number;
  currency: string;
};

/** The value of the "Outside Sandbank" option, which selects no account. */
export const OUTSIDE = '';

export function getAccountOptions(accounts: readonly MoneyAccount[]) {
  return accounts.map(({ id, name, available_balance, currency }) => ({
    value: id,
    label: `${name}: ${formatMoney(available_balance, currency)}`,
  }));
}

type AccountFieldProps<Fields extends FieldValues, Context, Details> = {
  control: Control<Fields, Context, Details>;
  name: FieldPath<Fields>;
  label: string;
  hint?: ReactNode;
  accounts: readonly MoneyAccount[];
  /** Adds an "Outside Sandbank" option, whose value is empty. */
  hasOutside?: boolean;
};

/** Renders a form field that selects one of the customer's accounts and shows their balances. */
export function AccountField<Fields extends FieldValues, Context, Details>({
  accounts,
  hasOutside = false,
  ...field
}: AccountFieldProps<Fields, Context, Details>) {
  const outside = hasOutside ? [{ value: OUTSIDE, label: 'Outside Sandbank' }] : [];
  return <SelectField {...field} options={[...getAccountOptions(accounts), ...outside]} />;
}
