import { useSearchParams } from 'react-router';
import { Section } from '@/ui/page';
import type { Figures, Line } from './figures';
import { Findings } from './findings/findings';
import { Headline } from './headline';
import { FlowList, formatTimes } from './money-flow/flow-list';
import { Sankey } from './money-flow/sankey';
import { moneyFlow } from './money-flow/sankey-geometry';
import { WorthSection } from './net-worth/net-worth-section';
import type { Range } from './range';
import { Merchants } from './spending/merchants';
import { MonthBars } from './spending/month-bars';
import { changed, rowsKey } from './use-range';

type AnalyticsSectionsProps = {
  figures: Figures;
  range: Range;
  /** Limits the page to this currency; null for all. */
  only: string | null;
  currency: string;
  today: string;
  customer: { id: string; base_currency: string; time_zone: string };
};

/** The sections of the page, from the summary to the details. */
export function AnalyticsSections({
  figures,
  range,
  only,
  currency,
  today,
  customer,
}: AnalyticsSectionsProps) {
  const [search] = useSearchParams();
  const getRows = (direction: 'in' | 'out', id: string | null) =>
    `?${changed(search, { rows: rowsKey(direction, id) })}`;
  const items = (lines: readonly Line[], direction: 'in' | 'out') =>
    lines.map((line) => ({
      ...line,
      key: line.id ?? 'none',
      note: formatTimes(line.times),
      to: getRows(direction, line.id),
    }));
  const flow = moneyFlow(figures);
  const shared = { currency, beforeWords: range.beforeWords };
  return (
    <div className="flex flex-col gap-14">
      <Headline figures={figures} range={range} currency={currency} />
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
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-14 lg:grid-cols-2">
        <div className="flex flex-col gap-14">
          <Section title="Spending by category">
            {figures.spending.length > 0 ? (
              <FlowList label="Spending by category" items={items(figures.spending, 'out')} {...shared} />
            ) : (
              <p className="text-ink-2">No spending in this period.</p>
            )}
          </Section>
          {figures.income.length > 0 && (
            <Section title="Income">
              <FlowList label="Income" items={items(figures.income, 'in')} {...shared} />
            </Section>
          )}
        </div>
        <div className="flex flex-col gap-14">
          <Merchants range={range} only={only} currency={currency} />
          {figures.accounts.length > 0 && (
            <Section title="Spending by account and card">
              <FlowList
                label="Spending by account and card"
                items={figures.accounts.map((line) => ({
                  ...line,
                  key: line.id ?? 'none',
                  note: formatTimes(line.times),
                  to: line.cardId
                    ? `/credit-cards/${line.cardId}/transactions`
                    : `/transactions?account=${line.accountId}&from=${range.from}&to=${range.to}`,
                }))}
                {...shared}
              />
            </Section>
          )}
        </div>
      </div>
      <Findings
        key={customer.id}
        customerId={customer.id}
        range={range}
        today={today}
        only={only}
        base={customer.base_currency}
        rowsOf={(id) => getRows('out', id)}
      />
      <WorthSection range={range} base={customer.base_currency} />
    </div>
  );
}
