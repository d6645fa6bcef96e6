import { dayText, getDate, getDay as getDayNumber, parseDay, Zone } from '@engine/calendar/calendar.ts';
import type { YearReview } from '@engine/insights/year-review.ts';
import { fromMinor, type Minor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { getTransactionsPath, quoteForSearch } from '@/entities/transaction/paths';
import { AnalyticsTabs } from '@/features/analytics/analytics-tabs';
import { formatPercent } from '@/features/analytics/figures';
import { formatCount } from '@/lib/count';
import { formatAs, formatTextDate, getDay } from '@/lib/dates';
import { sumAmounts } from '@/lib/money';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { LabeledSelect } from '@/ui/forms/labeled';
import { LinkButton, TextLink } from '@/ui/link';
import { LoadedPage } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Page, Section } from '@/ui/page';
import { useCompleteYears, useYearReview, type YearTaxes } from './use-year-review';

const PATH = '/analytics/year-in-review';
const TITLE = 'Year in review';
const TABS = <AnalyticsTabs current={PATH} />;
const LOADING = {
  title: TITLE,
  tabs: TABS,
  failure: "We couldn't load your year in review.",
  rows: 8,
  label: 'Loading your year in review',
};

/** Renders the review of a complete simulated year on one page that can be printed. */
export default function YearInReviewPage() {
  return (
    <LoadedPage from={useQuery(customerQueries.me())} {...LOADING}>
      {(customer) => <Years customer={customer} />}
    </LoadedPage>
  );
}

function Years({ customer }: { customer: Customer }) {
  const { year: asked } = useParams();
  return (
    <LoadedPage from={useCompleteYears(customer)} {...LOADING}>
      {(years) => {
        const year = years.find((item) => String(item) === asked) ?? years[0];
        return year === undefined ? (
          <NoYear customer={customer} />
        ) : (
          <Review key={year} customer={customer} year={year} years={years} />
        );
      }}
    </LoadedPage>
  );
}

function NoYear({ customer: { now, time_zone } }: { customer: Customer }) {
  const { year } = getDate(parseDay(getDay(now, time_zone)));
  const newYear = getDayNumber(year + 1, 1, 1);
  const startOfYear = new Date(new Zone(time_zone).getStart(newYear)).toISOString();
  return (
    <Page title={TITLE} tabs={TABS}>
      <EmptyState
        title="No year to review yet"
        example={
          <ExampleRows
            rows={[
              { title: 'Net worth', detail: 'December 31', end: '+$12,840.10' },
              { title: 'Savings rate', detail: '3 points higher', end: '24%' },
              { title: 'Interest paid', detail: 'Cards and loans', end: '$1,204.33' },
            ]}
          />
        }
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => requestFastForward({ to: startOfYear })}>
              Fast-forward to {formatTextDate(dayText(newYear))}
            </Button>
            <LinkButton to="/analytics?range=year">View {year} so far</LinkButton>
          </span>
        }
      >
        Your first review is ready on {formatTextDate(dayText(newYear))}: what changed, what it cost, and your
        best month.
      </EmptyState>
    </Page>
  );
}

type ReviewProps = { customer: Customer; year: number; years: readonly number[] };

function Review({ customer, year, years }: ReviewProps) {
  const navigate = useNavigate();
  return (
    <LoadedPage from={useYearReview(customer, year)} {...LOADING}>
      {({ review, taxes }) => (
        <Page
          title={`${year} in review`}
          docked={false}
          tabs={TABS}
          className="[print-color-adjust:exact] print:py-0 print:text-sm"
          actions={
            <Button onClick={() => window.print()}>
              <Printer className="size-4" /> Print
            </Button>
          }
        >
          {years.length > 1 && (
            <LabeledSelect
              label="Year"
              className="mb-8 sm:w-48 print:hidden"
              value={String(year)}
              onChange={({ target }) => void navigate(`${PATH}/${target.value}`)}
              options={years.map((item) => ({ value: String(item), label: String(item) }))}
            />
          )}
          <NetWorth review={review} />
          <div className="mt-12 grid grid-cols-1 items-start gap-x-16 gap-y-12 lg:grid-cols-2 print:mt-4 print:grid-cols-2 print:gap-y-4">
            <CashFlow review={review} />
            <Spending review={review} />
            <Costs review={review} />
            <Highlights review={review} taxes={taxes} />
          </div>
        </Page>
      )}
    </LoadedPage>
  );
}

