import { getBankHoliday } from '@engine/calendar/bank-holidays.ts';
import { addMonths, dayText, lastDayOfMonth, parseDay, weekday } from '@engine/calendar/calendar.ts';
import { ChevronLeft, ChevronRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatAs, formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { DAYS_A_WEEK, useWeek } from '@/lib/week';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { Money } from '@/ui/money';
import { Well } from '@/ui/panel';
import { LOW_BELOW, type Outgoing, type ProjectedDay } from '../projection';
import { CalendarDay, DayTable } from './calendar-day';

type CalendarAccount = { id: string; name: string; currency: string };

type BalanceCalendarProps = {
  accounts: readonly CalendarAccount[];
  days: Map<string, ProjectedDay[]>;
  today: string;
  lastDay: string;
  /** True if the household observes bank holidays. */
  observesHolidays: boolean;
};

export function BalanceCalendar({ accounts, days, today, lastDay, observesHolidays }: BalanceCalendarProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [read, setRead] = useState<string>(today);
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  if (!account) return null;
  const ahead = days.get(account.id) ?? [];
  // Selects today if the selected day is out of range, such as after a fast-forward.
  const current = read < today || read > lastDay ? today : read;
  const day = ahead.find((entry) => entry.day === current);
  const getHoliday = (text: string) =>
    observesHolidays ? getBankHoliday(parseDay(text), account.currency) : undefined;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <Field label="Account" className="w-full sm:w-72">
          {(control) => (
            <Select {...control} value={account.id} onChange={(event) => setChosen(event.target.value)}>
              {accounts.map(({ id, name, currency }) => (
                <option key={id} value={id}>
                  {name} ({currency})
                </option>
              ))}
            </Select>
          )}
        </Field>
        <MonthSteps current={current} today={today} lastDay={lastDay} onGo={setRead} />
      </div>
      <MonthGrid
        account={account}
        ahead={ahead}
        current={current}
        today={today}
        getHoliday={getHoliday}
        onRead={setRead}
      />
      {day && <DayDetail day={day} holiday={getHoliday(day.day)} currency={account.currency} />}
      <DayTable name={account.name} days={ahead} currency={account.currency} />
    </>
  );
}

type MonthStepsProps = { current: string; today: string; lastDay: string; onGo: (day: string) => void };

function MonthSteps({ current, today, lastDay, onGo }: MonthStepsProps) {
  const first = parseDay(`${current.slice(0, 7)}-01`);
  const last = dayText(lastDayOfMonth(first));
  const go = (months: number) => {
    const day = dayText(addMonths(first, months));
    onGo(day < today ? today : day);
  };
  return (
    <div className="flex items-center gap-2">
      <Button
        variant="ghost"
        aria-label="Previous month"
        disabled={today >= dayText(first)}
        onClick={() => go(-1)}
      >
        <ChevronLeft className="size-5" />
      </Button>
      <span aria-live="polite" className="min-w-36 text-center font-semibold">
        {formatAs(current, 'MMMM yyyy')}
      </span>
      <Button variant="ghost" aria-label="Next month" disabled={last >= lastDay} onClick={() => go(1)}>
        <ChevronRight className="size-5" />
      </Button>
    </div>
  );
}

type MonthGridProps = {
  account: CalendarAccount;
  ahead: readonly ProjectedDay[];
  current: string;
  today: string;
  /** Returns the name of a day's bank holiday. */
  getHoliday: (day: string) => string | undefined;
  onRead: (day: string) => void;
};

