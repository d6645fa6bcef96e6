import { RadioGroup } from 'radix-ui';
import { z } from 'zod';

export const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS', 'INVESTMENT'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const accountNameField = z.string().trim().min(1, 'Enter an account name.');

const TYPES: readonly { value: AccountType; label: string; description: string }[] = [
  { value: 'CHECKING', label: 'Checking', description: 'Everyday spending and bills' },
  { value: 'SAVINGS', label: 'Savings', description: 'Money you set aside' },
  { value: 'INVESTMENT', label: 'Investment', description: 'Long-term growth' },
];

type AccountTypePickerProps = { value: string; onValueChange: (type: AccountType) => void };

export function AccountTypePicker({ value, onValueChange }: AccountTypePickerProps) {
  return (
    <RadioGroup.Root
      aria-label="Type"
      value={value}
      onValueChange={(next) => onValueChange(next as AccountType)}
      className="grid gap-2"
    >
      <span aria-hidden className="font-medium text-sm">
        Type
      </span>
      {TYPES.map((type) => (
        <RadioGroup.Item
          key={type.value}
          value={type.value}
          aria-label={type.label}
          className="group flex min-h-14 items-center gap-3 rounded-2 border border-line-strong bg-surface px-4 py-2.5 text-left data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span
            aria-hidden
            className="grid size-5 shrink-0 place-items-center rounded-full border border-line-strong group-data-[state=checked]:border-[6px] group-data-[state=checked]:border-accent"
          />
          <span>
            <span className="block font-medium">{type.label}</span>
            <span className="block text-ink-2 text-sm">{type.description}</span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
