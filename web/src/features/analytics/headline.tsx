import type { ReactNode } from 'react';
import { Explain, type ExplainInput } from '@/entities/explanation/explain';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import { type Figures, formatChange, formatPercent, type Line } from './figures';
import { formatSpan, type Range } from './range';

type HeadlineProps = { figures: Figures; range: Range; currency: string };

const MOST_INPUTS = 8;
const WHAT_COUNTS =
  "Card purchases count on the day of the purchase. Transfers between your own accounts and card payments don't count.";

/** Renders the savings of the range, with income, spending, and savings rate. */
export function Headline({ figures, range, currency }: HeadlineProps) {
  const { now, before } = figures;
  const money = (amount: number) => formatMoney(amount, currency);
  const compared = (amount: number, past: number) =>
    `${formatChange(amount, past)} ${range.beforeWords} (${money(past)})`;
  const isShort = now.kept < 0;
  return (
    <section
      aria-label="Income and spending"
      className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:items-end"
    >
      <div>
        <p className="font-medium text-ink-3 text-xs">{isShort ? 'Overspent' : 'Net savings'}</p>
        <Explain
          title={isShort ? 'Overspent' : 'Net savings'}
          formula="Income minus spending."
          inputs={[
            { name: 'Income', value: money(now.income) },
            { name: 'Spending', value: money(-now.spending) },
            { name: 'Net savings', value: money(now.kept) },
          ]}
          source={WHAT_COUNTS}
        >
          <Money amount={Math.abs(now.kept)} currency={currency} size="page" />
        </Explain>
        <p className="mt-2 text-ink-2 text-sm">{describeRetention(now.kept, before.kept, range, money)}</p>
      </div>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-3">
        <Figure name="Income" words={compared(now.income, before.income)}>
          <Explain
            title="Income"
            formula="All income from outside your accounts, by type."
            inputs={getInputs(figures.income, now.income, money)}
            source={WHAT_COUNTS}
          >
            <Money amount={now.income} currency={currency} size="inline" />
          </Explain>
        </Figure>
        <Figure name="Spending" words={compared(now.spending, before.spending)}>
          <Explain
            title="Spending"
            formula="Purchases and payments minus refunds, by category."
            inputs={getInputs(figures.spending, now.spending, money)}
            source={WHAT_COUNTS}
          >
            <Money amount={now.spending} currency={currency} size="inline" />
          </Explain>
        </Figure>
        <Figure name="Savings rate" words={formatRate(now.rate, before.rate, range)}>
          {now.rate === null ? (
            <span className="font-semibold text-xl">None</span>
          ) : (
            <Explain
              title="Savings rate"
              formula="Net savings ÷ income."
              inputs={[
                { name: 'Net savings', value: money(now.kept) },
                { name: 'Income', value: money(now.income) },
                { name: 'Savings rate', value: formatPercent(now.rate) },
              ]}
              source={`${formatSpan(range.from, range.to)}, compared with ${formatSpan(range.beforeFrom, range.beforeTo)}.`}
            >
              <span className="figures font-semibold text-xl tracking-money">{formatPercent(now.rate)}</span>
            </Explain>
          )}
        </Figure>
      </dl>
    </section>
  );
}

function Figure({ name, words, children }: { name: string; words: string; children: ReactNode }) {
  return (
    <div className="border-line border-t pt-3">
      <dt className="font-medium text-ink-3 text-xs">{name}</dt>
      <dd>
        {children}
        <span className="figures mt-1 block text-ink-3 text-sm">{words}</span>
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

function describeRetention(
  kept: number,
  before: number,
  range: Range,
  money: (amount: number) => string,
): string {
  const past = before < 0 ? `${money(-before)} overspent` : `${money(before)} saved`;
  const way = kept > before ? 'Better than' : kept < before ? 'Less than' : 'The same as';
  return `${way} ${range.beforeWords}, when ${past}.`;
}

function formatRate(rate: number | null, before: number | null, range: Range): string {
  if (rate === null) return 'no income';
  if (before === null) return `no income ${range.beforeWords}`;
  const points = Math.round(rate * 100) - Math.round(before * 100);
  if (points === 0) return `the same as ${range.beforeWords}`;
  const size = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
  return `${size} ${points > 0 ? 'higher' : 'lower'} than ${range.beforeWords} (${formatPercent(before)})`;
}
