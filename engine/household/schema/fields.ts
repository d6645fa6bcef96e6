import { z } from 'zod';
import { Zone } from '../../calendar/calendar.ts';

/** The types of fields in a household file. Amounts are in major units, rates in percent per year. */
const HIGHEST_AMOUNT = 999_999_999.99;
const HIGHEST_BALANCE = 999_999_999_999.99;
const HIGHEST_COUNT = 2_147_483_647;
const FIRST_INSTANT = Date.UTC(1900, 0, 1);
const LAST_INSTANT = Date.UTC(2190, 0, 1);

const isReachable = (text: string) => Date.parse(text) >= FIRST_INSTANT && Date.parse(text) <= LAST_INSTANT;

export const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected an id.');
/** An instant or a date in any year. */
export const anyInstant = z.iso.datetime({ offset: true });
export const anyDate = z.iso.date();
/** An instant or a date that the simulated clock can reach. */
export const instant = anyInstant.refine(isReachable, 'This instant is out of range.');
export const date = anyDate.refine(isReachable, 'This date is out of range.');

export const name = z.string().min(1).max(80);
export const currency = z.string().regex(/^[A-Z]{3}$/, 'Unknown currency.');
export const amount = z.number().positive().max(HIGHEST_AMOUNT);
export const amountOrZero = z.number().min(0).max(HIGHEST_AMOUNT);
export const signedAmount = z.number().min(-HIGHEST_AMOUNT).max(HIGHEST_AMOUNT);
export const balance = z.number().min(-HIGHEST_BALANCE).max(HIGHEST_BALANCE);
export const balanceOrZero = balance.min(0);
export const percent = z.number().min(0).max(100);
export const count = z.int().min(0).max(HIGHEST_COUNT);
/** The position of an entry in the file, counted from 1. */
export const entryPosition = z.int().min(1).max(HIGHEST_COUNT);
export const json = z.record(z.string(), z.json());
export const reasons = z.array(z.string().max(500)).max(20);

/** A category by name. If the kind is missing, it is a spending category. */
export const category = {
  category: name.nullish(),
  category_kind: z.enum(['spending', 'income']).nullish(),
};

/** Returns true if the text is the name of a time zone in the IANA database. */
export function isZone(timeZone: string): boolean {
  try {
    return new Zone(timeZone) instanceof Zone;
  } catch {
    return false;
  }
}

/** Validates an object and keeps its unknown fields. The type includes only the known fields. */
export const extensible = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape) as unknown as z.ZodObject<Shape>;
