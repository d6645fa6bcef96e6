import { useId } from 'react';
import type { FieldValues, Path, UseFormRegister } from 'react-hook-form';
import { type Account, maskedNumber } from '@/entities/account/queries';
import { formatMoney } from '@/lib/money';
import { Field } from '@/ui/forms/field';
import { LabeledSelect } from '@/ui/forms/labeled';
import { TextInput } from '@/ui/forms/text-input';
import type { Contact } from '../queries';

/** An email field that suggests contacts. */
export function AddressField<Fields extends FieldValues>({
  register,
  name,
  label,
  contacts,
  error,
}: {
  register: UseFormRegister<Fields>;
  name: Path<Fields>;
  label: string;
  contacts: readonly Contact[];
  error: string | undefined;
}) {
  const list = useId();
  return (
    <Field label={label} error={error} hint="Their email address.">
      {(props) => (
        <>
          <TextInput
            {...props}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            list={list}
            placeholder="maya@example.com"
            {...register(name)}
          />
          <datalist id={list}>
            {contacts
              .filter(({ blocked, address }) => !blocked && address)
              .map((contact) => (
                <option key={contact.id} value={contact.address ?? ''}>
                  {contact.name}
                </option>
              ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Selects one of the customer's accounts, shown with its balance. */
export function AccountOptions({ accounts }: { accounts: readonly Account[] }) {
  return accounts.map((account) => (
    <option key={account.id} value={account.id}>
      {account.name} {maskedNumber(account)}: {formatMoney(account.balance, account.currency)}
    </option>
  ));
}

export function AccountField({
  label,
  accounts,
  value,
  onValueChange,
  error,
  hint,
}: {
  label: string;
  accounts: readonly Account[];
  value: string;
  onValueChange: (id: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
}) {
  return (
    <LabeledSelect
      label={label}
      error={error}
      hint={hint}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
    >
      <AccountOptions accounts={accounts} />
    </LabeledSelect>
  );
}
