import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { dayAfter } from '@engine/calendar/duration.ts';
import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { AFTER_PAY_MS } from '@/entities/household/next-payday';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { formatTextDate, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

/** The number of days that the ruler shows before and after today. */
export const RULER_DAYS = { before: 4, after: 35 };

/** A fast-forward of a common length. If it has a label, it is also a button in the strip. */
export type Step = {
  label?: string;
  text: string;
  /** The resulting date. */
  date: string;
  /** The payments and deposits until then, such as "26 upcoming", or the amount of the next pay. */
  due: string;
  /** Null if the step isn't possible now. */
  request: FastForwardTarget | null;
};

type StepsInput = { now: number; timeZone: string; upcoming: readonly Upcoming[]; isReady: boolean };

/** Returns the steps of the strip and its panel. */
export function getSteps({ now, timeZone, upcoming, isReady }: StepsInput): Step[] {
  const today = getDay(new Date(now), timeZone);
  const pay = upcoming.find(({ isPay }) => isPay);
  const step = (by: keyof typeof TITLES, label?: string): Step => {
    const day = dayText(dayAfter(parseDay(today), by));
    const isProjected = parseDay(day) - parseDay(today) <= RULER_DAYS.after;
    return {
      label,
      text: TITLES[by],
      date: formatTextDate(day),
      due: isProjected ? `${countUntil(upcoming, day, timeZone) || 'nothing'} upcoming` : '',
      request: isReady ? { by } : null,
    };
  };
  return [
    step('P1D', '+1 day'),
    step('P1W'),
    {
      label: 'Payday',
      text: pay ? 'Next payday' : 'Add a paycheck to use Payday',
      date: pay ? formatTextDate(new Date(pay.at), timeZone) : '',
      due: pay ? formatMoney(pay.amount, pay.currency, true) : '',
      request: pay && isReady ? { to: new Date(pay.at + AFTER_PAY_MS).toISOString() } : null,
    },
    step('P1M', '+1 month'),
    step('P3M'),
    step('P1Y', '+1 year'),
    step('P5Y'),
  ];
}

/** Returns the number of upcoming payments and deposits through a day. */
export const countUntil = (upcoming: readonly Upcoming[], day: string, timeZone: string) =>
  upcoming.filter((item) => getDay(new Date(item.at), timeZone) <= day).length;

/** The steps' names by their ISO 8601 duration. They are also the titles of the digest. */
const TITLES = {
  P1D: 'One day later',
  P1W: 'One week later',
  P1M: 'One month later',
  P3M: 'Three months later',
  P1Y: 'One year later',
  P5Y: 'Five years later',
};

/** Returns the name of the step with a request's duration; undefined for other requests. */
export const getStepTitle = (request: FastForwardTarget | undefined): string | undefined =>
  request && 'by' in request ? (TITLES as Readonly<Record<string, string>>)[request.by] : undefined;
