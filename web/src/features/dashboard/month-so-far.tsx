import { useQuery } from '@tanstack/react-query';
import { Explain, type ExplainInput } from '@/entities/explanation/explain';
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
          const money = (amount: number) => formatMoney(amount, currency);
          const inputs = [
            { name: 'In', value: money(money_in) },
            { name: 'Out', value: money(money_out) },
          ];
          const left = left_out.length > 0 ? [{ name: 'Not included', value: left_out.join(', ') }] : [];
          return (
            <div key={currency} className="flex flex-col gap-3">
              <Flow
                name="In"
                amount={money_in}
                share={money_in / most}
                currency={currency}
                title={`In, ${month} so far`}
                formula={`Your income since ${month} 1.`}
                inputs={[{ name: 'In', value: money(money_in) }, ...left]}
                links={[
                  { words: 'View transactions', to: getRows('in') },
                  { words: 'Lesson: Living on an income that changes', to: '/tips/uneven-income' },
                ]}
              />
              <Flow
                name="Out"
                amount={money_out}
                share={money_out / most}
                currency={currency}
                title={`Out, ${month} so far`}
                formula={`Your spending since ${month} 1, minus refunds.`}
                inputs={[{ name: 'Out', value: money(money_out) }, ...left]}
                links={[
                  { words: 'View transactions', to: getRows('out') },
                  { words: 'Lesson: Where your money goes', to: '/tips/where-money-goes' },
                ]}
              />
              <div className="flex justify-between gap-3 border-line border-t pt-3">
                <span>Net</span>
                <Explain
                  title={`Net, ${month} so far`}
                  formula="Income minus spending."
                  inputs={[...inputs, { name: 'Net', value: formatMoney(net, currency, true) }, ...left]}
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

type FlowProps = {
  name: string;
  amount: number;
  share: number;
  currency: string;
  title: string;
  formula: string;
  inputs: readonly ExplainInput[];
  links: readonly { words: string; to: string }[];
};

function Flow({ name, amount, share, currency, title, formula, inputs, links }: FlowProps) {
  return (
    <div className="grid grid-cols-[2.5rem_1fr_auto] items-center gap-3">
      <span>{name}</span>
      <Bar label={`Money ${name.toLowerCase()} this month, ${currency}`} share={share} />
      <span className="min-w-28 text-right">
        <Explain title={title} formula={formula} inputs={inputs} links={links} source={WHAT_COUNTS}>
          <Money amount={amount} currency={currency} size="balance" />
        </Explain>
      </span>
    </div>
  );
}
