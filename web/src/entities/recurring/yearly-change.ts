import { z } from 'zod';

/** The form's two fields for the yearly adjustment of a recurring rule. */
export const yearlyChangeFields = {
  yearly: z.enum(['none', 'fixed', 'inflation']),
  yearlyPercent: z.string().trim(),
};

type YearlyFields = { yearly: 'none' | 'fixed' | 'inflation'; yearlyPercent: string };
type YearlyColumns = { yearly_adjustment: string | null; yearly_percent: number | null };

const HIGHEST_PERCENT = 50;
export const PERCENT_MESSAGE = `Enter a percentage between 0 and ${HIGHEST_PERCENT}, with 2 decimal places or fewer.`;

/** Returns true if the percentage is valid or isn't needed. */
export function hasValidPercent({ yearly, yearlyPercent }: YearlyFields): boolean {
  if (yearly !== 'fixed') return true;
  const percent = Number(yearlyPercent);
  return /^\d{1,2}(\.\d{1,2})?$/.test(yearlyPercent) && percent > 0 && percent <= HIGHEST_PERCENT;
}

export const toYearlyColumns = ({ yearly, yearlyPercent }: YearlyFields) => ({
  yearly_adjustment: yearly === 'none' ? null : yearly,
  yearly_percent: yearly === 'fixed' ? Number(yearlyPercent) : null,
});

/** Converts a rule's columns to the form's fields. A new rule has no yearly adjustment. */
export function toYearlyFields(rule: YearlyColumns | undefined): YearlyFields {
  const kind = rule?.yearly_adjustment;
  return {
    yearly: kind === 'fixed' || kind === 'inflation' ? kind : 'none',
    yearlyPercent: String(rule?.yearly_percent ?? 3),
  };
}

/** Describes a rule's yearly adjustment, such as `rises 3% a year`; null if there is none. */
export function describeYearlyChange({ yearly_adjustment, yearly_percent }: YearlyColumns): string | null {
  if (yearly_adjustment === 'inflation') return 'rises with inflation each year';
  return yearly_adjustment === 'fixed' ? `rises ${yearly_percent}% a year` : null;
}
