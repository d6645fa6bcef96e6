import { useQuery } from '@tanstack/react-query';
import { Explain } from '@/entities/explanation/explain';
import { formatAs, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { dashboardQueries } from './queries';

const WHAT_COUNTS =
  "Card purchases count on the day of the purchase. Transfers between your own accounts, card payments, market gains and losses, repaid principal, and reversed transactions don't count. Foreign amounts use each day's exchange rate.";

export function MonthSoFar({ customer }: { customer: { now: string; time_zone: string } }) {
  const { data: flows } = useQuery(dashboardQueries.monthFlow());
  if (!flows || flows.length === 0) return null;
  const today = getDay(customer.now, customer.time_zone);
  const month = formatAs(today, 'MMMM');
  const getRows = (direction: 'in' | 'out') =>
    `/transactions?q=${encodeURIComponent(`is:${direction === 'in' ? 'income' : 'spending'} date:${today.slice(0, 7)}`)}`;
  return (
    <Section title={`${month} so far`} aside={`day ${Number(formatAs(today, 'd'))}`}>
      <div className="flex flex-col gap-5">
        {flows.map(({ currency, money_in, money_out, left_out }) => {
          const most = Math.max(money_in, money_out, 0.01);
          const net = money_in - money_out;
          const directions = [
            {
              name: 'In',
              amount: money_in,
              value: formatMoney(money_in, currency),
              formula: `Your income since ${month} 1.`,
              rows: getRows('in'),
              lesson: { words: 'Lesson: Living on an income that changes', to: '/tips/uneven-income' },
            },
            {
              name: 'Out',
              amount: money_out,
              value: formatMoney(money_out, currency),
              formula: `Your spending since ${month} 1, minus refunds.`,
              rows: getRows('out'),
              lesson: { words: 'Lesson: Where your money goes', to: '/tips/where-money-goes' },
            },
          ];
          const left = left_out.length > 0 ? [{ name: 'Not included', value: left_out.join(', ') }] : [];
          return (
            <div key={currency} className="flex flex-col gap-3">
              {directions.map((direction) => (
                <FlowRow
                  key={direction.name}
                  {...direction}
                  most={most}
                  currency={currency}
                  month={month}
                  left={left}
                />
              ))}
              <div className="flex justify-between gap-3 border-line border-t pt-3">
                <span>Net</span>
                <Explain
                  title={`Net, ${month} so far`}
                  formula="Income minus spending."
                  inputs={[
                    ...directions.map(({ name, value }) => ({ name, value })),
                    { name: 'Net', value: formatMoney(net, currency, true) },
                    ...left,
                  ]}
                  source={WHAT_COUNTS}
                  links={[
                    { words: 'Income', to: getRows('in') },
                    { words: 'Spending', to: getRows('out') },
                    { words: 'Lesson: What you earn and what stays', to: '/tips/what-stays' },
                  ]}
                >
                  <Money amount={net} currency={currency} size="balance" signed />
                </Explain>
              </div>
              {left_out.length > 0 && (
                <p className="text-ink-3 text-sm">
                  Excludes {left_out.join(' and ')}: no exchange rate is available.
                </p>
              )}
            </div>
          );
        })}
      </div>
    </Section>
  );
}

type FlowRowProps = {
  name: string;
  amount: number;
  value: string;
  formula: string;
  /** The path of the transactions that the amount sums up. */
  rows: string;
  lesson: { words: string; to: string };
  /** The larger amount of the two directions, which fills the bar. */
  most: number;
  currency: string;
  month: string;
  left: readonly { name: string; value: string }[];
};

/** Renders the month's income or spending with its bar. */
function FlowRow({ name, amount, value, formula, rows, lesson, most, currency, month, left }: FlowRowProps) {
  return (
    <div className="grid grid-cols-[2.5rem_1fr_auto] items-center gap-3">
      <span>{name}</span>
      <Bar label={`Money ${name.toLowerCase()} this month, ${currency}`} share={amount / most} />
      <span className="min-w-28 text-right">
        <Explain
          title={`${name}, ${month} so far`}
          formula={formula}
          inputs={[{ name, value }, ...left]}
          links={[{ words: 'View transactions', to: rows }, lesson]}
          source={WHAT_COUNTS}
        >
          <Money amount={amount} currency={currency} size="balance" />
        </Explain>
      </span>
    </div>
  );
}
