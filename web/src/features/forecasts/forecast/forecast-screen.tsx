import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { ChargeRow, TransactionRow } from '@engine/forecast/history.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PendingNote } from '@/entities/hold/pending-note';
import { forecastQueries } from '@/entities/household/forecast-queries';
import { withParameters } from '@/lib/navigation/search-parameters';
import { readStored, storeValue } from '@/lib/storage/customer-keys';
import type { DayValue } from '@/ui/charts/scales';
import { ErrorState } from '@/ui/error-state';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { Section } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { WorkProgress } from '@/ui/work-progress';
import type { CashAccount } from '../assumptions/assumption-form';
import { type Assumption, readAssumptions } from '../assumptions/assumptions';
import { AssumptionsSection } from '../assumptions/assumptions-section';
import { useAnswer } from './answers';
import { BackTestPanel } from './back-test-panel';
import { type Answer, type Question, RANGES, type Range } from './calculation';
import { CashChart, ForecastFigures } from './figures';
import { ForecastMonthList } from './month-list';
import { ForecastSpending } from './spending';
import { ForecastSkeleton, ForecastWarning } from './warning';

const PAST_DAYS = 75;
const NO_PAST: DayValue[] = [];

type ForecastScreenProps = {
  customer: { id: string; base_currency: string };
  household: HouseholdRow;
  /** Open checking and savings accounts; at least one. */
  cash: readonly CashAccount[];
  transactions: readonly TransactionRow[];
  charges: readonly ChargeRow[];
  /** Today's rates into the base currency. */
  rates: Record<string, number>;
  today: string;
};

export function ForecastScreen({
  customer,
  household,
  cash,
  transactions,
  charges,
  rates,
  today,
}: ForecastScreenProps) {
  const [layers, setLayers] = useAssumptions(customer.id);
  const [withCertain, setWithCertain] = useState(false);
  const subjects = useMemo(() => getSubjects(cash, customer.base_currency), [cash, customer.base_currency]);
  const choice = useChoice(subjects);
  const { range, subject } = choice;
  const { currency, accountId, isAll } = subject;
  const question = useMemo(
    (): Question => ({
      household,
      transactions,
      charges,
      layers,
      range,
      currency,
      accountId,
      rates: isAll ? rates : null,
    }),
    [household, transactions, charges, layers, range, currency, accountId, isAll, rates],
  );
  const { answer, failed, isSlow, retry } = useAnswer(question);
  // Keeps the last subject's results while the next subject is computed.
  const shown =
    subjects.find(
      (item) =>
        item.accountId === answer?.accountId &&
        item.currency === answer.currency &&
        item.isAll === answer.isAll,
    ) ?? subject;
  const { name } = shown;
  const includedAccounts = cash.filter(({ id, currency: own }) =>
    shown.accountId === null ? shown.isAll || own === shown.currency : id === shown.accountId,
  );
  const past = useQuery(
    forecastQueries.past(includedAccounts, shown.currency, dayText(parseDay(today) - PAST_DAYS)),
  );
  return (
    <div className="flex flex-col gap-10">
      <Controls subjects={subjects} choice={choice} />
      <WorkProgress runs={isSlow} text="Calculating your forecast" />
      {failed ? (
        <ErrorState title="We couldn't calculate your forecast." onRetry={retry} />
      ) : !answer ? (
        <ForecastSkeleton />
      ) : (
        <>
          <div>
            <ForecastFigures answer={answer} name={name} />
            <PendingNote isIncluded className="mt-4" />
          </div>
          <ForecastWarning
            answer={answer}
            nameOf={(id) => cash.find((account) => account.id === id)?.name ?? 'One account'}
            canMove={cash.filter((account) => account.currency === answer.currency).length > 1}
          />
          <Section
            title={name}
            aside={
              !answer.noModel && (
                <label className="flex cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    checked={withCertain}
                    onChange={({ target }) => setWithCertain(target.checked)}
                    className="size-4 accent-(--accent)"
                  />
                  Hide everyday spending
                </label>
              )
            }
          >
            {past.data || past.error ? (
              <CashChart name={name} past={past.data ?? NO_PAST} answer={answer} withCertain={withCertain} />
            ) : (
              <Skeleton className="h-80 w-full" />
            )}
            <Currencies
              answer={answer}
              isMixed={includedAccounts.some(({ currency: own }) => own !== answer.currency)}
            />
          </Section>
        </>
      )}
      <AssumptionsSection
        layers={layers}
        onChange={setLayers}
        accounts={cash}
        accountId={accountId ?? includedAccounts[0]?.id ?? ''}
        today={today}
        timeZone={household.time_zone}
      />
      {answer && !failed && (
        <>
          <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Section title="What affects your forecast">
              <ForecastMonthList months={answer.months} currency={answer.currency} />
            </Section>
            <ForecastSpending answer={answer} />
          </div>
          <BackTestPanel backTest={answer.backTest} currency={answer.currency} />
        </>
      )}
    </div>
  );
}

