import { type Minor, toMinor } from '@engine/money/minor.ts';
import {
  type ContributionKind,
  getContributionKind,
  isRollover,
  type TaxTreatment,
} from '@engine/pay/tax-treatments.ts';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '@/lib/money';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Account } from './queries';

/** Reads the year's contributions and limits, in major units. */
export const contributionQuery = () =>
  requestQuery(['accounts', 'contributions'], "We couldn't load your contributions", () =>
    supabase.rpc('my_contributions'),
  );

export const LIMIT_NAMES: Record<ContributionKind, string> = {
  retirement: '401(k)',
  ira: 'IRA',
  hsa: 'HSA',
};

/** The limit of a year, and the amount that can still be contributed, in major units. */
export type ContributionRoom = { kind: ContributionKind; year: number; highest: number; remaining: number };

type TaxedAccount = Pick<Account, 'tax_treatment'>;

/**
 * Returns what can still be contributed to an account this year. Returns null while loading, without a limit,
 * and for a transfer from an account with the same tax treatment, which has no limit.
 */
export function useContributionRoom(
  target: TaxedAccount | undefined,
  source?: TaxedAccount,
): ContributionRoom | null {
  const treatment = (target?.tax_treatment ?? null) as TaxTreatment | null;
  const isLimited =
    treatment !== null && !isRollover(source?.tax_treatment as TaxTreatment | null, treatment);
  const { data } = useQuery({ ...contributionQuery(), enabled: isLimited });
  if (!isLimited) return null;
  const kind = getContributionKind(treatment);
  const row = data?.find((candidate) => candidate.kind === kind);
  return row ? { ...row, kind } : null;
}

/** Describes what can still be contributed, such as `You can contribute $4,650.00 more in 2027.` */
export const describeRoom = ({ remaining, year }: ContributionRoom): string =>
  `You can contribute ${formatMoney(remaining)} more in ${year}.`;

/** Returns the problem with a contribution above the limit, if any. The bank refuses it with the same text. */
export function validateContribution(amount: Minor, room: ContributionRoom | null): string | undefined {
  if (!room || amount <= toMinor(room.remaining)) return undefined;
  return `Your ${LIMIT_NAMES[room.kind]} limit is ${formatMoney(room.highest)} a year. You have ${formatMoney(room.remaining)} left.`;
}
