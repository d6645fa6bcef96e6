import { useQuery } from '@tanstack/react-query';
import { Explain } from '@/entities/explanation/explain';
import type { LessonId } from '@/entities/explanation/lessons';
import { getTransactionsPath } from '@/entities/transaction/paths';
import type { ForecastSummary } from '@/features/forecasts/forecast-summary';
import { formatAs, getDay, getDaysInMonth } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { dashboardQueries } from '../queries';

/** Keeps the bars of both rows equally long. */
const AMOUNT_WIDTH = '7rem';

const WHAT_COUNTS =
  "Card purchases count on the day of the purchase. Transfers between your own accounts, card payments, market gains and losses, repaid principal, and reversed transactions don't count. Foreign amounts use each day's exchange rate.";

type MonthSoFarProps = {
  customer: { now: string; time_zone: string };
  /** The forecast of the rest of the month; null until it is computed. */
  forecast: Pick<ForecastSummary, 'restOfMonth'> | null;
};

export function MonthSoFar({ customer, forecast }: MonthSoFarProps) {
  const { data: flows } = useQuery(dashboardQueries.monthFlow());
  if (!flows || flows.length === 0) return null;
  const today = getDay(customer.now, customer.time_zone);
  const month = formatAs(today, 'MMMM');
  const getRows = (direction: 'in' | 'out') =>
    getTransactionsPath({
      query: `is:${direction === 'in' ? 'income' : 'spending'} date:${today.slice(0, 7)}`,
    });
  return (
    <Section
      title={`${month} so far`}
      aside={`Day ${Number(formatAs(today, 'd'))} of ${getDaysInMonth(today)}`}
    >
      <div className="flex flex-col gap-5">
        {flows.map(({ currency, money_in, money_out, left_out }) => {
          const rest = forecast?.restOfMonth;
          const { income = 0, spending = 0 } = rest ?? {};
          const most = Math.max(money_in + income, money_out + spending, 0.01);
          const net = sumAmounts([money_in, -money_out]);
          const directions = [
            {
              name: 'In',
              amount: money_in,
              expected: income,
              formula: `Your income since ${month} 1.`,
              rows: getRows('in'),
              lesson: 'uneven-income' as const,
            },
            {
              name: 'Out',
              amount: money_out,
              expected: spending,
              formula: `Your spending since ${month} 1, minus refunds.`,
              rows: getRows('out'),
              lesson: 'where-money-goes' as const,
            },
          ];
          const monthEnd = sumAmounts([net, income, -spending]);
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
                    ...directions.map(({ name, amount }) => ({ name, value: formatMoney(amount, currency) })),
                    { name: 'Net', value: formatMoney(net, currency, true) },
                    ...left,
                  ]}
                  source={WHAT_COUNTS}
                  links={[
                    { text: 'Income', to: getRows('in') },
                    { text: 'Spending', to: getRows('out') },
                  ]}
                  lesson="what-stays"
                >
                  <Money amount={net} currency={currency} size="balance" signed />
                </Explain>
              </div>
              {rest && (
                <p className="figures text-ink-3 text-sm">
                  Still to come, dashed: {formatMoney(income, currency)} in and{' '}
                  {formatMoney(spending, currency)} out. {month} should end at about{' '}
                  <Explain
                    title={`Net, end of ${month}`}
                    formula="Income and spending so far, plus those still to come"
                    inputs={[
                      { name: `Net, ${month} so far`, value: formatMoney(net, currency, true) },
                      { name: 'Income still to come', value: formatMoney(income, currency, true) },
                      { name: 'Spending still to come', value: formatMoney(-spending, currency, true) },
                      { name: `Net, end of ${month}`, value: formatMoney(monthEnd, currency, true) },
                    ]}
                    source="Includes scheduled pay and bills, interest on debts, and your usual spending until the end of the month."
                    links={[
                      { text: 'Scheduled items', to: '/scheduled-payments' },
                      { text: 'Cash forecast', to: '/forecasts' },
                    ]}
                  >
                    {formatMoney(monthEnd, currency, true)}
                  </Explain>
                  .
                </p>
              )}
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
  /** The amount that is still expected this month. */
  expected: number;
  formula: string;
  /** The path of the transactions that the amount sums up. */
  rows: string;
  lesson: LessonId;
  /** The larger amount of the two directions, including expected amounts, which fills the bar. */
  most: number;
  currency: string;
  month: string;
  left: readonly { name: string; value: string }[];
};

/** Renders the month's income or spending with its bar. */
function FlowRow({
  name,
  amount,
  expected,
  formula,
  rows,
  lesson,
  most,
  currency,
  month,
  left,
}: FlowRowProps) {
  return (
    <div className="grid grid-cols-[2.5rem_1fr_auto] items-center gap-3">
      <span>{name}</span>
      <Bar
        label={`Money ${name.toLowerCase()} this month, ${currency}`}
        share={amount / most}
        expected={expected / most}
      />
      <span className="text-right" style={{ minWidth: AMOUNT_WIDTH }}>
        <Explain
          title={`${name}, ${month} so far`}
          formula={formula}
          inputs={[{ name, value: formatMoney(amount, currency) }, ...left]}
          links={[{ text: 'View transactions', to: rows }]}
          lesson={lesson}
          source={WHAT_COUNTS}
        >
          <Money amount={amount} currency={currency} size="balance" />
        </Explain>
      </span>
    </div>
  );
}
