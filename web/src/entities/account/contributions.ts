import { type Minor, toMinor } from '@engine/money/minor.ts';
import {
  type ContributionKind,
  getContributionKind,
  isContribution,
  type TaxTreatment,
} from '@engine/pay/tax-treatments.ts';
import { useQuery } from '@tanstack/react-query';
import { describeContributionLimit } from '@/entities/refusal/refusal-messages';
import type { Database } from '@/lib/database.types';
import { formatMoney } from '@/lib/money';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Account } from './queries';

/** Reads the year's contributions and limits, in major units. */
export const contributionQuery = () =>
  requestQuery(['accounts', 'contributions'], "We couldn't load your contributions", () =>
    supabase.rpc('my_contributions'),
  );

export const LIMIT_NAMES: Record<ContributionKind | 'roth', string> = {
  roth: 'Roth IRA',
  retirement: '401(k)',
  ira: 'IRA',
  hsa: 'HSA',
};

/**
 * The limit of a year, and the amount that can still be contributed, in major units. `income` is set if it lowers
 * the limit of Roth IRAs.
 */
export type ContributionRoom = {
  kind: ContributionKind | 'roth';
  year: number;
  highest: number;
  remaining: number;
  income?: number;
  /** The part of a year's traditional IRA contributions that can lower income. Missing if all of it can. */
  deductible?: number;
};

type ContributionRow = Database['public']['Functions']['my_contributions']['Returns'][number];

/** Returns the limit that applies to an account: the limit of its kind, or the lower one of Roth IRAs. */
export function getRoom(row: ContributionRow, treatment: TaxTreatment): ContributionRoom {
  const { year, highest, remaining, income } = row;
  const [rothHighest, rothRemaining] = [row.roth_highest, row.roth_remaining] as (number | null)[];
  const isLower = treatment === 'roth_ira' && typeof rothHighest === 'number' && rothHighest < highest;
  const deductible = treatment === 'traditional_ira' ? (row.deductible as number | null) : null;
  if (!isLower)
    return {
      ...{ kind: getContributionKind(treatment), year, highest, remaining },
      ...(deductible !== null && deductible < highest && { deductible }),
    };
  return { kind: 'roth', year, highest: rothHighest, remaining: rothRemaining ?? 0, income };
}

type TaxedAccount = Pick<Account, 'tax_treatment'>;

/**
 * Returns what can still be contributed to an account this year. Returns null while loading, without a limit,
 * and for a rollover or Roth conversion, which has no limit.
 */
export function useContributionRoom(
  target: TaxedAccount | undefined,
  source?: TaxedAccount,
): ContributionRoom | null {
  const treatment = (target?.tax_treatment ?? null) as TaxTreatment | null;
  const isLimited =
    treatment !== null && isContribution(source?.tax_treatment as TaxTreatment | null, treatment);
  const { data } = useQuery({ ...contributionQuery(), enabled: isLimited });
  if (!isLimited) return null;
  const kind = getContributionKind(treatment);
  const row = data?.find((candidate) => candidate.kind === kind);
  return row ? getRoom(row, treatment) : null;
}

/** Describes how much of the contributions to traditional IRAs lowers income if a 401(k) covers the customer. */
export const describeDeductible = (deductible: number): string =>
  deductible === 0
    ? 'Your income is above the limit for people with a 401(k) at work, so contributions to a traditional IRA don’t lower it.'
    : `With a 401(k) at work, up to ${formatMoney(deductible)} of a year’s contributions to a traditional IRA lowers your income.`;

/** Describes the limit of Roth IRAs at an income. Amounts are in major units. */
export const describeRothLimit = (income: number, highest: number): string =>
  highest === 0
    ? `At your income of about ${formatMoney(income)}, you can’t contribute to a Roth IRA.`
    : `At your income of about ${formatMoney(income)}, the Roth IRA limit is ${formatMoney(highest)}.`;

/** Describes what can still be contributed, such as `You can contribute $4,650.00 more in 2027.` */
export function describeRoom({ remaining, year, highest, income, deductible }: ContributionRoom): string {
  const left = `You can contribute ${formatMoney(remaining)} more in ${year}.`;
  if (deductible !== undefined) return `${left} ${describeDeductible(deductible)}`;
  return income === undefined ? left : `${left} ${describeRothLimit(income, highest)}`;
}

/** Returns the problem with a contribution above the limit, if any. The bank refuses it with the same text. */
export function validateContribution(amount: Minor, room: ContributionRoom | null): string | undefined {
  if (!room || amount <= toMinor(room.remaining)) return undefined;
  return describeContributionLimit(room.kind, formatMoney(room.highest), formatMoney(room.remaining));
}
