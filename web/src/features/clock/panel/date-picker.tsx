import { addMonths, dayText, lastDayOfMonth, parseDay, weekday, Zone } from '@engine/calendar/calendar.ts';
import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Customer } from '@/entities/customer/queries';
import { formatCount } from '@/lib/count';
import { formatAs, formatListDate, getDay } from '@/lib/dates';
import { DAYS_A_WEEK, useWeek } from '@/lib/week';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { countUntil, RULER_DAYS } from '../steps';

const FARTHEST_YEARS = 40;

type DatePickerProps = {
  customer: Customer;
  upcoming: readonly Upcoming[];
  isReady: boolean;
  onDay: (day: string) => void;
};

/** Renders a month with paydays and payments, and a field for dates that are farther away. */
export function DatePicker({ customer, upcoming, isReady, onDay }: DatePickerProps) {
  const zone = customer.time_zone;
  const today = getDay(customer.now, zone);
  const first = dayText(parseDay(today) + 1);
  const last = dayText(addMonths(parseDay(today), FARTHEST_YEARS * 12));
  const [day, setDay] = useState('');
  // At the end of a month, the next month is more useful.
  const [month, setMonth] = useState(`${dayText(parseDay(today) + DAYS_A_WEEK).slice(0, 7)}-01`);
  const isInRange = day >= first && day <= last;
  const choose = (chosen: string) => {
    setDay(chosen);
    if (chosen >= first && chosen <= last) setMonth(`${chosen.slice(0, 7)}-01`);
  };
  const due = countUntil(upcoming, day, zone);
  return (
    <form
      className="mt-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isInRange) onDay(day);
      }}
    >
      <Month
        month={month}
        range={{ first, last }}
        today={today}
        chosen={day}
        marked={useMemo(() => getMarkedDays(upcoming, new Zone(zone)), [upcoming, zone])}
        onMonth={setMonth}
        onDay={choose}
      />
      <Field
        label="Date"
        className="mt-3"
        error={day && !isInRange ? `Choose a day after today, within ${FARTHEST_YEARS} years.` : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            min={first}
            max={last}
            value={day}
            onChange={({ target }) => choose(target.value)}
            className="h-11"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={!isReady || !isInRange} className="mt-3 w-full">
        {isInRange ? `Fast-forward to ${formatListDate(day)}` : 'Choose a date'}
      </Button>
      {isInRange && parseDay(day) - parseDay(today) <= RULER_DAYS.after && (
        <p className="mt-2 text-ink-2 text-sm">
          {due === 0
            ? 'Nothing scheduled by then.'
            : `${formatCount(due, 'payment or deposit', 'payments and deposits')} by then.`}
        </p>
      )}
    </form>
  );
}

type MarkedDays = ReadonlyMap<string, { isPayday: boolean; text: string }>;

/** Returns the days with upcoming payments, with their names. */
function getMarkedDays(upcoming: readonly Upcoming[], zone: Zone): MarkedDays {
  const days = new Map<string, { isPayday: boolean; text: string }>();
  for (const { at, name, isPay } of upcoming) {
    const day = dayText(zone.getDay(at));
    const before = days.get(day);
    days.set(day, {
      isPayday: isPay || before?.isPayday === true,
      text: before ? `${before.text}, ${name}` : name,
    });
  }
  return days;
}

type MonthProps = {
  /** The first day of the month. */
  month: string;
  range: { first: string; last: string };
  today: string;
  chosen: string;
  marked: MarkedDays;
  onMonth: (month: string) => void;
  onDay: (day: string) => void;
};

function Month({ month, range, today, chosen, marked, onMonth, onDay }: MonthProps) {
  const { names, daysInto } = useWeek();
  const first = parseDay(month);
  const last = lastDayOfMonth(first);
  const start = first - daysInto(weekday(first));
  const weeks = Math.ceil((last + 1 - start) / DAYS_A_WEEK);
  const go = (months: number) => onMonth(dayText(addMonths(first, months)));
  return (
    <>
      <div className="mb-1 flex items-center justify-between">
        <h3 aria-live="polite" className="font-medium">
          {formatAs(month, 'MMMM yyyy')}
        </h3>
        <span className="flex">
          <Button
            variant="ghost"
            size="sm"
            aria-label="Previous month"
            disabled={month.slice(0, 7) <= range.first.slice(0, 7)}
            onClick={() => go(-1)}
          >
            <ChevronLeft className="size-4.5" />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label="Next month"
            disabled={dayText(last) >= range.last}
            onClick={() => go(1)}
          >
            <ChevronRight className="size-4.5" />
          </Button>
        </span>
      </div>
      <table className="figures w-full table-fixed border-collapse text-center text-sm">
        <caption className="sr-only">Days of {formatAs(month, 'MMMM yyyy')}</caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" abbr={name} className="pb-1 font-normal text-ink-3 text-xs">
                {name.slice(0, 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeks }, (_, week) => start + week * DAYS_A_WEEK).map((week) => (
            <tr key={week}>
              {names.map((name, index) => {
                const day = week + index;
                const text = dayText(day);
                return (
                  <td key={name} className="p-0">
                    {day >= first && day <= last && (
                      <Day
                        day={text}
                        isPossible={text >= range.first && text <= range.last}
                        isToday={text === today}
                        isChosen={text === chosen}
                        mark={marked.get(text)}
                        onDay={onDay}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type DayProps = {
  day: string;
  isPossible: boolean;
  isToday: boolean;
  isChosen: boolean;
  mark: { isPayday: boolean; text: string } | undefined;
  onDay: (day: string) => void;
};

function Day({ day, isPossible, isToday, isChosen, mark, onDay }: DayProps) {
  const date = Number(day.slice(8));
  if (!isPossible)
    return (
      <span
        aria-current={isToday ? 'date' : undefined}
        className={classNames(
          'grid h-9 place-items-center pointer-coarse:h-11',
          isToday ? 'rounded-2 bg-ink font-semibold text-canvas' : 'text-ink-3',
        )}
      >
        {date}
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${formatListDate(day)}${mark ? `: ${mark.text}` : ''}`}
      onClick={() => onDay(day)}
      className={classNames(
        'relative grid h-9 w-full place-items-center rounded-2 hover:bg-sunken pointer-coarse:h-11',
        isChosen && 'border border-accent border-dashed font-semibold text-accent-ink',
      )}
    >
      {date}
      {mark && (
        <span
          className={classNames(
            'absolute bottom-1 size-1 rounded-full',
            mark.isPayday ? 'bg-accent' : 'bg-ink-2',
          )}
        />
      )}
    </button>
  );
}
