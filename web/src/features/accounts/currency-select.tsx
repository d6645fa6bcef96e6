import type { ComponentProps } from 'react';
import { Select } from '@/ui/forms/select';

const CURRENCIES = [
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
] as const;

type CurrencySelectProps = Omit<ComponentProps<typeof Select>, 'onChange' | 'children'> & {
  value: string;
  onValueChange: (currency: string) => void;
};

/** Renders the choice of an account's currency. */
export function CurrencySelect({ onValueChange, ...props }: CurrencySelectProps) {
  return (
    <Select {...props} onChange={(event) => onValueChange(event.target.value)}>
      {CURRENCIES.map(([code, symbol]) => (
        <option key={code} value={code}>
          {code} ({symbol})
        </option>
      ))}
    </Select>
  );
}
