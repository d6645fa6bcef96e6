import { type FormEvent, useState } from 'react';
import { formatListDate } from '@/lib/dates';
import { validateAmount } from '@/lib/fields';
import { fromMinor, parseAmount } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import type { Outgoing } from '../upcoming/projection';
import { amountText } from './first-dates';

type OnceFormProps = {
  item: Outgoing;
  /** Takes major units. Rejects with the bank's refusal. */
  onPay: (amount: number) => Promise<void>;
  busy: boolean;
};

/** Changes the amount of one occurrence. */
export function OnceForm({ item, onPay, busy }: OnceFormProps) {
  const [typed, setTyped] = useState(amountText(item.amount));
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>();
  const amount = parseAmount(typed);
  const problem =
    amount !== null && amount <= 0
      ? 'Enter an amount above zero, or skip this payment.'
      : validateAmount(typed);

  async function pay(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (problem || amount === null || busy) return;
    try {
      await onPay(fromMinor(amount));
    } catch (error) {
      if (isRefusal(error)) setRefusal(error.message);
    }
  }
  return (
    <form onSubmit={pay} noValidate className="flex flex-col gap-5">
      <Field
        label={`Amount on ${formatListDate(item.day)}`}
        hint="Only this payment changes. Later payments stay the same."
        error={refusal ?? (tried ? problem : undefined)}
      >
        {(control) => (
          <AmountInput
            {...control}
            value={typed}
            currency={item.currency}
            onValueChange={(next) => {
              setTyped(next);
              setRefusal(undefined);
            }}
            onBlur={() => setTried(true)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Change this payment
      </Button>
    </form>
  );
}
