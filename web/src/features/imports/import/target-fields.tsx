import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { formatMoney } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { NEW_ACCOUNT, type TargetDetails, type TargetFields } from './target-schema';

type TargetFieldsProps = {
  control: Control<TargetFields, unknown, TargetDetails>;
  register: UseFormRegister<TargetFields>;
  errors: FieldErrors<TargetFields>;
  accounts: readonly Account[];
  fields: TargetFields;
  today: string;
};

/** Chooses an account, or the terms of a new one. */
export function TargetChoice({ control, register, errors, accounts, fields, today }: TargetFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field label="Account" className="sm:col-span-2 sm:max-w-[calc(50%-0.625rem)]">
        {(props) => (
          <Select {...props} {...register('accountId')}>
            {accounts.map(({ id, name, balance, currency }) => (
              <option key={id} value={id}>
                {name} · {formatMoney(balance, currency)}
              </option>
            ))}
            <option value={NEW_ACCOUNT}>New account…</option>
          </Select>
        )}
      </Field>
      {fields.accountId === NEW_ACCOUNT && (
        <>
          <Field label="Name" error={errors.name?.message}>
            {(props) => <TextInput {...props} autoComplete="off" {...register('name')} />}
          </Field>
          <Field label="Type">
            {(props) => (
              <Select {...props} {...register('type')}>
                <option value="CHECKING">Checking</option>
                <option value="SAVINGS">Savings</option>
                <option value="INVESTMENT">Investment</option>
              </Select>
            )}
          </Field>
          <Field label="Currency">
            {(props) => (
              <Select {...props} {...register('currency')}>
                <option value="USD">US dollar</option>
                <option value="EUR">Euro</option>
                <option value="GBP">Pound sterling</option>
              </Select>
            )}
          </Field>
          <Field
            label="Opening date"
            error={errors.beginsOn?.message}
            hint="The date of the first transaction, or earlier."
          >
            {(props) => <TextInput {...props} type="date" max={today} {...register('beginsOn')} />}
          </Field>
          <AmountField
            control={control}
            name="startingBalance"
            label="Opening balance"
            currency={fields.currency}
            hint="Accounts can't go below zero, so we skip transactions that would overdraw."
          />
        </>
      )}
    </div>
  );
}
