import { getOwn } from '@engine/money/lookup.ts';

export type DateOrder = 'dmy' | 'mdy' | 'ymd';
export type GuessedOrder = {
  order: DateOrder;
  /** True if another order also fits every sample. */
  isOrderAmbiguous: boolean;
};

/** Two-digit years below 70 are in the 2000s, and all others are in the 1900s, as in POSIX. */
const FIRST_YEAR_OF_CENTURY = 70;
const FIRST_YEAR = 1950;
const LAST_YEAR = 2199;

const MONTHS: Record<string, number> = Object.fromEntries(
  [
    'jan,january,januar,janvier,enero,ene,gen,gennaio',
    'feb,february,februar,février,fevrier,févr,fév,febrero',
    'mar,march,märz,maerz,mär,mrz,mars,marzo,maart',
    'apr,april,avril,avr,abril,abr',
    'may,mai,mayo,mei,maggio',
    'jun,june,juni,juin,junio,giugno',
    'jul,july,juli,juillet,juil,julio,luglio',
    'aug,august,août,aout,agosto,ago,augustus',
    'sep,sept,september,septembre,septiembre,settembre',
    'oct,october,oktober,okt,octobre,octubre,ottobre',
    'nov,november,novembre,noviembre',
    'dec,december,dezember,dez,décembre,déc,diciembre,dic,dicembre',
  ].flatMap((names, index) => names.split(',').map((name) => [name, index + 1])),
);

/** Parses a day, ignoring a time after it, and returns it as `2026-10-14`. Returns null for other text. */
export function readDay(text: string, order: DateOrder): string | null {
  const plain = text.trim();
  return compact(plain, order) ?? named(plain) ?? numbered(plain, order);
}

/** Parses a day without separators, such as `20261014` or `14102026`. */
function compact(text: string, order: DateOrder): string | null {
  const match = /^(\d{8})(?:\d{6})?(?:\.\d+)?(?:\[.*\])?$/.exec(text);
  const digits = match?.[1];
  if (!digits) return null;
  if (order === 'ymd' || /^(19|20)\d\d(0[1-9]|1[0-2])/.test(digits))
    return dayFrom(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6)));
  const [firstPart, secondPart] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4))];
  const year = Number(digits.slice(4));
  return order === 'dmy' ? dayFrom(year, secondPart, firstPart) : dayFrom(year, firstPart, secondPart);
}

/** Parses a day with a month name, such as `14 Oct 2026`, `Oct 14, 2026`, or `14. Oktober 26`. */
function named(text: string): string | null {
  const dayFirst = /^(?:\p{L}+\.?,? )?(\d{1,2})\.?[ -]*(\p{L}{3,})\.?,?[ -]*'?(\d{2}|\d{4})(?!\d)/u.exec(
    text,
  );
  const monthFirst =
    /^(?:\p{L}+\.?, )?(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? '?(\d{2}|\d{4})(?!\d)/u.exec(text);
  const parsed = dayFirst
    ? { day: dayFirst[1], month: dayFirst[2], year: dayFirst[3] }
    : monthFirst
      ? { day: monthFirst[2], month: monthFirst[1], year: monthFirst[3] }
      : null;
  const month = parsed && getOwn(MONTHS, parsed.month?.toLowerCase() ?? '');
  return parsed && month ? dayFrom(getYear(parsed.year ?? ''), month, Number(parsed.day)) : null;
}

/**
 * Parses a day as three numbers with separators. For years since 2000, Quicken writes `10/14'26` and
 * `10/14' 6`.
 */
function numbered(text: string, order: DateOrder): string | null {
  const match = /^(\d{1,4})[./-] ?(\d{1,2})(?:[./-]|\. |' ?) ?(\d{1,4})(?:\.?$|[T ,])/.exec(text);
  const [, first = '', second = '', third = ''] = match ?? [];
  if (!match || first.length === 3 || third.length === 3) return null;
  const isQuicken = text.includes("'") && third.length < 4;
  const last = isQuicken ? 2000 + Number(third) : Number(third);
  if (order === 'ymd' || first.length === 4) return dayFrom(getYear(first), Number(second), last);
  const year = isQuicken ? last : getYear(third);
  return order === 'dmy'
    ? dayFrom(year, Number(second), Number(first))
    : dayFrom(year, Number(first), Number(second));
}

function getYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < FIRST_YEAR_OF_CENTURY ? 2000 + year : 1900 + year;
}

function dayFrom(year: number, month: number, day: number): string | null {
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/**
 * Guesses a column's date order by trying each order on every sample. If day-first and month-first fit
 * equally, prefers the one that makes the days chronological, and reports the ambiguity. Uses year-first for
 * two-digit years if all other orders would spread the days over several years.
 */
export function guessOrder(samples: readonly string[]): GuessedOrder {
  const tried = samples.map((text) => text.trim()).filter((text) => text !== '');
  const days = (order: DateOrder) => tried.map((text) => readDay(text, order));
  const readable = (order: DateOrder) => days(order).filter((day) => day !== null).length;
  const [dmy, mdy, ymd] = [readable('dmy'), readable('mdy'), readable('ymd')];
  const usesYearFirst = tried.some((text) => /^\d{4}/.test(text)) || (ymd > dmy && ymd > mdy);
  if (usesYearFirst && ymd >= dmy && ymd >= mdy) return { order: 'ymd', isOrderAmbiguous: false };
  const isSame = days('dmy').every((day, index) => day === days('mdy')[index]);
  const points = tried.some((text) => /^\d{1,2}\.\d{1,2}\./.test(text));
  const isDayFirst = dmy === mdy ? points || isLikelier(days('dmy'), days('mdy')) : dmy > mdy;
  const order = isDayFirst ? 'dmy' : 'mdy';
  // Without a four-digit year, dates such as 26-03-14 and 26-03-28 are a short period only with the year first.
  if (ymd === Math.max(dmy, mdy) && !points && isMuchShorter(days('ymd'), days(order)))
    return { order: 'ymd', isOrderAmbiguous: false };
  return { order, isOrderAmbiguous: tried.length > 0 && dmy === mdy && !isSame && !points };
}

/**
 * Returns true if the candidate is more likely than the alternative. A statement's dates are usually
 * chronological and cover a short period.
 */
function isLikelier(candidate: readonly (string | null)[], alternative: readonly (string | null)[]): boolean {
  const difference = getDisorder(candidate) - getDisorder(alternative);
  return difference === 0 ? getSpan(candidate) < getSpan(alternative) : difference < 0;
}

function getSpan(days: readonly (string | null)[]): number {
  const knownDays = days.filter((day) => day !== null).toSorted();
  return knownDays.length === 0 ? 0 : Date.parse(knownDays.at(-1) ?? '') - Date.parse(knownDays[0] ?? '');
}

const YEAR_MS = 366 * 86_400_000;

/** Returns true if the candidate covers less than a year, and the alternative more than two. */
const isMuchShorter = (candidate: readonly (string | null)[], alternative: readonly (string | null)[]) =>
  getSpan(candidate) < YEAR_MS && getSpan(alternative) > 2 * YEAR_MS;

/** Counts how often the days change between ascending and descending. */
function getDisorder(days: readonly (string | null)[]): number {
  const knownDays = days.filter((day) => day !== null);
  let up = 0;
  let down = 0;
  for (const [index, day] of knownDays.entries()) {
    const before = knownDays[index - 1];
    if (before === undefined || before === day) continue;
    if (day > before) up += 1;
    else down += 1;
  }
  return Math.min(up, down);
}
