import { type DayNumber, dayText, getDate, weekday, type Zone } from '@engine/calendar/calendar.ts';
import { addMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { useState } from 'react';
import { formatAs, formatListDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { DAYS_A_WEEK, useWeek } from '@/lib/week';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import type { UpcomingDeposit } from './upcoming-deposits';

type CalendarProps = { deposits: readonly UpcomingDeposit[]; now: number; zone: Zone; days: number };

export function DepositCalendar({ deposits, now, zone, days }: CalendarProps) {
  const [chosen, setChosen] = useState<DayNumber | null>(null);
  const today = zone.getDay(now);
  const byDay = new Map<DayNumber, UpcomingDeposit[]>();
  for (const arrival of deposits) {
    const day = zone.getDay(arrival.at);
    byDay.set(day, [...(byDay.get(day) ?? []), arrival]);
  }
  const [nearest] = byDay.keys();
  const open = chosen !== null && byDay.has(chosen) ? chosen : nearest;
  const { names, daysInto } = useWeek();
  const firstWeek = today - daysInto(weekday(today));
  const weeks = Math.ceil((today + days + 1 - firstWeek) / DAYS_A_WEEK);
  return (
    <div>
      <table className="w-full table-fixed border-collapse text-center">
        <caption className="sr-only">Days with deposits</caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" abbr={name} className="pb-2 font-normal text-ink-3 text-xs">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeks }, (_, week) => firstWeek + week * DAYS_A_WEEK).map((week) => (
            <tr key={week}>
              {names.map((name, index) => {
                const day = week + index;
                const within = day >= today && day <= today + days;
                return (
                  <td key={name} className="h-11 p-0 align-middle">
                    {within && (
                      <Day
                        day={day}
                        isToday={day === today}
                        isOpen={day === open}
                        deposits={byDay.get(day) ?? []}
                        onOpen={() => setChosen(day)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-live="polite" className="mt-3 border-line border-t pt-3">
        {open !== undefined && <DayItems day={open} deposits={byDay.get(open) ?? []} />}
      </div>
    </div>
  );
}

type DayProps = DayItemsProps & { isToday: boolean; isOpen: boolean; onOpen: () => void };

function Day({ day, isToday, isOpen, deposits, onOpen }: DayProps) {
  const { date } = getDate(day);
  const label = (
    <>
      {date === 1 && <span className="text-ink-3 text-xs">{formatAs(dayText(day), 'MMM')} </span>}
      <span className={isToday ? 'font-semibold underline underline-offset-4' : ''}>{date}</span>
      {isToday && <span className="sr-only"> today</span>}
    </>
  );
  if (deposits.length === 0) return <span className="figures block pb-2 text-ink-3 text-sm">{label}</span>;
  const comes = deposits.some(({ missing }) => missing === null);
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      aria-label={`${formatListDate(dayText(day))}: ${toText(deposits)}`}
      onClick={onOpen}
      className={classNames(
        'figures relative mx-auto block h-10 w-full max-w-11 rounded-2 pb-2 font-medium text-sm',
        isOpen ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      {label}
      <span
        aria-hidden
        className={classNames(
          'absolute bottom-1 left-1/2 size-2 -translate-x-1/2 rounded-full border-2 bg-canvas',
          comes ? 'border-chart-1' : 'border-chart-2 border-dashed',
        )}
      />
    </button>
  );
}

const REASONS = { account: 'account closed', limit: 'yearly limit reached', job: 'job lost' } as const;

type DayItemsProps = { day: DayNumber; deposits: readonly UpcomingDeposit[] };

function DayItems({ day, deposits }: DayItemsProps) {
  return (
    <>
      <p className="text-ink-3 text-sm">{formatListDate(dayText(day))}</p>
      <ul>
        {sumByRule(deposits).map(({ ruleId, name, times, total, currency, missing }) => (
          <li key={`${ruleId} ${missing}`} className="flex items-baseline justify-between gap-4 py-1.5">
            <span className="min-w-0">
              <span className="block truncate font-medium">
                {name}
                {times > 1 && <span className="font-normal text-ink-3"> {times} times</span>}
              </span>
              {missing && <span className="block text-sm text-warning">Skipped: {REASONS[missing]}</span>}
            </span>
            {missing ? (
              <s className="text-ink-3">{formatMinor(total, currency)}</s>
            ) : (
              <Money amount={total / 100} currency={currency} signed expected />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

type Summed = Pick<UpcomingDeposit, 'ruleId' | 'name' | 'currency' | 'missing'> & {
  times: number;
  total: Minor;
};

/** Sums the deposits of each rule, so that a day lists each rule only once. */
function sumByRule(deposits: readonly UpcomingDeposit[]): Summed[] {
  const rules = new Map<string, Summed>();
  for (const { ruleId, name, currency, missing, amount } of deposits) {
    const key = `${ruleId} ${missing}`;
    const before = rules.get(key) ?? { ruleId, name, currency, missing, times: 0, total: toMinor(0) };
    rules.set(key, { ...before, times: before.times + 1, total: addMinor(before.total, toMinor(amount)) });
  }
  return [...rules.values()];
}

function toText(deposits: readonly UpcomingDeposit[]): string {
  return sumByRule(deposits)
    .map(({ name, total, currency, missing }) => {
      const text = `${name} ${formatMoney(total / 100, currency, !missing)}`;
      return missing ? `${text} skipped, ${REASONS[missing]}` : text;
    })
    .join(', ');
}
