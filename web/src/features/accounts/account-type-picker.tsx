import { RadioGroup } from 'radix-ui';

const TYPES = [
  { value: 'CHECKING', label: 'Checking', words: 'Everyday spending and bills' },
  { value: 'SAVINGS', label: 'Savings', words: 'Money you set aside' },
  { value: 'INVESTMENT', label: 'Investment', words: 'Long-term growth' },
] as const;

export type AccountType = (typeof TYPES)[number]['value'];

/** Describes each type in one sentence. */
export function AccountTypePicker({
  value,
  onValueChange,
}: {
  value: string;
  onValueChange: (type: AccountType) => void;
}) {
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
            <span className="block text-ink-2 text-sm">{type.words}</span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
