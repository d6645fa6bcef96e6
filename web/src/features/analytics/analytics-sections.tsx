import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Explain, type ExplainInput } from '@/entities/explanation/explain';
import { getFlowPath, getTransactionsPath, quoteForSearch } from '@/entities/transaction/paths';
import { formatCount } from '@/lib/count';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { withParameters } from '@/lib/navigation/search-parameters';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { type Figures, formatChange, formatPercent, type Line } from './figures';
import { Findings } from './findings/findings';
import { FlowList } from './money-flow/flow-list';
import { Sankey } from './money-flow/sankey';
import { moneyFlow } from './money-flow/sankey-geometry';
import { WorthSection } from './net-worth/net-worth-section';
import { analyticsQueries } from './queries';
import { type AnalyticsPart, formatSpan, type Range, rowsKey } from './range';
import { MonthBars } from './spending/month-bars';

type AnalyticsSectionsProps = {
  part: AnalyticsPart;
  figures: Figures;
  range: Range;
  /** Limits the page to this currency; null for all. */
  only: string | null;
  currency: string;
  today: string;
  customer: { id: string; base_currency: string; time_zone: string };
};

/** Renders one part of the page. */
export function AnalyticsSections({
  part,
  figures,
  range,
  only,
  currency,
  today,
  customer,
}: AnalyticsSectionsProps) {
  const [search] = useSearchParams();
  const getRows = (direction: 'in' | 'out', id: string | null) =>
    `?${withParameters(search, { rows: rowsKey(direction, id) })}`;
  const getItems = <Item extends Line>(lines: readonly Item[], getPath: (line: Item) => string) =>
    lines.map((line) => {
      const { id, name, amount, before, times } = line;
      return {
        key: id ?? 'none',
        name,
        amount,
        before,
        note: formatCount(times, 'transaction'),
        to: getPath(line),
      };
    });
  const flow = moneyFlow(figures);
  return (
    <div className="flex flex-col gap-12">
      {part === 'overview' && (
        <>
          <Headline figures={figures} range={range} currency={currency} only={only} />
          {flow.total > 0 && (
            <Section title="Cash flow">
              <Sankey
                flow={flow}
                currency={currency}
                toOf={({ key }) => key && getRows(key.direction, key.categoryId)}
              />
            </Section>
          )}
          {figures.months.length > 1 && (
            <Section title="By month">
              <MonthBars months={figures.months} currency={currency} today={today} />
            </Section>
          )}
        </>
      )}
      {part === 'spending' && (
        <div className="grid grid-cols-1 items-start gap-x-16 gap-y-12 lg:grid-cols-2">
          <div className="flex flex-col gap-12">
            <Section title="Spending by category">
              {figures.spending.length > 0 ? (
                <FlowList
                  label="Spending by category"
                  items={getItems(figures.spending, ({ id }) => getRows('out', id))}
                  currency={currency}
                />
              ) : (
                <p className="text-ink-2">No spending in this period.</p>
              )}
            </Section>
            {figures.accounts.length > 0 && (
              <Section title="Spending by account and card">
                <FlowList
                  label="Spending by account and card"
                  items={getItems(figures.accounts, ({ cardId, accountId }) =>
                    cardId
                      ? `/credit-cards/${cardId}/transactions`
                      : `/transactions?account=${accountId}&from=${range.from}&to=${range.to}`,
                  )}
                  currency={currency}
                />
              </Section>
            )}
          </div>
          <Merchants range={range} only={only} currency={currency} />
        </div>
      )}
      {part === 'income' && (
        <div className="grid grid-cols-1 items-start gap-x-16 gap-y-12 lg:grid-cols-2">
          <Section title="Income">
            {figures.income.length > 0 ? (
              <FlowList
                label="Income"
                items={getItems(figures.income, ({ id }) => getRows('in', id))}
                currency={currency}
              />
            ) : (
              <p className="text-ink-2">No income in this period.</p>
            )}
          </Section>
          {figures.months.length > 1 && (
            <Section title="By month">
              <MonthBars months={figures.months} currency={currency} today={today} only="income" />
            </Section>
          )}
        </div>
      )}
      {part === 'subscriptions' && (
        <Findings
          key={customer.id}
          customerId={customer.id}
          range={range}
          today={today}
          only={only}
          base={customer.base_currency}
          rowsOf={(id) => getRows('out', id)}
        />
      )}
      {part === 'net-worth' && <WorthSection range={range} base={customer.base_currency} />}
    </div>
  );
}

const MOST_INPUTS = 8;
const WHAT_COUNTS =
  "Card purchases count on the day of the purchase. Transfers between your own accounts and card payments don't count.";

type HeadlineProps = { figures: Figures; range: Range; currency: string; only: string | null };

