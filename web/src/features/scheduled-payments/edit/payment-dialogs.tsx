import type { HouseholdRow } from '@engine/household/row.ts';
import { type FormEvent, useState } from 'react';
import { formatListDate } from '@/lib/dates';
import { validateAmount } from '@/lib/fields';
import { fromMinor, parseAmount } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Dialog } from '@/ui/overlays/dialog';
import { RuleHistory } from '../payments/payment-history';
import type { ScheduledPayment } from '../queries';
import type { Outgoing } from '../upcoming/projection';
import { amountText } from './first-dates';
import { PaymentForm } from './payment-form';
import type { PaymentFields } from './payment-schema';

/** The open dialog: a rule's form, another amount for one payment, or a rule's history. */
export type OpenPaymentDialog =
  | { kind: 'form'; rule?: ScheduledPayment; beginning: PaymentFields }
  | { kind: 'once'; item: Outgoing }
  | { kind: 'history'; rule: ScheduledPayment }
  | null;

type PaymentDialogsProps = {
  asked: OpenPaymentDialog;
  onClose: () => void;
  household: HouseholdRow;
  currencyOf: (accountId: string) => string;
  zone: string;
  payOnce: (item: Outgoing, amount: number) => Promise<void>;
  isChanging: boolean;
};

export function PaymentDialogs({
  asked,
  onClose,
  household,
  currencyOf,
  zone,
  payOnce,
  isChanging,
}: PaymentDialogsProps) {
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={(open) => !open && onClose()}
      title={getTitle(asked)}
      wide={asked?.kind === 'form'}
    >
      {asked?.kind === 'form' && <PaymentForm {...asked} household={household} onDone={onClose} />}
      {asked?.kind === 'once' && (
        <OnceForm
          item={asked.item}
          busy={isChanging}
          onPay={async (amount) => {
            await payOnce(asked.item, amount);
            onClose();
          }}
        />
      )}
      {asked?.kind === 'history' && (
        <RuleHistory rule={asked.rule} currency={currencyOf(asked.rule.account_id)} zone={zone} />
      )}
    </Dialog>
  );
}

function getTitle(asked: OpenPaymentDialog): string {
  if (asked?.kind === 'once') return `Change amount: ${asked.item.name}`;
  if (asked?.kind === 'history') return `${asked.rule.name} history`;
  return asked?.kind === 'form' && asked.rule ? `Edit ${asked.rule.name}` : 'Schedule payment';
}

type OnceFormProps = {
  item: Outgoing;
  /** Takes major units. Rejects with the bank's refusal. */
  onPay: (amount: number) => Promise<void>;
  busy: boolean;
};

/** Changes the amount of one occurrence. */
function OnceForm({ item, onPay, busy }: OnceFormProps) {
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