type PartProps = { review: YearReview };

function NetWorth({ review: { netWorth, since, year, currency } }: PartProps) {
  const { start, end, change, causes } = netWorth;
  return (
    <section
      aria-label="Net worth"
      className="grid grid-cols-1 items-start gap-x-16 gap-y-6 lg:grid-cols-2 print:grid-cols-2"
    >
      <div>
        <p className="text-ink-3 text-sm">Net worth on {formatTextDate(`${year}-12-31`)}</p>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Money amount={fromMinor(end)} currency={currency} size="page" />
          <Signed amount={change} currency={currency} />
        </p>
        <p className="mt-1 text-ink-2 text-sm">
          It was <Money amount={fromMinor(start)} currency={currency} size="small" /> at the start of{' '}
          {formatTextDate(since)}.
        </p>
        <p className="mt-3 text-sm print:hidden">
          <TextLink to={`/analytics?range=custom&from=${year}-01-01&to=${year}-12-31&part=net-worth`}>
            View net worth
          </TextLink>
        </p>
      </div>
      <div>
        <h2 className="mb-2 font-semibold">Why it changed</h2>
        <dl className="border-line border-t">
          {causes.map(({ label, amount }) => (
            <Line key={label} name={label}>
              <Signed amount={amount} currency={currency} />
            </Line>
          ))}
          <Line name="Change" isTotal>
            <Money amount={fromMinor(change)} currency={currency} signed />
          </Line>
        </dl>
      </div>
    </section>
  );
}

function CashFlow({ review: { flow, before, year, currency } }: PartProps) {
  const compare = (amount: number | undefined) =>
    amount !== undefined && (
      <>
        {year - 1}: <Money amount={amount} currency={currency} size="small" />
      </>
    );
  const rateBefore = before?.rate ?? null;
  return (
    <Section
      title="Income and spending"
      aside={
        <TextLink to={`/analytics?range=custom&from=${year}-01-01&to=${year}-12-31`}>View analytics</TextLink>
      }
    >
      <dl className="border-line border-t">
        <Line name="Income" detail={compare(before?.income)}>
          <Money amount={flow.income} currency={currency} />
        </Line>
        <Line name="Spending" detail={compare(before?.spending)}>
          <Money amount={flow.spending} currency={currency} />
        </Line>
        <Line name="Net savings" detail={compare(before?.netSavings)}>
          <Money amount={flow.netSavings} currency={currency} signed />
        </Line>
        <Line name="Savings rate" detail={rateBefore !== null && `${year - 1}: ${formatPercent(rateBefore)}`}>
          {flow.rate === null ? 'None' : formatPercent(flow.rate)}
        </Line>
      </dl>
    </Section>
  );
}

/** The number of categories that are listed. The others are added up. */
const SHOWN_CATEGORIES = 8;

function Spending({ review: { categories, largestChange, year, currency } }: PartProps) {
  const others = categories.slice(SHOWN_CATEGORIES);
  const rest = sumAmounts(others.map(({ amount }) => amount));
  return (
    <Section title="Spending by category">
      {categories.length === 0 ? (
        <p className="text-ink-2">No spending in {year}.</p>
      ) : (
        <dl className="border-line border-t">
          {categories.slice(0, SHOWN_CATEGORIES).map(({ id, name, amount }) => (
            <Line key={id ?? 'none'} name={name}>
              <Money amount={amount} currency={currency} />
            </Line>
          ))}
          {others.length > 0 && (
            <Line name={`${formatCount(others.length, 'more category', 'more categories')}`}>
              <Money amount={rest} currency={currency} />
            </Line>
          )}
        </dl>
      )}
      {largestChange && (
        <p className="mt-3 text-ink-2 text-sm">
          Largest change since {year - 1}: {largestChange.name},{' '}
          <Money amount={fromMinor(largestChange.change)} currency={currency} size="small" signed />.
        </p>
      )}
    </Section>
  );
}

