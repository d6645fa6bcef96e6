import { useId } from 'react';
import type { Control } from 'react-hook-form';
import { type Account, maskedNumber } from '@/entities/account/queries';
import { formatMoney } from '@/lib/money';
import { LabeledSelect } from '@/ui/forms/labeled';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import type { Contact } from '../queries';
import { LONGEST_NOTE, type MoneyDetails, type MoneyFields } from './people-schema';

export type MoneyControl = Control<MoneyFields, unknown, MoneyDetails>;

type AddressFieldProps = { control: MoneyControl; label: string; contacts: readonly Contact[] };

/** Renders an email address field that suggests contacts. */
export function AddressField({ control, label, contacts }: AddressFieldProps) {
  const list = useId();
  return (
    <>
      <TextField
        control={control}
        name="address"
        label={label}
        hint="The other person's email address."
        type="email"
        inputMode="email"
        autoCapitalize="none"
        list={list}
        placeholder="maya@example.com"
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
  );
}

export function NoteField({ control }: { control: MoneyControl }) {
  return (
    <TextField
      control={control}
      name="note"
      label="Note"
      note="optional, visible to them"
      maxLength={LONGEST_NOTE}
    />
  );
}

type MoneyAccountFieldProps = {
  control: MoneyControl;
  label: string;
  hint?: string;
  accounts: readonly Account[];
  onChosen?: (accountId: string) => void;
};

export function MoneyAccountField({ accounts, ...field }: MoneyAccountFieldProps) {
  return <SelectField {...field} name="accountId" options={getAccountOptions(accounts)} />;
}

type AccountFieldProps = {
  label: string;
  accounts: readonly Account[];
  value: string;
  disabled?: boolean;
  onValueChange: (id: string) => void;
};

export function AccountField({ accounts, onValueChange, ...field }: AccountFieldProps) {
  return (
    <LabeledSelect
      {...field}
      onChange={(event) => onValueChange(event.target.value)}
      options={getAccountOptions(accounts)}
    />
  );
}

/** Returns select options that show each account's last digits and balance. */
const getAccountOptions = (accounts: readonly Account[]) =>
  accounts.map((account) => ({
    value: account.id,
    label: `${account.name} ${maskedNumber(account)}: ${formatMoney(account.balance, account.currency)}`,
  }));
