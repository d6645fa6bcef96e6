import { z } from 'zod';

/** The form's two fields for what happens to the amount of a recurring rule each year. */
export const yearlyChangeFields = {
  yearly: z.enum(['none', 'fixed', 'inflation']),
  yearlyPercent: z.string().trim(),
};

type YearlyFields = { yearly: 'none' | 'fixed' | 'inflation'; yearlyPercent: string };
/** The two columns of a recurring rule. */
type YearlyColumns = { yearly_adjustment: string | null; yearly_percent: number | null };

const HIGHEST_PERCENT = 50;
export const PERCENT_MESSAGE = `Enter a percentage between 0 and ${HIGHEST_PERCENT}, with 2 decimal places or fewer.`;

/** Returns true if the bank accepts the percentage, or none is needed. */
export function hasValidPercent({ yearly, yearlyPercent }: YearlyFields): boolean {
  if (yearly !== 'fixed') return true;
  const percent = Number(yearlyPercent);
  return /^\d{1,2}(\.\d{1,2})?$/.test(yearlyPercent) && percent > 0 && percent <= HIGHEST_PERCENT;
}

/** Returns the columns of a rule for what the form holds. */
export const toYearlyColumns = ({ yearly, yearlyPercent }: YearlyFields) => ({
  yearly_adjustment: yearly === 'none' ? null : yearly,
  yearly_percent: yearly === 'fixed' ? Number(yearlyPercent) : null,
});

/** Returns what the form holds for a rule; no change where there is no rule yet. */
export function toYearlyFields(rule: YearlyColumns | undefined): YearlyFields {
  const kind = rule?.yearly_adjustment;
  return {
    yearly: kind === 'fixed' || kind === 'inflation' ? kind : 'none',
    yearlyPercent: String(rule?.yearly_percent ?? 3),
  };
}

/** Describes the yearly change of a rule: `rises 3% a year`; null where there is none. */
export function describeYearlyChange({ yearly_adjustment, yearly_percent }: YearlyColumns): string | null {
  if (yearly_adjustment === 'inflation') return 'rises with inflation each year';
  return yearly_adjustment === 'fixed' ? `rises ${yearly_percent}% a year` : null;
}
