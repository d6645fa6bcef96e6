import { DAYS_A_WEEK, type DayNumber, dayText, getDate, getDay, parseDay, weekday } from './calendar.ts';

/**
 * Bank holidays, computed for every year:
 * - USD: Federal Reserve Banks (federalreserve.gov/aboutthefed/k8.htm). If a holiday falls on a Sunday, banks
 *   close on Monday. If it falls on a Saturday, banks stay open on Friday.
 * - EUR: T2, the Eurosystem's payment system (closing days by the ECB's decision of December 14, 2000). No
 *   substitute days.
 * - GBP: England and Wales (gov.uk/bank-holidays). A holiday on a weekend moves to the next free weekday.
 */
const HOLIDAYS: Record<string, (year: number) => Map<DayNumber, string>> = {
  USD: getFederalReserveHolidays,
  EUR: getT2Holidays,
  GBP: getEnglishHolidays,
};

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6];
const FIRST_YEAR_OF_JUNETEENTH = 2022;

/** Holidays by currency and year. All households share this cache. */
const CACHE = new Map<string, Map<DayNumber, string>>();

/**
 * Returns the name of the bank holiday on a day in the currency's calendar, or undefined if there is none.
 * Holidays on weekends are included.
 */
export function getBankHoliday(day: DayNumber, currency: string): string | undefined {
  const { year } = getDate(day);
  const key = `${currency}${year}`;
  let holidays = CACHE.get(key);
  if (!holidays) {
    holidays = HOLIDAYS[currency]?.(year) ?? new Map<DayNumber, string>();
    CACHE.set(key, holidays);
  }
  return holidays.get(day);
}

/**
 * Returns true if banks are open: on weekdays, except for the bank holidays of `currency`. Without a currency,
 * only weekends count.
 */
export function isBusinessDay(day: DayNumber, currency?: string): boolean {
  return !isWeekend(day) && (currency === undefined || getBankHoliday(day, currency) === undefined);
}

/** Returns the day that is a number of business days after a day. */
export function addBusinessDays(day: DayNumber, count: number, currency?: string): DayNumber {
  let last = day;
  for (let left = count; left > 0; ) {
    last += 1;
    if (isBusinessDay(last, currency)) left -= 1;
  }
  return last;
}

/** Returns the day itself or the first business day after it. */
export function getNextBusinessDay(day: DayNumber, currency?: string): DayNumber {
  let next = day;
  while (!isBusinessDay(next, currency)) next += 1;
  return next;
}

/** Returns the day itself or the last business day before it. */
export function getPreviousBusinessDay(day: DayNumber, currency?: string): DayNumber {
  let previous = day;
  while (!isBusinessDay(previous, currency)) previous -= 1;
  return previous;
}

function isWeekend(day: DayNumber): boolean {
  const on = weekday(day);
  return on === SATURDAY || on === SUNDAY;
}

function getFederalReserveHolidays(year: number): Map<DayNumber, string> {
  const holidays = new Map([
    [getDay(year, 1, 1), "New Year's Day"],
    [getNthWeekday(year, 1, MONDAY, 3), 'Martin Luther King Jr. Day'],
    [getNthWeekday(year, 2, MONDAY, 3), "Presidents' Day"],
    [getLastMonday(year, 5), 'Memorial Day'],
    [getDay(year, 7, 4), 'Independence Day'],
    [getNthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
    [getNthWeekday(year, 10, MONDAY, 2), 'Columbus Day'],
    [getDay(year, 11, 11), 'Veterans Day'],
    [getNthWeekday(year, 11, THURSDAY, 4), 'Thanksgiving Day'],
    [getDay(year, 12, 25), 'Christmas Day'],
  ]);
  if (year >= FIRST_YEAR_OF_JUNETEENTH) holidays.set(getDay(year, 6, 19), 'Juneteenth');
  for (const [day, name] of [...holidays])
    if (weekday(day) === SUNDAY) holidays.set(day + 1, `${name} (observed)`);
  return holidays;
}

function getT2Holidays(year: number): Map<DayNumber, string> {
  const easter = getEasterSunday(year);
  return new Map([
    [getDay(year, 1, 1), "New Year's Day"],
    [easter - 2, 'Good Friday'],
    [easter + 1, 'Easter Monday'],
    [getDay(year, 5, 1), 'Labor Day'],
    [getDay(year, 12, 25), 'Christmas Day'],
    [getDay(year, 12, 26), 'Christmas Holiday'],
  ]);
}

/** One-time bank holidays in England and Wales since 2011, and the regular ones that they replaced. */
const ROYAL_HOLIDAYS: Record<string, string> = {
  '2011-04-29': 'Royal Wedding',
  '2012-06-04': 'Spring Bank Holiday',
  '2012-06-05': 'Diamond Jubilee',
  '2020-05-08': 'Early May Bank Holiday',
  '2022-06-02': 'Spring Bank Holiday',
  '2022-06-03': 'Platinum Jubilee',
  '2022-09-19': 'State Funeral of Queen Elizabeth II',
  '2023-05-08': 'Coronation of King Charles III',
};
const REPLACED_HOLIDAYS = new Set(['2012-05-28', '2020-05-04', '2022-05-30']);

function getEnglishHolidays(year: number): Map<DayNumber, string> {
  const easter = getEasterSunday(year);
  const fixed: [DayNumber, string][] = [
    [getDay(year, 1, 1), "New Year's Day"],
    [getDay(year, 12, 25), 'Christmas Day'],
    [getDay(year, 12, 26), 'Boxing Day'],
  ];
  const holidays = new Map<DayNumber, string>([
    ...fixed,
    [easter - 2, 'Good Friday'],
    [easter + 1, 'Easter Monday'],
    [getNthWeekday(year, 5, MONDAY, 1), 'Early May Bank Holiday'],
    [getLastMonday(year, 5), 'Spring Bank Holiday'],
    [getLastMonday(year, 8), 'Summer Bank Holiday'],
  ]);
  for (const [day, name] of fixed) {
    if (!isWeekend(day)) continue;
    let substitute = day;
    while (isWeekend(substitute) || holidays.has(substitute)) substitute += 1;
    holidays.set(substitute, `${name} (substitute day)`);
  }
  for (const day of holidays.keys()) if (REPLACED_HOLIDAYS.has(dayText(day))) holidays.delete(day);
  for (const [text, name] of Object.entries(ROYAL_HOLIDAYS)) {
    const day = parseDay(text);
    if (getDate(day).year === year) holidays.set(day, name);
  }
  return holidays;
}

/** Returns the nth weekday of a month, such as the fourth Thursday in November. */
export function getNthWeekday(year: number, month: number, on: number, nth: number): DayNumber {
  const first = getDay(year, month, 1);
  const offset = (on - weekday(first) + DAYS_A_WEEK) % DAYS_A_WEEK;
  return first + offset + (nth - 1) * DAYS_A_WEEK;
}

export function getLastMonday(year: number, month: number): DayNumber {
  const last = getDay(year, month + 1, 1) - 1;
  return last - ((weekday(last) - MONDAY + DAYS_A_WEEK) % DAYS_A_WEEK);
}

/**
 * Returns Easter Sunday in the Gregorian calendar, by the algorithm of Jones, Meeus, and Butcher (J. Meeus,
 * Astronomical Algorithms, chapter 8).
 */
function getEasterSunday(year: number): DayNumber {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return getDay(year, Math.floor(n / 31), (n % 31) + 1);
}
