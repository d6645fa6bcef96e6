import { fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { MoneyAccount } from '@/entities/account/account-field';
import { debtMutations, debtQueries, type PayoffQuote } from '@/entities/debt/data/calls';
import { type Debt, formatRate } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';

type DebtPayoffProps = { debt: Debt; accounts: readonly MoneyAccount[]; today: string; onDone: () => void };

const OUTSIDE = '';

/** Renders the payoff amount on a day including interest. Today's can be paid at once. */
export function DebtPayoff({ debt, accounts, today, onDone }: DebtPayoffProps) {
  const [day, setDay] = useState(today);
  const [isPaid, setIsPaid] = useState(false);
  const quote = useQuery({ ...debtQueries.payoffQuote(debt.id, day), enabled: day !== '' && !isPaid });
  const problem = day === '' ? 'Choose a date.' : quote.error ? dayProblem(quote.error, debt) : undefined;
  if (isPaid)
    return (
      <div className="flex flex-col gap-5">
        <p role="status" className="flex items-center gap-3">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-positive" strokeWidth={1.5} />
          <span>
            <strong className="font-semibold">{debt.name} is paid off.</strong> You owe nothing more.
          </span>
        </p>
        <Button variant="primary" size="lg" onClick={onDone} autoFocus>
          Done
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-5">
      <Field label="Payoff date" error={problem} hint="Any date within the next year.">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            min={today}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
      </Field>
      {quote.data ? (
        <Quote debt={debt} quote={quote.data} />
      ) : (
        !problem && <Skeleton className="h-24 w-full" />
      )}
      {quote.data && day === today && (
        <PayNow debt={debt} quote={quote.data} accounts={accounts} onPaid={() => setIsPaid(true)} />
      )}
    </div>
  );
}

function Quote({ debt, quote }: { debt: Debt; quote: PayoffQuote }) {
  const { currency } = debt;
  return (
    <div>
      <p className="text-ink-3 text-sm">{formatListDate(quote.on_date)}, interest included</p>
      <p aria-live="polite">
        <Explain
          title="Payoff"
          formula="Balance + daily interest since the last due date."
          inputs={[
            { name: 'Owed', value: formatMoney(quote.balance, currency) },
            {
              name: `Interest for ${quote.days} ${quote.days === 1 ? 'day' : 'days'}`,
              value: formatMoney(quote.accrued_interest, currency),
            },
          ]}
          source={`${formatRate(debt.rate)} a year, using 30-day months. Later dates assume you make every payment on time.`}
        >
          <Money amount={quote.total} currency={currency} size="panel" />
        </Explain>
      </p>
      {quote.per_day > 0 && (
        <p className="text-ink-2 text-sm">Each later day adds {formatMoney(quote.per_day, currency)}.</p>
      )}
    </div>
  );
}

type PayNowProps = Omit<DebtPayoffProps, 'today' | 'onDone'> & { quote: PayoffQuote; onPaid: () => void };

function PayNow({ debt, quote, accounts, onPaid }: PayNowProps) {
  const usable = accounts.filter(({ currency }) => currency === debt.currency);
  const [accountId, setAccountId] = useState(debt.autopay?.accountId ?? usable[0]?.id ?? OUTSIDE);
  const [error, setError] = useState<string>();
  const { mutateAsync, isPending } = useMutation(debtMutations.payOff);
  const requestId = useRequestId();
  const account = usable.find(({ id }) => id === accountId);
  async function pay() {
    const content = { debtId: debt.id, accountId: account?.id ?? null };
    try {
      await mutateAsync({ ...content, requestId: requestId.for(content) });
      onPaid();
    } catch (refused) {
      setError(getRefusalMessage(refused, debt.currency) ?? undefined);
    }
  }
  return (
    <>
      <Field label="From" error={error}>
        {(control) => (
          <Select {...control} value={accountId} onChange={(event) => setAccountId(event.target.value)}>
            {usable.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}: {formatMoney(each.balance, each.currency)}
              </option>
            ))}
            <option value={OUTSIDE}>Outside Sandbank</option>
          </Select>
        )}
      </Field>
      <Review>
        <ReviewLine label="Interest until today">
          {formatMoney(quote.accrued_interest, debt.currency)}
        </ReviewLine>
        {account && (
          <ReviewChange
            label={account.name}
            before={account.balance}
            after={fromMinor(subtractMinor(toMinor(account.balance), toMinor(quote.total)))}
            currency={debt.currency}
          />
        )}
      </Review>
      <Button variant="primary" size="lg" busy={isPending} onClick={() => void pay()}>
        Pay off {formatMoney(quote.total, debt.currency)}
      </Button>
    </>
  );
}

const dayProblem = (error: unknown, debt: Debt) =>
  getRefusalMessage(error, debt.currency) ?? "We couldn't load the quote. Choose the date again.";
