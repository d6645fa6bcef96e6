import { z } from 'zod';
import { OptionCards } from '@/ui/forms/option-cards';

export const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS', 'INVESTMENT'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];
/** The types of accounts that can be opened. A CD has a form of its own. */
export type OpenedType = AccountType | 'CD';

export const accountNameField = z.string().trim().min(1, 'Enter an account name.');

const TYPES: readonly { value: AccountType; label: string; description: string }[] = [
  { value: 'CHECKING', label: 'Checking', description: 'Everyday spending and bills' },
  { value: 'SAVINGS', label: 'Savings', description: 'Money you set aside' },
  { value: 'INVESTMENT', label: 'Investment', description: 'Long-term growth' },
];

const OPENED_TYPES: readonly { value: OpenedType; label: string; description: string }[] = [
  ...TYPES,
  { value: 'CD', label: 'Certificate of deposit', description: 'A fixed rate for a fixed term' },
];

type AccountTypePickerProps = { value: string; onValueChange: (type: AccountType) => void };

export function AccountTypePicker(choice: AccountTypePickerProps) {
  return <OptionCards label="Type" options={TYPES} {...choice} />;
}

type OpenedTypePickerProps = { value: string; onValueChange: (type: OpenedType) => void };

export function OpenedTypePicker(choice: OpenedTypePickerProps) {
  return <OptionCards label="Type" options={OPENED_TYPES} isCompact {...choice} />;
}
