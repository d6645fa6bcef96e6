import { fromMinor, type Minor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { validateAmount } from '@/lib/fields';
import { formatMinor, formatMoney, parseAmount } from '@/lib/money';
import { QueuedForLater, type QueuedMovement } from '@/lib/offline/queue';
import { useRequestId } from '@/lib/request-id';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Review, ReviewChange } from '@/ui/forms/review';
import { Select } from '@/ui/forms/select';

export type PaymentSource = { id: string; name: string; balance: number; currency: string };
export type Payment = QueuedMovement & { amount: number; accountId: string | null; requestId: string };

type PaymentFlowProps = {
  /** The name of the card or debt: "Tide Card". */
  name: string;
  /** The balance owed in major units. */
  owed: number;
  currency: string;
  sources: readonly PaymentSource[];
  /** Suggested amounts, such as the monthly payment. Larger ones than the balance are omitted. */
  suggestions: readonly { label: string; amount: number }[];
  /** Lowers amounts above the balance instead of refusing them, and says so. */
  lowers?: boolean;
  /** Pays and returns the remaining balance. Throws the bank's refusal. */
  onPay: (payment: Payment) => Promise<number>;
  onDone: () => void;
};

const OUTSIDE = '';

/** Pays a debt in three steps: amount and source, review with both balances, and receipt. */
export function PaymentFlow({
  name,
  owed,
  currency,
  sources,
  suggestions,
  lowers = false,
  onPay,
  onDone,
}: PaymentFlowProps) {
  const usable = sources.filter((source) => source.currency === currency);
  const [typed, setTyped] = useState('');
  const [sourceId, setSourceId] = useState(usable[0]?.id ?? OUTSIDE);
  const [error, setError] = useState<string>();
  const [reviewed, setReviewed] = useState<Minor | null>(null);
  const [left, setLeft] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const requestId = useRequestId();
  const source = usable.find(({ id }) => id === sourceId);
  const debt = toMinor(owed);
  const toText = (amount: Minor) => `Pay ${formatMinor(amount, currency)} to ${name}`;

  function review(event: FormEvent) {
    event.preventDefault();
    const offered = parseAmount(typed);
    const amount = lowers && offered !== null && debt > 0 && offered > debt ? debt : offered;
    const problem = validateAmount(typed) ?? problemWith(amount, debt, source, currency);
    setError(problem);
    if (!problem) setReviewed(amount);
  }

  async function pay(amount: Minor) {
    const content = { name, amount: fromMinor(amount), accountId: source?.id ?? null };
    setBusy(true);
    try {
      setLeft(
        await onPay({
          amount: content.amount,
          accountId: content.accountId,
          requestId: requestId.for(content),
          words: toText(amount),
          currency,
        }),
      );
    } catch (refused) {
      if (refused instanceof QueuedForLater) return onDone();
      const words = getRefusalMessage(refused, currency);
      if (words) {
        setError(words);
        setReviewed(null);
      }
    } finally {
      setBusy(false);
    }
  }

  if (left !== null && reviewed !== null) {
    return (
      <div className="flex flex-col gap-5">
        <p role="status" className="flex items-center gap-3">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-positive" strokeWidth={1.5} />
          <span>
            <strong className="font-semibold">{formatMinor(reviewed, currency)} paid.</strong>{' '}
            {left === 0 ? `${name} is paid off.` : `You owe ${formatMoney(left, currency)} on ${name}.`}
          </span>
        </p>
        <Button variant="primary" size="lg" onClick={onDone} autoFocus>
          Done
        </Button>
      </div>
    );
  }
  if (reviewed !== null) {
    return (
      <div className="flex flex-col gap-5">
        {parseAmount(typed) !== reviewed && (
          <AlertBox kind="info" fact={`You only owe ${formatMoney(owed, currency)}.`}>
            We lowered your payment to this amount.
          </AlertBox>
        )}
        <Review>
          <ReviewChange
            label={`Balance on ${name}`}
            before={owed}
            after={fromMinor(subtractMinor(debt, reviewed))}
            currency={currency}
          />
          {source && (
            <ReviewChange
              label={source.name}
              before={source.balance}
              after={fromMinor(subtractMinor(toMinor(source.balance), reviewed))}
              currency={currency}
            />
          )}
        </Review>
        <Button variant="primary" size="lg" busy={busy} onClick={() => void pay(reviewed)} autoFocus>
          {toText(reviewed)}
        </Button>
        <Button variant="ghost" onClick={() => setReviewed(null)}>
          Edit
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={review} noValidate className="flex flex-col gap-5">
      <Field label="Amount" error={error} hint={`You owe ${formatMoney(owed, currency)}.`}>
        {(control) => (
          <AmountInput {...control} value={typed} onValueChange={setTyped} currency={currency} autoFocus />
        )}
      </Field>
      <div className="-mt-2 flex flex-wrap gap-2">
        {suggestions
          .filter(({ amount }) => amount > 0 && amount <= owed)
          .map(({ label, amount }) => (
            <button
              key={label}
              type="button"
              onClick={() => setTyped(amount.toLocaleString('en-US', { minimumFractionDigits: 2 }))}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-1 border border-ink-3 border-dashed px-2.5 text-sm hover:bg-sunken pointer-coarse:min-h-11"
            >
              {label} <span className="figures font-medium">{formatMoney(amount, currency)}</span>
            </button>
          ))}
      </div>
      <Field label="From">
        {(control) => (
          <Select {...control} value={sourceId} onChange={(event) => setSourceId(event.target.value)}>
            {usable.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}: {formatMoney(each.balance, each.currency)}
              </option>
            ))}
            <option value={OUTSIDE}>Outside Sandbank</option>
          </Select>
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg">
        Review
      </Button>
    </form>
  );
}

function problemWith(
  amount: Minor | null,
  debt: Minor,
  source: PaymentSource | undefined,
  currency: string,
): string | undefined {
  if (amount === null) return undefined;
  if (amount > debt) return `That's more than you owe. Your balance is ${formatMinor(debt, currency)}.`;
  if (!source) return undefined;
  const available = toMinor(source.balance);
  if (amount <= available) return undefined;
  return `You have ${formatMinor(available, currency)} available. You need ${formatMinor(subtractMinor(amount, available), currency)} more.`;
}
