import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, accountQueries } from '@/entities/account/queries';
import { useProjectedBalance } from '@/entities/household/use-projected-balance';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import type { DayValue } from '@/ui/charts/scales';
import { RangeControl, type RangeName, sinceRange } from './range-control';

/** The number of days of known payments and deposits after the history. */
const EXPECTED_DAYS = 30;

/** Renders an account's past balance in a chosen range, and the balance expected from known payments. */
export function BalanceHistory({ account }: { account: Account }) {
  const { id, currency } = account;
  const [range, setRange] = useState<RangeName>('3m');
  const { data } = useQuery(accountQueries.history(id));
  const expected = useProjectedBalance(id, EXPECTED_DAYS);
  const all = (data ?? []).map(({ day, balance }) => ({ day, value: balance }));
  const today = all.at(-1);
  if (!today || all.length < 2) return null;
  const past = sinceRange(all, range);
  const next = account.closed_at === null ? fillDays(today, expected) : [];
  const last = next.at(-1);
  return (
    <section aria-label="Balance history" className="mt-8">
      <ForecastChart
        label="Balance"
        lines={[
          { name: 'Balance', kind: 'past', points: past },
          ...(last ? [{ name: 'Expected', kind: 'expected' as const, points: next }] : []),
        ]}
        band={[]}
        {...(last && { today: today.day, mark: { ...last, label: formatMoney(last.value, currency) } })}
        summary={getSummary(past, last, currency)}
        currency={currency}
        height={260}
        controls={<RangeControl value={range} onValueChange={setRange} days={all.map(({ day }) => day)} />}
      />
      {last && <p className="mt-2 text-ink-3 text-sm">Dashed = upcoming payments and deposits</p>}
    </section>
  );
}

/** Returns the expected balance at the end of each day from today on; empty if nothing is expected. */
function fillDays(today: DayValue, expected: readonly DayValue[] | null): DayValue[] {
  const changes = new Map(expected?.map(({ day, value }) => [day, value]));
  changes.delete(today.day);
  if (changes.size === 0) return [];
  const first = parseDay(today.day);
  let { value } = today;
  return Array.from({ length: EXPECTED_DAYS + 1 }, (_, index) => {
    const day = dayText(first + index);
    value = changes.get(day) ?? value;
    return { day, value };
  });
}

function getSummary(past: readonly DayValue[], last: DayValue | undefined, currency: string): string {
  const [first] = past;
  const today = past.at(-1);
  if (!first || !today) return 'No balance yet.';
  const formatPoint = ({ day, value }: DayValue) =>
    `${formatMoney(value, currency)} on ${formatTextDate(day)}`;
  const expected = last ? ` Expected: ${formatPoint(last)}.` : '';
  return `Balance from ${formatPoint(first)} to ${formatPoint(today)}.${expected}`;
}
