import type { ComponentProps } from 'react';
import type { MoneyAccount } from '@/entities/account/account-field';
import { formatMoney } from '@/lib/money';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';

type DebtAccountFieldProps = ComponentProps<'select'> & {
  label: string;
  accounts: readonly MoneyAccount[];
  /** The label of the option without an account, whose value is empty. */
  outside: string;
  error: string | undefined;
};

/** Selects the account that a debt's money comes from or goes to. */
export function DebtAccountField({ label, accounts, outside, error, ...select }: DebtAccountFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...select} {...control}>
          {accounts.map(({ id, name, balance, currency }) => (
            <option key={id} value={id}>
              {name}: {formatMoney(balance, currency)}
            </option>
          ))}
          <option value="">{outside}</option>
        </Select>
      )}
    </Field>
  );
}