/** Renders the weeks of a month that aren't over. Arrow keys move between days and months. */
function MonthGrid({ account, ahead, current, today, getHoliday, onRead }: MonthGridProps) {
  const { names, daysInto } = useWeek();
  const button = useRef<HTMLButtonElement>(null);
  const byKey = useRef(false);
  // Moves the focus to the day selected with the keyboard.
  useEffect(() => {
    if (byKey.current) button.current?.focus();
    byKey.current = false;
  });

  function readByKey(event: KeyboardEvent) {
    const position = ahead.findIndex(({ day }) => day === current);
    const target = targetOfKey(event.key, position, ahead.length);
    const next = target === undefined ? undefined : ahead[target]?.day;
    if (next === undefined) return;
    event.preventDefault();
    byKey.current = next !== current;
    onRead(next);
  }

  const weeks = getWeeks(current, today, daysInto);
  // At the end of a month, the calendar continues with the next month.
  const isEnding = weeks.length <= LEAST_WEEKS;
  return (
    <table className="w-full table-fixed border-collapse" onKeyDown={readByKey}>
      <caption className="sr-only">
        Lowest daily balance of {account.name} in {formatAs(current, 'MMMM yyyy')}
      </caption>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col" className="relative pb-1.5 text-left font-medium text-ink-3 text-xs">
              <span aria-hidden>{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <CalendarDay
                key={day}
                day={day}
                ahead={ahead.find((item) => item.day === day)}
                inMonth={day.slice(0, 7) === current.slice(0, 7) || (isEnding && day > current)}
                holiday={getHoliday(day)}
                currency={account.currency}
                isCurrent={day === current}
                onRead={() => onRead(day)}
                {...(day === current && { buttonRef: button })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the index of the day that a key selects, or undefined for other keys. */
function targetOfKey(key: string, position: number, length: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -DAYS_A_WEEK,
    ArrowDown: DAYS_A_WEEK,
    PageUp: -30,
    PageDown: 30,
    Home: -length,
    End: length,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(length - 1, position + step));
}

/** The calendar shows at least this many weeks. */
const LEAST_WEEKS = 4;

/** Returns the days of each week in a day's month, without the weeks before today: at least four weeks. */
function getWeeks(day: string, today: string, daysInto: (weekday: number) => number): string[][] {
  const first = Math.max(parseDay(`${day.slice(0, 7)}-01`), parseDay(today));
  const last = lastDayOfMonth(first);
  const from = first - daysInto(weekday(first));
  const weeks = Math.max(LEAST_WEEKS, Math.ceil((last - from + 1) / DAYS_A_WEEK));
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, date) => dayText(from + week * DAYS_A_WEEK + date)),
  );
}

type DayDetailProps = { day: ProjectedDay; holiday: string | undefined; currency: string };

function DayDetail({ day, holiday, currency }: DayDetailProps) {
  const { state, items } = day;
  return (
    <Well aria-live="polite" aria-label="Selected day" className="mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-semibold text-base">{formatListDate(day.day)}</h3>
        <p className="text-ink-2 text-sm">
          Lowest balance <Money amount={day.lowest} currency={currency} expected />, ending balance{' '}
          <Money amount={day.end} currency={currency} expected />
        </p>
      </div>
      {holiday && <p className="mt-1 text-ink-2 text-sm">Banks are closed: {holiday}</p>}
      {state === 'fails' && (
        <p className="mt-2 flex items-start gap-1.5 text-negative">
          <CircleAlert className="mt-1 size-4 shrink-0" />
          {describeFailure(items, currency)}
        </p>
      )}
      {state === 'low' && (
        <p className="mt-2 flex items-start gap-1.5 text-warning">
          <TriangleAlert className="mt-1 size-4 shrink-0" />
          Low balance: you’d have less than {formatMoney(LOW_BELOW, currency)} left.
        </p>
      )}
      {items.length > 0 && (
        <ul className="mt-2">
          {items.map((item) => (
            <li key={item.key} className="flex justify-between gap-4 py-1">
              <span className="min-w-0 break-words">
                {item.name}
                {item.outcome === 'skipped' && <span className="text-ink-3"> (skipped)</span>}
              </span>
              <Money
                amount={item.outcome === 'skipped' ? 0 : -item.amount}
                currency={currency}
                expected
                className="shrink-0"
              />
            </li>
          ))}
        </ul>
      )}
    </Well>
  );
}

function describeFailure(items: readonly Outgoing[], currency: string): string {
  const failing = items.filter(({ outcome }) => outcome === 'fails' || outcome === 'late');
  return failing
    .map(({ name, short }) =>
      short > 0 ? `You'll be ${formatMoney(short, currency)} short for ${name}.` : `${name} will fail.`,
    )
    .join(' ');
}
