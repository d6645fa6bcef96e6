import { parseDay } from '@engine/calendar/calendar.ts';
import { toMinor } from '@engine/money/minor.ts';
import type { FiledReturn } from '@engine/pay/tax-return.ts';
import type { FilingStatus } from '@engine/pay/tax-tables.ts';
import type { Database } from '@/lib/database.types';
import type { Arguments, WithNulls } from '@/lib/requests';
import { requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** A year's figures. Gains, dividends, and children are null if there are none. */
export type TaxYear = WithNulls<
  Database['public']['Functions']['my_tax_years']['Returns'][number],
  | 'short_term_gain'
  | 'long_term_gain'
  | 'dividends'
  | 'qualified_dividends'
  | 'children'
  | 'distributions'
  | 'early_distributions'
  | 'deductions'
  | 'unemployment'
  | 'missed_distributions'
  | 'corrected_distributions'
  | 'nondeductible'
  | 'is_senior'
>;
export type FiledReturnRow = Database['public']['Views']['filed_returns']['Row'];

export const taxQueries = {
  /** Reads the figures of each past year with pay stubs, latest first. */
  years: () =>
    requestQuery(['documents', 'tax-years'], "We couldn't load your tax years", () =>
      supabase.rpc('my_tax_years').overrideTypes<TaxYear[], { merge: false }>(),
    ),
  /** Reads the filed returns with their payments and refunds. */
  returns: () =>
    requestQuery(['documents', 'tax-returns'], "We couldn't load your tax returns", () =>
      supabase.from('filed_returns').select('*').order('tax_year', { ascending: false }),
    ),
};

export const taxMutations = {
  file: requestMutation("We couldn't file the return", (details: Arguments<'file_tax_return'>) =>
    supabase.rpc('file_tax_return', details).single(),
  ),
};

/** Converts a year's figures to the engine's format, as filed on a day (`2027-02-20`). */
export const toFiledReturn = (year: TaxYear, filedOn: string): FiledReturn => ({
  year: year.tax_year,
  filingStatus: year.filing_status as FilingStatus,
  wages: toMinor(year.wages),
  interest: toMinor(year.interest),
  withheld: toMinor(year.withheld),
  shortTermGain: toMinor(year.short_term_gain ?? 0),
  longTermGain: toMinor(year.long_term_gain ?? 0),
  dividends: toMinor(year.dividends ?? 0),
  qualifiedDividends: toMinor(year.qualified_dividends ?? 0),
  children: year.children ?? 0,
  distributions: toMinor(year.distributions ?? 0),
  earlyDistributions: toMinor(year.early_distributions ?? 0),
  deductions: toMinor(year.deductions ?? 0),
  unemployment: toMinor(year.unemployment ?? 0),
  missedDistributions: toMinor(year.missed_distributions ?? 0),
  correctedDistributions: toMinor(year.corrected_distributions ?? 0),
  isSenior: year.is_senior ?? false,
  inflation: year.inflation,
  filedOn: parseDay(filedOn),
});
