import type { HouseholdRow } from '@engine/household/row.ts';
import { queryFor } from '@engine/search/transaction-query.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleSlash, Clock3, type LucideIcon, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { amountField } from '@/lib/fields';
import { formatMoney, formatTypedAmount, parseAmount } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import type { Outgoing } from '../projection';
import { type RuleEvent, type ScheduledPayment, scheduledPaymentQueries } from '../queries';
import { IncreaseNotice } from './increase-notice';
import { PaymentForm } from './payment-form';
import type { PaymentFields } from './payment-schema';

/**
 * The open dialog: a rule's form, the form that changes the amount of one payment, a rule's history, or the
 * notice that its amount goes up.
 */
export type OpenPaymentDialog =
  | { kind: 'form'; rule?: ScheduledPayment; beginning: PaymentFields }
  | { kind: 'once'; item: Outgoing }
  | { kind: 'history'; rule: ScheduledPayment }
  | { kind: 'increase'; rule: ScheduledPayment }
  | null;

type PaymentDialogsProps = {
  openDialog: OpenPaymentDialog;
  onClose: () => void;
  household: HouseholdRow;
  currencyOf: (accountId: string) => string;
  zone: string;
  /** Pays the item with an amount in major units. The promise rejects with the bank's error. */
  payOnce: (item: Outgoing, amount: number) => Promise<void>;
  isChanging: boolean;
  /** Deletes the rule. */
  remove: (rule: ScheduledPayment) => void;
};

export function PaymentDialogs({
  openDialog,
  onClose,
  household,
  currencyOf,
  zone,
  remove,
  ...once
}: PaymentDialogsProps) {
  return (
    <Dialog
      open={openDialog !== null}
      onClose={onClose}
      title={getTitle(openDialog)}
      wide={openDialog?.kind === 'form'}
    >
      {openDialog?.kind === 'form' && <PaymentForm {...openDialog} household={household} onDone={onClose} />}
      {openDialog?.kind === 'once' && <OnceForm item={openDialog.item} onDone={onClose} {...once} />}
      {openDialog?.kind === 'increase' && (
        <IncreaseNotice
          rule={openDialog.rule}
          household={household}
          currency={currencyOf(openDialog.rule.account_id)}
          onCancelPayment={remove}
          onDone={onClose}
        />
      )}
      {openDialog?.kind === 'history' && (
        <RuleHistory rule={openDialog.rule} currency={currencyOf(openDialog.rule.account_id)} zone={zone} />
      )}
    </Dialog>
  );
}

function getTitle(openDialog: OpenPaymentDialog): string {
  if (openDialog?.kind === 'once') return `Change amount: ${openDialog.item.name}`;
  if (openDialog?.kind === 'increase') return `${openDialog.rule.name} goes up`;
  if (openDialog?.kind === 'history') return `${openDialog.rule.name} history`;
  return openDialog?.kind === 'form' && openDialog.rule ? `Edit ${openDialog.rule.name}` : 'Schedule payment';
}

type OnceFormProps = Pick<PaymentDialogsProps, 'payOnce' | 'isChanging'> & {
  item: Outgoing;
  onDone: () => void;
};

const onceSchema = z.object({
  amount: z
    .string()
    .refine((text) => (parseAmount(text) ?? 1) > 0, 'Enter an amount above zero, or skip this payment.')
    .pipe(amountField()),
});

function OnceForm({ item, payOnce, isChanging, onDone }: OnceFormProps) {
  const { control, submit } = useBankForm({
    schema: onceSchema,
    defaults: { amount: formatTypedAmount(item.amount) },
    currency: item.currency,
    refusedField: 'amount',
    onSubmit: async ({ amount }) => {
      await payOnce(item, amount);
      onDone();
    },
  });
  return (
    <Form onSubmit={submit} busy={isChanging} verb="Change this payment">
      <AmountField
        control={control}
        name="amount"
        label={`Amount on ${formatListDate(item.day)}`}
        hint="Only this payment changes. Later payments stay the same."
        currency={item.currency}
        size="page"
      />
    </Form>
  );
}

type RuleHistoryProps = { rule: ScheduledPayment; currency: string; zone: string };

function RuleHistory({ rule, currency, zone }: RuleHistoryProps) {
  const history = useQuery(scheduledPaymentQueries.history(rule.id));
  return (
    <Loaded from={history} failure="We couldn't load the payment history." label="Loading the history">
      {(events) =>
        events.length === 0 ? (
          <p className="text-ink-2">No payments yet.</p>
        ) : (
          <ol aria-label={`History of ${rule.name}`} className="divide-y divide-line border-line border-t">
            {events.map((event) => (
              <HistoryRow key={event.event_key} event={event} currency={currency} zone={zone} />
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

function HistoryRow({ event, currency, zone }: { event: RuleEvent; currency: string; zone: string }) {
  const { word, icon: Icon, ink } = LOOKS[event.kind ?? ''] ?? PAID;
  const reason = getReason(event, currency, zone);
  const isPosted = event.entry_id !== null;
  return (
    <li className="flex min-h-13 items-start gap-3 py-2.5">
      <Icon className={classNames('mt-0.5 size-5 shrink-0', ink)} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {isPosted ? (
            <Link to={queryFor(event.description ?? '')} className="hover:underline">
              {word}
            </Link>
          ) : (
            word
          )}
        </span>
        <span className="block text-ink-3 text-sm">
          <span className="figures">{formatTextDate(event.at ?? '', zone)}</span>
          {reason && `: ${reason}`}
        </span>
      </span>
      {event.amount !== null && (
        <Money
          amount={isPosted ? -event.amount : event.amount}
          currency={event.currency ?? currency}
          expected={!isPosted}
          className={isPosted ? '' : 'text-ink-3'}
        />
      )}
    </li>
  );
}

type Look = { word: string; icon: LucideIcon; ink: string };

const LOOKS: Record<string, Look> = {
  payment_retry: { word: 'Retrying', icon: Clock3, ink: 'text-warning' },
  payment_failed: { word: 'Failed', icon: CircleAlert, ink: 'text-negative' },
  payment_skipped: { word: 'Skipped', icon: CircleSlash, ink: 'text-ink-3' },
  payment_not_needed: { word: 'Nothing due', icon: CircleCheck, ink: 'text-ink-3' },
  price_increase: { word: 'Increase announced', icon: TrendingUp, ink: 'text-ink-3' },
};
const PAID: Look = { word: 'Paid', icon: CircleCheck, ink: 'text-positive' };

/** Explains why no money moved. Amounts in `facts` are in minor units. */
function getReason({ kind, facts, at, due_at }: RuleEvent, currency: string, zone: string): string {
  const values = (facts ?? {}) as Record<string, number | string | undefined>;
  if (kind === 'price_increase')
    return `${formatMoney(Number(values['after']) / 100, currency)} from ${formatTextDate(String(values['effective_date']))}`;
  const { amount, available, tries, reason } = values;
  if (reason === 'closed') return 'account closed or deleted';
  const isLate = at && due_at && getDay(at, zone) !== getDay(due_at, zone);
  if (typeof amount !== 'number' || typeof available !== 'number')
    return isLate ? `scheduled for ${formatTextDate(due_at, zone)}` : '';
  const short = `${formatMoney((amount - available) / 100, currency)} short`;
  return kind === 'payment_retry' ? `attempt ${tries} of 4, ${short}` : `failed after 4 attempts, ${short}`;
}
