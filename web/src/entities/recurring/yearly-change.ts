import { INCREASE_TYPES, type IncreaseType } from '@engine/bills/increase-terms.ts';
import { z } from 'zod';

const YEARLY = ['usual', 'none', 'fixed', 'inflation', ...INCREASE_TYPES] as const;
type Yearly = (typeof YEARLY)[number];

/** The form's two fields for the yearly change of a recurring rule. */
export const yearlyChangeFields = { yearly: z.enum(YEARLY), yearlyPercent: z.string().trim() };

type YearlyFields = { yearly: Yearly; yearlyPercent: string };
export type YearlyColumns = { yearly_adjustment: string | null; yearly_percent: number | null };

const HIGHEST_PERCENT = 50;
export const PERCENT_MESSAGE = `Enter a percentage between 0 and ${HIGHEST_PERCENT}, with 2 decimal places or fewer.`;

/** Returns true if the percentage is valid or isn't needed. */
export function hasValidPercent({ yearly, yearlyPercent }: YearlyFields): boolean {
  if (yearly !== 'fixed') return true;
  const percent = Number(yearlyPercent);
  return /^\d{1,2}(\.\d{1,2})?$/.test(yearlyPercent) && percent > 0 && percent <= HIGHEST_PERCENT;
}

export const toYearlyColumns = ({ yearly, yearlyPercent }: YearlyFields) => ({
  yearly_adjustment: yearly === 'usual' ? null : yearly,
  yearly_percent: yearly === 'fixed' ? Number(yearlyPercent) : null,
});

/** Converts a rule's columns to the form's fields. A new rule changes as usual. */
export function toYearlyFields(rule: YearlyColumns | undefined): YearlyFields {
  return {
    yearly: YEARLY.find((yearly) => yearly === rule?.yearly_adjustment) ?? 'usual',
    yearlyPercent: String(rule?.yearly_percent ?? 3),
  };
}

const CHANGES: Record<IncreaseType, string> = {
  rent: 'goes up each year',
  school: 'goes up each year',
  insurance: 'goes up each year',
  subscription: 'goes up every 18 months',
  phone: 'goes up each January',
  utilities: 'varies by season',
  pay: 'rises each year',
};

/**
 * Describes a rule's yearly change, such as `rises 3% a year`; null if there is none. `type` is how it goes up
 * as usual, or null if it doesn't.
 */
export function describeYearlyChange(
  { yearly_adjustment, yearly_percent }: YearlyColumns,
  type: IncreaseType | null,
): string | null {
  if (yearly_adjustment === 'inflation') return 'rises with inflation each year';
  if (yearly_adjustment === 'fixed') return `rises ${yearly_percent}% a year`;
  return type && CHANGES[type];
}
