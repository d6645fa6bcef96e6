import { fromMinor, type Minor, sumMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type Account, accountQueries } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { Explain } from '@/entities/explanation/explain';
import { type Transaction, transactionQueries } from '@/entities/transaction/queries';
import { formatCount } from '@/lib/count';
import { formatListDate, getDay } from '@/lib/dates';
import { formatMinor, formatMoney, formatRate } from '@/lib/money';
import { Description } from '@/ui/description';
import { EmptyState } from '@/ui/empty-state';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { RowList } from '@/ui/row-list';
import { HistoryRow } from './account-history';
import { InvestmentChart } from './investment-chart';
import {
  getContributedLine,
  getInvestmentReturn,
  getSigned,
  getYearlyReturn,
  isMarketChange,
} from './investment-return';
import { RangeControl, type RangeName, sinceRange } from './range-control';

/** Renders an investment account's total return, below its value. */
export function TotalReturn({ account }: { account: Account }) {
  const movements = useQuery(transactionQueries.ofAccount(account.id)).data;
  if (!movements) return null;
  const { total, percent } = getInvestmentReturn(movements);
  return (
    <p className="figures text-ink-2">
      <strong className={total < 0 ? 'font-semibold' : 'font-semibold text-positive'}>
        {formatMinor(total, account.currency, true)}
      </strong>{' '}
      total return{percent !== null && `, ${formatPercent(percent)}`}
    </p>
  );
}

/** Renders the parts of an investment account's value, and its yearly return. */
export function InvestmentFigures({ account }: { account: Account }) {
  const { currency } = account;
  const now = useQuery(customerQueries.me()).data?.now;
  const movements = useQuery(transactionQueries.ofAccount(account.id)).data;
  const yearly = useMemo(() => (movements && now ? getYearlyReturn(movements, now) : null), [movements, now]);
  if (!movements) return null;
  const { contributed, prices, income } = getInvestmentReturn(movements);
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
      <Part term="Net contributions" amount={contributed} currency={currency} />
      <Part term="Price changes" amount={prices} currency={currency} signed />
      {income !== 0 && <Part term="Dividends and fees" amount={income} currency={currency} signed />}
      {yearly !== null && (
        <Description term="Yearly return">
          <Explain
            title="Yearly return"
            formula="The yearly interest rate at which your contributions would have grown to today's value"
            inputs={[
              { name: 'Net contributions', value: formatMinor(contributed, currency) },
              { name: 'Value', value: formatMoney(account.balance, currency) },
              { name: 'Yearly return', value: formatPercent(yearly) },
            ]}
            source="The money-weighted rate of return: each contribution counts from its own day."
            lesson="compound-interest"
          >
            <span className="figures font-semibold text-lg">{formatPercent(yearly)}</span>
          </Explain>
        </Description>
      )}
    </dl>
  );
}

/** Renders an investment account's value above the contributions over time. */
export function InvestmentHistory({ account }: { account: Account }) {
  const { currency } = account;
  const [range, setRange] = useState<RangeName>('all');
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  const movements = useQuery(transactionQueries.ofAccount(account.id)).data;
  const history = useQuery(accountQueries.history(account.id)).data;
  const lines = useMemo(() => {
    const value = (history ?? []).map(({ day, balance }) => ({ day, value: balance }));
    return { value, contributed: getContributedLine(movements ?? [], value, (date) => getDay(date, zone)) };
  }, [history, movements, zone]);
  if (lines.value.length < 2) return null;
  return (
    <section aria-label="Return" className="mt-6">
      <InvestmentChart
        value={sinceRange(lines.value, range)}
        contributed={sinceRange(lines.contributed, range)}
        currency={currency}
      />
      <div className="mt-3">
        <RangeControl value={range} onValueChange={setRange} days={lines.value.map(({ day }) => day)} />
      </div>
    </section>
  );
}

const formatPercent = (percent: number) => `${percent < 0 ? '\u2212' : ''}${formatRate(Math.abs(percent))}`;

type PartProps = { term: string; amount: Minor; currency: string; signed?: boolean };

function Part({ term, amount, currency, signed = false }: PartProps) {
  return (
    <Description term={term}>
      <Money amount={fromMinor(amount)} currency={currency} size="balance" signed={signed} />
    </Description>
  );
}

/** The number of transactions below the price changes of each year. Older ones are under "View all". */
const MOST_LISTED = 12;

/** Renders an investment account's transactions, with the price changes of each year as one row. */
export function InvestmentActivity({ account }: { account: Account }) {
  const movements = useQuery(transactionQueries.ofAccount(account.id));
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  return (
    <Loaded from={movements} failure="We couldn't load the history." rows={6}>
      {(rows) => {
        const newest = rows.toReversed();
        const own = newest.filter((row) => !isMarketChange(row)).slice(0, MOST_LISTED);
        const years = groupByYear(newest.filter(isMarketChange), zone);
        if (rows.length === 0)
          return (
            <EmptyState title="No transactions yet">Your first contribution will show up here.</EmptyState>
          );
        return (
          <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
            <Group title="Contributions and income">
              <RowList>
                {own.map((row) => (
                  <HistoryRow
                    key={row.id}
                    account={account}
                    row={row}
                    detail={formatListDate(row.date, zone)}
                  />
                ))}
              </RowList>
            </Group>
            {years.length > 0 && (
              <Group title="Price changes">
                {years.map((year) => (
                  <MarketYear key={year.year} {...year} account={account} zone={zone} />
                ))}
              </Group>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-ink-3 text-sm">{title}</h3>
      {children}
    </section>
  );
}

function groupByYear(rows: readonly Transaction[], zone: string | undefined) {
  const years = new Map<string, Transaction[]>();
  for (const row of rows) {
    const year = getDay(row.date, zone).slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), row]);
  }
  return [...years].map(([year, changes]) => ({ year, changes }));
}

type MarketYearProps = {
  account: Account;
  year: string;
  changes: readonly Transaction[];
  zone: string | undefined;
};

/** Renders a year's price changes as one row with their sum. Opening it shows each of them. */
function MarketYear({ account, year, changes, zone }: MarketYearProps) {
  const sum = sumMinor(changes, getSigned);
  return (
    <details className="group border-line border-t">
      <summary className="-mx-2.5 flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-2 px-2.5 py-2.5 hover:bg-sunken">
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{year}</span>
          <span className="block text-ink-3 text-sm">{formatCount(changes.length, 'price change')}</span>
        </span>
        <Money
          amount={fromMinor(sum)}
          currency={account.currency}
          signed
          className={sum > 0 ? 'text-positive' : ''}
        />
      </summary>
      <RowList className="ml-8">
        {changes.map((row) => (
          <HistoryRow key={row.id} account={account} row={row} detail={formatListDate(row.date, zone)} />
        ))}
      </RowList>
    </details>
  );
}
