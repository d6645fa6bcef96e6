import type { Database } from '@/lib/database.types';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { requestQuery, type WithNulls } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/**
 * A required minimum distribution, in major units. The account is null for all traditional IRAs together, which
 * have one distribution.
 */
export type RequiredDistribution = WithNulls<
  Database['public']['Functions']['my_required_distributions']['Returns'][number],
  'account_id'
>;

/** Reads the required minimum distributions, latest year first. There are none before the first year. */
export const distributionQuery = () =>
  requestQuery(['accounts', 'distributions'], "We couldn't load your required distributions", () =>
    supabase.rpc('my_required_distributions').overrideTypes<RequiredDistribution[], { merge: false }>(),
  );

/** Returns what is still to be withdrawn: what is due, or what was missed. */
export const getOpenAmount = ({ required, withdrawn, missed, corrected }: RequiredDistribution): number =>
  Math.round((missed > 0 ? missed - corrected : required - withdrawn) * 100) / 100;

/** Describes what to withdraw and by when: `Withdraw $3,773.58 from Traditional IRAs by December 31, 2027.` */
export function describeOpenDistribution(distribution: RequiredDistribution): string {
  const { name, due_on: due, missed, tax_year: year } = distribution;
  const amount = formatMoney(getOpenAmount(distribution));
  return missed > 0
    ? `You missed ${amount} of the ${year} required distribution of ${name}. Withdraw it before you file your return, and the excise tax falls from 25% to 10%.`
    : `Withdraw ${amount} from ${name} by ${formatTextDate(due)}.`;
}