type ControlsProps = { subjects: readonly Subject[]; choice: ReturnType<typeof useChoice> };

function Controls({ subjects, choice: { subject, range, chooseSubject, chooseRange } }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="w-full sm:w-72">
        <Select
          aria-label="Accounts"
          value={subject.value}
          onChange={({ target }) => chooseSubject(target.value)}
          options={subjects.map(({ value, name }) => ({ value, label: name }))}
        />
      </div>
      <Segmented
        label="Period"
        value={range}
        onValueChange={chooseRange}
        options={RANGES}
        className="w-full max-sm:*:px-1 sm:w-auto"
      />
    </div>
  );
}

type CurrenciesProps = { answer: Answer; isMixed: boolean };

function Currencies({ answer: { accountId, leftOut, isAll }, isMixed }: CurrenciesProps) {
  if (accountId !== null || (leftOut.length === 0 && !isMixed)) return null;
  const reason = isAll ? ': no exchange rate is available' : '';
  return (
    <p className="mt-2 text-ink-3 text-sm">
      {leftOut.length > 0
        ? `Cash in ${leftOut.join(' and ')} isn't included${reason}.`
        : "Foreign balances use today's exchange rates. Past balances use each day's rate."}
    </p>
  );
}

const WHAT = 'imagined';

/** Returns the customer's assumptions, stored in this browser until sign-out. */
function useAssumptions(
  customerId: string,
): [readonly Assumption[], (layers: readonly Assumption[]) => void] {
  const [layers, setLayers] = useState<readonly Assumption[]>(() =>
    readAssumptions(readStored(customerId, WHAT)),
  );
  return [
    layers,
    (next) => {
      setLayers(next);
      storeValue(customerId, WHAT, JSON.stringify(next));
    },
  ];
}

/** The subject of the forecast: all cash, the cash in one currency, or an account. */
type Subject = {
  value: string;
  name: string;
  currency: string;
  accountId: string | null;
  /** True if the subject includes other currencies. */
  isAll: boolean;
};

const ALL = 'all';

const DEFAULT_RANGE: Range = '90d';

/** Lists all cash in the base currency, the cash in each currency if there are several, and each account. */
function getSubjects(cash: readonly CashAccount[], baseCurrency: string): [Subject, ...Subject[]] {
  const currencies = [...new Set(cash.map(({ currency }) => currency))].sort(
    (left, right) => Number(right === baseCurrency) - Number(left === baseCurrency),
  );
  const [first = baseCurrency] = currencies;
  const isMixed = currencies.length > 1;
  return [
    {
      value: ALL,
      name: 'All cash',
      currency: isMixed ? baseCurrency : first,
      accountId: null,
      isAll: isMixed,
    },
    ...(isMixed ? currencies : []).map((currency) => ({
      value: currency,
      name: `Only cash in ${currency}`,
      currency,
      accountId: null,
      isAll: false,
    })),
    ...cash.map(({ id, name, currency }) => ({ value: id, name, currency, accountId: id, isAll: false })),
  ];
}

/** Returns the subject and horizon in the URL. Unknown values are ignored. */
function useChoice(subjects: readonly [Subject, ...Subject[]]) {
  const [search, setSearch] = useSearchParams();
  const range = RANGES.find(({ value }) => value === search.get('range'))?.value ?? DEFAULT_RANGE;
  const subject = subjects.find(({ value }) => value === search.get('of')) ?? subjects[0];
  const change = (name: 'range' | 'of', value: string) =>
    setSearch((before) => withParameters(before, { [name]: value }), {
      replace: true,
      preventScrollReset: true,
    });
  return {
    range,
    subject,
    chooseRange: (value: Range) => change('range', value),
    chooseSubject: (value: string) => change('of', value),
  };
}
