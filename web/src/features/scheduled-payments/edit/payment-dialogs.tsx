import type { HouseholdRow } from '@engine/household/row.ts';
import { Dialog } from '@/ui/overlays/dialog';
import { RuleHistory } from '../payments/payment-history';
import type { ScheduledPayment } from '../queries';
import type { Outgoing } from '../upcoming/projection';
import { OnceForm } from './once-form';
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
