import { z } from 'zod';
import { OptionCards } from '@/ui/forms/option-cards';

export const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS', 'INVESTMENT'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const accountNameField = z.string().trim().min(1, 'Enter an account name.');

const TYPES: readonly { value: AccountType; label: string; description: string }[] = [
  { value: 'CHECKING', label: 'Checking', description: 'Everyday spending and bills' },
  { value: 'SAVINGS', label: 'Savings', description: 'Money you set aside' },
  { value: 'INVESTMENT', label: 'Investment', description: 'Long-term growth' },
];

type AccountTypePickerProps = { value: string; onValueChange: (type: AccountType) => void };

export function AccountTypePicker(choice: AccountTypePickerProps) {
  return <OptionCards label="Type" options={TYPES} {...choice} />;
}