function Costs({ review: { interestEarned, interestPaid, fees, debtPaidDown, currency } }: PartProps) {
  const isPaidDown = debtPaidDown >= 0;
  return (
    <Section title="Interest, fees, and debt">
      <dl className="border-line border-t">
        <Line name="Interest earned">
          <Money amount={fromMinor(interestEarned)} currency={currency} />
        </Line>
        <Line name="Interest paid" detail="On cards, loans, and mortgages">
          <Money amount={fromMinor(interestPaid)} currency={currency} />
        </Line>
        <Line name="Fees">
          <Money amount={fromMinor(fees)} currency={currency} />
        </Line>
        <Line name={isPaidDown ? 'Debt paid down' : 'Debt added'}>
          <Money amount={Math.abs(fromMinor(debtPaidDown))} currency={currency} />
        </Line>
      </dl>
    </Section>
  );
}

type HighlightsProps = PartProps & { taxes: YearTaxes | null };

function Highlights({ review, taxes }: HighlightsProps) {
  const { year, currency, budgets, bestMonth, biggestPurchase, goals } = review;
  return (
    <Section title="Highlights">
      <dl className="border-line border-t">
        {bestMonth && (
          <Line name="Best month" detail={`${formatAs(bestMonth.month, 'MMMM')}, by net savings`}>
            <Money amount={bestMonth.netSavings} currency={currency} signed />
          </Line>
        )}
        <Line name="Months within budget">
          {budgets.months === 0 ? 'No budgets' : `${budgets.within} of ${budgets.months}`}
        </Line>
        {biggestPurchase && (
          <Line
            name="Biggest purchase"
            detail={
              <>
                {biggestPurchase.name ? (
                  <TextLink
                    to={getTransactionsPath({
                      query: quoteForSearch(biggestPurchase.name),
                      from: biggestPurchase.day,
                      to: biggestPurchase.day,
                    })}
                  >
                    {biggestPurchase.name}
                  </TextLink>
                ) : (
                  biggestPurchase.category
                )}
                , {formatTextDate(biggestPurchase.day)}
              </>
            }
          >
            <Money amount={biggestPurchase.amount} currency={currency} />
          </Line>
        )}
        <Line name="Goals reached" detail={goals.length > 0 && goals.join(', ')}>
          {goals.length}
        </Line>
        {taxes && (
          <Line
            name="Federal income tax withheld"
            detail={
              <TextLink to="/documents/taxes">
                {taxes.isOpen ? `View ${year} taxes` : `File from ${formatTextDate(taxes.opensOn)}`}
              </TextLink>
            }
          >
            <Money amount={taxes.withheld} currency="USD" />
          </Line>
        )}
      </dl>
    </Section>
  );
}

type LineProps = { name: string; detail?: ReactNode; isTotal?: boolean; children: ReactNode };

function Line({ name, detail, isTotal = false, children }: LineProps) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4 py-2.5 print:py-0.5',
        isTotal ? 'border-ink border-t font-semibold' : 'border-line border-b',
      )}
    >
      <dt className="min-w-0">
        {name}
        {detail && <span className="block text-ink-3 text-sm">{detail}</span>}
      </dt>
      <dd className="figures shrink-0 font-medium">{children}</dd>
    </div>
  );
}

function Signed({ amount, currency }: { amount: Minor; currency: string }) {
  return (
    <Money
      amount={fromMinor(amount)}
      currency={currency}
      signed
      className={classNames(amount > 0 && 'text-positive')}
    />
  );
}
