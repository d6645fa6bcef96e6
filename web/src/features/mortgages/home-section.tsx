import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { equityCurve } from '@engine/products/debts/mortgage-plans.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DebtChart, type DebtLine } from '@/entities/debt/chart/balance-chart';
import { owedLine } from '@/entities/debt/data/history';
import { dayIn, type SimulatedDebt } from '@/entities/debt/data/plan';
import { debtQueries } from '@/entities/debt/data/queries';
import type { Debt, Home } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { formatAs } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { Bar } from '@/ui/bar';
import type { DayValue } from '@/ui/charts/scales';
import { Segmented } from '@/ui/forms/segmented';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';

/** Home price growth in percent per year. The middle value is the property index's trend. */
const GROWTHS = [
  { value: '0', label: '0%' },
  { value: '3.2', label: '3.2%' },
  { value: '5', label: '5%' },
] as const;
type Growth = (typeof GROWTHS)[number]['value'];
/** Above this ratio, lenders require mortgage insurance. */
const MARK = 0.8;

type HomeSectionProps = { debt: Debt; home: Home; simulated: SimulatedDebt; timeZone: string };

export function HomeSection({ debt, home, simulated, timeZone }: HomeSectionProps) {
  const [growth, setGrowth] = useState<Growth>('3.2');
  const valuations = useQuery(debtQueries.valuations(debt.id)).data;
  const entries = useQuery(debtQueries.activity(debt.id)).data;
  const line = useQuery(debtQueries.creditLine(debt.id)).data;
  const today = dayText(simulated.today);
  const past = useMemo(
    () =>
      equityPast({
        bought: { day: debt.startDate, value: home.bought },
        valuations: (valuations ?? []).map(({ at, value }) => ({ day: dayIn(timeZone, at), value })),
        owed: owedLine(entries ?? [], timeZone),
        now: { day: today, value: home.value, owed: debt.owed },
      }),
    [debt, home, valuations, entries, timeZone, today],
  );
  const next = useMemo(
    () =>
      equityCurve(
        { value: toMinor(home.value), growth: Number(growth), from: parseDay(today) },
        simulated.terms,
      ).map(({ day, value, equity }) => ({
        day: dayText(day),
        value: fromMinor(value),
        equity: fromMinor(equity),
      })),
    [home, growth, today, simulated],
  );
  const equity = past.at(-1)?.equity ?? 0;
  const getShare = (owed: number) => (home.value > 0 ? owed / home.value : 0);
  const share = getShare(debt.owed);
  const dropsBelow = next.find(({ value, equity: own }) => value > 0 && own / value >= 1 - MARK);
  return (
    <Section title="Your home" className="mt-12">
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <DebtChart
          label="Your home equity"
          summary={`You have ${formatMoney(equity, debt.currency)} of equity in a ${formatMoney(home.value, debt.currency)} home.`}
          lines={getLines(past, next)}
          today={today}
          currency={debt.currency}
        />
        <div className="flex flex-col gap-5">
          <div>
            <p className="text-ink-3 text-sm">Home equity</p>
            <Explain
              title="Home equity"
              lesson="mortgage-interest"
              formula="Current value minus mortgage balance."
              inputs={[
                { name: 'Current value', value: formatMoney(home.value, debt.currency) },
                { name: 'Balance', value: formatMoney(debt.owed, debt.currency) },
                { name: 'Purchase price', value: formatMoney(home.bought, debt.currency) },
              ]}
              source="Updated each month from the home price index."
            >
              <Money amount={equity} currency={debt.currency} size="panel" />
            </Explain>
            <p className="text-ink-2 text-sm">
              Worth {formatMoney(home.value, debt.currency)},{' '}
              {formatMoney(less(home.value, home.bought), debt.currency, true)} since you bought it.
            </p>
            {line && line.remaining_balance > 0 && (
              <p className="text-ink-2 text-sm">
                Your equity after {line.name} is{' '}
                {formatMoney(less(equity, line.remaining_balance), debt.currency)}.
              </p>
            )}
          </div>
          <div>
            <p className="flex justify-between text-sm">
              <span className="text-ink-3">Loan-to-value ratio</span>
              <Explain
                title="Loan-to-value ratio"
                lesson="mortgage-interest"
                formula="Mortgage balance ÷ current value."
                inputs={[
                  { name: 'Balance', value: formatMoney(debt.owed, debt.currency) },
                  { name: 'Current value', value: formatMoney(home.value, debt.currency) },
                ]}
                source="Above 80%, lenders require mortgage insurance (12 U.S.C. 4902)."
              >
                <span className="figures font-semibold">{formatShare(share)}</span>
              </Explain>
            </p>
            <Bar
              label="Loan-to-value ratio"
              share={share}
              mark={MARK}
              tone={share > MARK ? 'warning' : 'ink'}
              className="mt-2.5"
            />
            <p aria-hidden className="figures relative mt-2 h-5 text-ink-3 text-sm">
              <span className="absolute left-0">0%</span>
              <span className="absolute left-[80%] -translate-x-1/2">80%</span>
            </p>
            <p className="mt-1 text-ink-2 text-sm">
              {debt.insurance?.endedOn === null
                ? "You pay mortgage insurance, which depends on your home's original value."
                : share <= MARK
                  ? 'Below 80%, so no mortgage insurance is required.'
                  : `Above 80%: lenders require mortgage insurance until you pay it down${dropsBelow ? `, here about ${formatAs(dropsBelow.day, 'MMMM yyyy')}` : ''}.`}
            </p>
            {line && line.remaining_balance > 0 && (
              <p className="text-ink-2 text-sm">
                The combined ratio with {line.name} is{' '}
                {formatShare(getShare(sumAmounts([debt.owed, line.remaining_balance])))}.
              </p>
            )}
          </div>
          <div>
            <p className="mb-1.5 font-medium text-sm">Annual home price growth</p>
            <Segmented
              label="Annual home price growth"
              value={growth}
              onValueChange={setGrowth}
              options={GROWTHS}
            />
          </div>
        </div>
      </div>
    </Section>
  );
}

const formatShare = (share: number) => `${Math.round(share * 1000) / 10}%`;

function getLines(past: readonly EquityDay[], next: readonly EquityDay[]): DebtLine[] {
  const own = (points: readonly EquityDay[]) => points.map(({ day, equity }) => ({ day, value: equity }));
  return [
    { name: 'Home value', kind: 'secondaryPast', points: past },
    { name: 'Projected home value', kind: 'secondaryExpected', points: next },
    { name: 'Home equity', kind: 'past', points: own(past) },
    { name: 'Projected home equity', kind: 'expected', points: own(next) },
  ];
}

/** A home's value and equity at the end of a day, in major units. */
type EquityDay = { day: string; value: number; equity: number };

type Past = {
  bought: DayValue;
  valuations: readonly DayValue[];
  /** End-of-day balances owed, in chronological order. */
  owed: readonly DayValue[];
  now: DayValue & { owed: number };
};

/** Returns the home equity at each valuation from the purchase to today. */
function equityPast({ bought, valuations, owed, now }: Past): EquityDay[] {
  const owedOn = (day: string) =>
    owed.findLast((point) => point.day <= day)?.value ?? owed[0]?.value ?? now.owed;
  const until = [bought, ...valuations].filter(({ day }) => day < now.day);
  return [
    ...until.map(({ day, value }) => ({ day, value, equity: less(value, owedOn(day)) })),
    { day: now.day, value: now.value, equity: less(now.value, now.owed) },
  ];
}

const less = (value: number, owed: number) => fromMinor(subtractMinor(toMinor(value), toMinor(owed)));
