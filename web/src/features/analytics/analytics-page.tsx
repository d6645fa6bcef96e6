import { toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { PendingNote } from '@/entities/hold/pending-note';
import { csvCell } from '@/lib/csv-text';
import { formatTableDate, getDay } from '@/lib/dates';
import { downloadText } from '@/lib/download';
import { formatMinor } from '@/lib/money';
import { withParameters } from '@/lib/navigation/search-parameters';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { LoadedPage, PageSkeleton } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { AnalyticsSections } from './analytics-sections';
import { AnalyticsTabs } from './analytics-tabs';
import { type Figures, getFigures, type Line } from './figures';
import { analyticsQueries, type MerchantRow } from './queries';
import { type AnalyticsPart, formatSpan, getMonths, type Range, useView } from './range';
import { RangeBar } from './range-bar';
import { RowsDialog } from './spending/rows-dialog';

type Product = { account_id: string | null; card_id: string | null };

export default function AnalyticsPage() {
  return (
    <LoadedPage title="Analytics" from={useQuery(customerQueries.me())} {...LOADING}>
      {(customer) => <Analytics customer={customer} />}
    </LoadedPage>
  );
}

const LOADING = { failure: "We couldn't load your analytics.", rows: 8, label: 'Loading analytics' };

function Analytics({ customer }: { customer: Customer }) {
  const today = getDay(customer.now, customer.time_zone);
  const [view, change] = useView(today);
  const { part, range, open, only } = view;
  const [search] = useSearchParams();
  const getPath = (value: AnalyticsPart) =>
    `/analytics?${withParameters(search, { part: value === 'overview' ? null : value })}`;
  const flows = useQuery(analyticsQueries.flows(range, only));
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const names = new Map([...accounts, ...cards].map(({ id, name }) => [id, name]));
  const getName = ({ account_id, card_id }: Product) =>
    names.get(card_id ?? account_id ?? '') ?? (card_id ? 'A closed card' : 'A closed account');

  if (flows.error && !flows.data)
    return (
      <Page title="Analytics">
        <ErrorState title={LOADING.failure} onRetry={() => void flows.refetch()} busy={flows.isFetching} />
      </Page>
    );
  const currency = only ?? customer.base_currency;
  const figures = flows.data ? getFigures(flows.data, getMonths(range), getName) : null;
  const lines = open && figures ? (open.direction === 'in' ? figures.income : figures.spending) : [];
  return (
    <Page
      title="Analytics"
      className="[print-color-adjust:exact]"
      docked={false}
      tabs={<AnalyticsTabs current={getPath(part)} getPath={getPath} />}
      actions={
        figures &&
        !figures.isEmpty && (
          <AnalyticsExport figures={figures} range={range} only={only} currency={currency} />
        )
      }
    >
      <p className="mb-6 hidden print:block">
        {formatSpan(range.from, range.to)}, compared with {formatSpan(range.beforeFrom, range.beforeTo)}, in{' '}
        {currency}
      </p>
      <RangeBar
        range={range}
        today={today}
        only={only}
        base={customer.base_currency}
        currencies={figures?.currencies ?? []}
        onChange={change}
      />
      {figures && <Rates figures={figures} only={only} base={customer.base_currency} />}
      {range.to >= today && <PendingNote isIncluded={false} />}
      <div className="mt-8">
        {!figures ? (
          <PageSkeleton {...LOADING} />
        ) : figures.isEmpty ? (
          <Empty hasAccounts={accounts.length > 0} span={formatSpan(range.from, range.to)} />
        ) : (
          <AnalyticsSections
            part={part}
            figures={figures}
            range={range}
            only={only}
            currency={currency}
            today={today}
            customer={customer}
          />
        )}
      </div>
      <RowsDialog
        open={figures ? open : null}
        name={lines.find(({ id }) => id === open?.categoryId)?.name ?? 'Transactions'}
        range={range}
        only={only}
        currency={currency}
        nameOf={getName}
        onClose={() => change({ rows: null })}
      />
    </Page>
  );
}

function Rates({ figures, only, base }: { figures: Figures; only: string | null; base: string }) {
  const { currencies, leftOut } = figures;
  if (only !== null || currencies.every((item) => item === base)) return null;
  return (
    <p className="mt-2 text-ink-3 text-sm">
      {leftOut.length > 0
        ? `Excludes ${leftOut.join(' and ')} on days without an exchange rate.`
        : `Foreign amounts are converted to ${base} at daily rates.`}
    </p>
  );
}

function Empty({ hasAccounts, span }: { hasAccounts: boolean; span: string }) {
  return hasAccounts ? (
    <EmptyState
      title="No income or spending"
      action={
        <LinkButton to="/analytics?range=12-months" variant="primary">
          View last 12 months
        </LinkButton>
      }
    >
      {span}. Transfers between your own accounts don't count.
    </EmptyState>
  ) : (
    <EmptyState
      title="No activity yet"
      example={
        <ExampleRows
          rows={[
            { title: 'Housing', detail: '32% of income', end: '$1,574.00' },
            { title: 'Food', detail: '21% of income', end: '$1,021.50' },
            { title: 'Net savings', detail: '29% of income', end: '+$1,440.40' },
          ]}
        />
      }
      action={
        <LinkButton to="/create-account" variant="primary">
          Open account
        </LinkButton>
      }
    >
      See your income and spending by month, category, and merchant.
    </EmptyState>
  );
}

type AnalyticsExportProps = { figures: Figures; range: Range; only: string | null; currency: string };

function AnalyticsExport({ figures, range, only, currency }: AnalyticsExportProps) {
  const merchants = useQuery(analyticsQueries.merchants(range, only)).data;
  function download() {
    const text = analyticsCsv(figures, merchants ?? [], range, currency);
    downloadText(`analytics-${range.from}-to-${range.to}.csv`, text, 'text/csv');
  }
  return (
    <span className="flex gap-2 print:hidden">
      <Button onClick={download} disabled={merchants === undefined}>
        <Download className="size-4" /> CSV
      </Button>
      <Button onClick={() => window.print()}>
        <Printer className="size-4" /> Print
      </Button>
    </span>
  );
}

type Cell = string | number | null;

/** Builds the page's figures as CSV (RFC 4180). Amounts have a decimal point and two decimals. */
export function analyticsCsv(
  figures: Figures,
  merchants: readonly MerchantRow[],
  range: Range,
  currency: string,
): string {
  const { now, before } = figures;
  const formatRow = (part: string, { name, amount, before: past, times }: Line): Cell[] => [
    part,
    name,
    plain(amount),
    plain(past),
    times,
  ];
  const amounts = `amount ${currency}, ${formatSpan(range.from, range.to, formatTableDate)}`;
  const pastAmountHeading = `before, ${formatSpan(range.beforeFrom, range.beforeTo, formatTableDate)}`;
  const rows: Cell[][] = [
    ['part', 'name', amounts, pastAmountHeading, 'times'],
    ['total', 'Income', plain(now.income), plain(before.income), null],
    ['total', 'Spending', plain(now.spending), plain(before.spending), null],
    ['total', 'Net savings', plain(now.netSavings), plain(before.netSavings), null],
    ...figures.months.flatMap(({ month, income, spending }): Cell[][] => [
      ['income by month', month.slice(0, 7), plain(income), null, null],
      ['spending by month', month.slice(0, 7), plain(spending), null, null],
    ]),
    ...figures.spending.map((line) => formatRow('spending by category', line)),
    ...figures.income.map((line) => formatRow('income by category', line)),
    ...merchants.map(({ merchant, amount, amount_before, times }) =>
      formatRow('top merchants', { id: merchant, name: merchant, amount, before: amount_before, times }),
    ),
    ...figures.accounts.map((line) => formatRow('spending by account and card', line)),
  ];
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/**
 * Formats an amount such as `-1234.50`. Omits thousands separators, because spreadsheets could misread them.
 */
function plain(amount: number): string {
  const size = formatMinor(toMinor(Math.abs(amount))).replace(/[^\d.]/g, '');
  return amount < 0 ? `-${size}` : size;
}

const cell = (value: Cell) => (value === null ? '' : csvCell(String(value)));