function Headline({ figures, range, currency, only }: HeadlineProps) {
  const { now, before } = figures;
  const money = (amount: number) => formatMoney(amount, currency);
  const compared = (amount: number, past: number) =>
    `${formatChange(amount, past)} ${range.beforeLabel} (${money(past)})`;
  const isShort = now.netSavings < 0;
  const search = { from: range.from, to: range.to, currency: only };
  const income = { text: 'Income', to: getFlowPath('income', search) };
  const spending = { text: 'Spending', to: getFlowPath('spending', search) };
  return (
    <section
      aria-label="Income and spending"
      className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:items-end"
    >
      <div>
        <p className="font-medium text-ink-3 text-xs">{isShort ? 'Overspent' : 'Net savings'}</p>
        <Explain
          title={isShort ? 'Overspent' : 'Net savings'}
          lesson="what-stays"
          formula="Income minus spending."
          inputs={[
            { name: 'Income', value: money(now.income) },
            { name: 'Spending', value: money(-now.spending) },
            { name: 'Net savings', value: money(now.netSavings) },
          ]}
          source={WHAT_COUNTS}
          links={[income, spending]}
        >
          <Money amount={Math.abs(now.netSavings)} currency={currency} size="page" />
        </Explain>
        <p className="mt-2 text-ink-2 text-sm">
          {compareNetSavings(now.netSavings, before.netSavings, range, money)}
        </p>
      </div>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-3">
        <Figure name="Income" text={compared(now.income, before.income)}>
          <Explain
            title="Income"
            lesson="what-stays"
            formula="All income from outside your accounts, by type."
            inputs={getInputs(figures.income, now.income, money)}
            source={WHAT_COUNTS}
            links={[{ ...income, text: 'View transactions' }]}
          >
            <Money amount={now.income} currency={currency} size="inline" />
          </Explain>
        </Figure>
        <Figure name="Spending" text={compared(now.spending, before.spending)}>
          <Explain
            title="Spending"
            lesson="where-money-goes"
            formula="Purchases and payments minus refunds, by category."
            inputs={getInputs(figures.spending, now.spending, money)}
            source={WHAT_COUNTS}
            links={[{ ...spending, text: 'View transactions' }]}
          >
            <Money amount={now.spending} currency={currency} size="inline" />
          </Explain>
        </Figure>
        <Figure name="Savings rate" text={formatRate(now.rate, before.rate, range)}>
          {now.rate === null ? (
            <span className="font-semibold text-xl">None</span>
          ) : (
            <Explain
              title="Savings rate"
              lesson="what-stays"
              formula="Net savings ÷ income."
              inputs={[
                { name: 'Net savings', value: money(now.netSavings) },
                { name: 'Income', value: money(now.income) },
                { name: 'Savings rate', value: formatPercent(now.rate) },
              ]}
              source={`${formatSpan(range.from, range.to)}, compared with ${formatSpan(range.beforeFrom, range.beforeTo)}.`}
              links={[income, spending]}
            >
              <span className="figures font-semibold text-xl tracking-money">{formatPercent(now.rate)}</span>
            </Explain>
          )}
        </Figure>
      </dl>
    </section>
  );
}

function Figure({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div className="border-line border-t pt-3">
      <dt className="font-medium text-ink-3 text-xs">{name}</dt>
      <dd>
        {children}
        <span className="figures mt-1 block text-ink-3 text-sm">{text}</span>
      </dd>
    </div>
  );
}

function getInputs(lines: readonly Line[], total: number, money: (amount: number) => string): ExplainInput[] {
  const others = lines.length - MOST_INPUTS;
  return [
    ...lines.slice(0, MOST_INPUTS).map(({ name, amount }) => ({ name, value: money(amount) })),
    ...(others > 0 ? [{ name: `And ${others} more`, value: '' }] : []),
    { name: 'Total', value: money(total) },
  ];
}

function compareNetSavings(
  netSavings: number,
  before: number,
  range: Range,
  money: (amount: number) => string,
): string {
  const past = before < 0 ? `overspent by ${money(-before)}` : `saved ${money(before)}`;
  const comparison = netSavings > before ? 'More than' : netSavings < before ? 'Less than' : 'The same as';
  return `${comparison} ${range.beforeLabel}, when you ${past}.`;
}

function formatRate(rate: number | null, before: number | null, range: Range): string {
  if (rate === null) return 'no income';
  if (before === null) return `no income ${range.beforeLabel}`;
  const points = Math.round(rate * 100) - Math.round(before * 100);
  if (points === 0) return `the same as ${range.beforeLabel}`;
  const size = formatCount(Math.abs(points), 'point');
  return `${size} ${points > 0 ? 'higher' : 'lower'} than ${range.beforeLabel} (${formatPercent(before)})`;
}

function Merchants({ range, only, currency }: { range: Range; only: string | null; currency: string }) {
  const merchants = useQuery(analyticsQueries.merchants(range, only));
  if (merchants.data?.length === 0) return null;
  return (
    <Section title="Top merchants">
      <Loaded from={merchants} failure="We couldn't load your merchants." rows={6} label="Loading merchants">
        {(rows) => (
          <FlowList
            label="Top merchants"
            currency={currency}
            items={rows.map(({ merchant, amount, amount_before, times, last_day }) => ({
              key: merchant,
              name: merchant,
              amount,
              before: amount_before,
              note: `${formatCount(times, 'transaction')}, last on ${formatTextDate(last_day)}`,
              to: getTransactionsPath({
                query: `is:spending ${quoteForSearch(merchant)}`,
                from: range.from,
                to: range.to,
              }),
            }))}
          />
        )}
      </Loaded>
    </Section>
  );
}
