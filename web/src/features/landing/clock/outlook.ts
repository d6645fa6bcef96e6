import { parseDay } from '@engine/calendar/calendar.ts';
import outlook from './outlook.json' with { type: 'json' };

/** The demo household's net worth over two past and ten future years, as the engine computed it. */
export const OUTLOOK = outlook;

export const TODAY = parseDay(outlook.today.day);
export const LAST_DAY = parseDay(outlook.next.at(-1)?.day ?? outlook.today.day);

/** A fast-forward by a day, a month, or a year. */
export type Step = 'P1D' | 'P1M' | 'P1Y';
