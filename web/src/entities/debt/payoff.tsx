import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { AccountChange } from '@/entities/account/account-change';
import { AccountField, type MoneyAccount, OUTSIDE } from '@/entities/account/account-field';
import { debtMutations } from '@/entities/debt/data/mutations';
import { debtQueries, type PayoffQuote } from '@/entities/debt/data/queries';
import { type Debt, findPayingAccount } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatCount } from '@/lib/count';
import { formatListDate } from '@/lib/dates';
import { formatExactRate, formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { Receipt, Review, ReviewLine } from '@/ui/forms/review';
import { TextInput } from '@/ui/forms/text-input';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';

type DebtPayoffProps = { debt: Debt; accounts: readonly MoneyAccount[]; today: string; onDone: () => void };

/** Renders the payoff amount for a day, including interest. Today's payoff amount can be paid immediately. */
export function DebtPayoff({ debt, accounts, today, onDone }: DebtPayoffProps) {
  const [day, setDay] = useState(today);
  const [isPaid, setIsPaid] = useState(false);
  const quote = useQuery({ ...debtQueries.payoffQuote(debt.id, day), enabled: day !== '' && !isPaid });
  const problem = day === '' ? 'Choose a date.' : quote.error ? getDayProblem(quote.error, debt) : undefined;
  if (isPaid)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">{debt.name} is paid off.</strong> You don't owe anything more.
      </Receipt>
    );
  return (
    <div className="flex flex-col gap-5">
      <Field label="Payoff date" error={problem} hint="Choose any date within the next year.">
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
      <p className="text-ink-3 text-sm">{formatListDate(quote.on_date)}, including interest</p>
      <p aria-live="polite">
        <Explain
          title="Payoff"
          lesson={debt.product === 'mortgage' ? 'mortgage-interest' : 'wait-or-borrow'}
          formula="Balance + daily interest since the last due date."
          inputs={[
            { name: 'Owed', value: formatMoney(quote.balance, currency) },
            {
              name: `Interest for ${formatCount(quote.days, 'day')}`,
              value: formatMoney(quote.accrued_interest, currency),
            },
          ]}
          source={`${formatExactRate(debt.rate)} per year, based on ${debt.line ? 'each day’s balance and a 365-day year' : '30-day months'}. Later dates assume you make every payment on time.`}
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

function PayNow({ debt, quote, onPaid, ...all }: PayNowProps) {
  const accounts = all.accounts.filter(({ currency }) => currency === debt.currency);
  const { send } = useIdempotentMutation(debtMutations.payOff);
  const { control, submit, watch, isSubmitting } = useBankForm({
    schema: z.object({ accountId: z.string() }),
    defaults: { accountId: findPayingAccount(debt, accounts)?.id ?? OUTSIDE },
    currency: debt.currency,
    refusedField: 'accountId',
    onSubmit: async ({ accountId }) => {
      await send({ debt_id: debt.id, account_id: accountId || null });
      onPaid();
    },
  });
  const account = accounts.find(({ id }) => id === watch('accountId'));
  return (
    <Form onSubmit={submit} busy={isSubmitting} verb={`Pay off ${formatMoney(quote.total, debt.currency)}`}>
      <AccountField control={control} name="accountId" label="From" accounts={accounts} hasOutside />
      <Review>
        <ReviewLine label="Interest through today">
          {formatMoney(quote.accrued_interest, debt.currency)}
        </ReviewLine>
        <AccountChange account={account} pays={quote.total} />
      </Review>
    </Form>
  );
}

const getDayProblem = (error: unknown, debt: Debt) =>
  getRefusalMessage(error, debt.currency) ?? "We couldn't load the quote. Choose the date again.";
