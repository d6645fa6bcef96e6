import { type Minor, markMinor } from '@engine/money/minor.ts';
import { type FeeTerms, getFeeTerms, type Waiver } from '@engine/products/accounts/account-plan-terms.ts';
import type { AccountState } from '@engine/simulation/state.ts';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { Explain } from '@/entities/explanation/explain';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { describeWaiver } from '../account-plan';
import { accountMutations } from '../mutations';
import { accountPlanQueries, type FeeBasis } from '../queries';

/** Renders the latest monthly fee, why it was charged, and a button that asks the bank to waive it. */
export function LatestFee({ account, timeZone }: { account: Account; timeZone: string }) {
  const fee = useQuery(accountPlanQueries.latestFee(account.id)).data;
  const { mutate, isPending, error } = useIdempotentMutation(accountMutations.waiveFee);
  if (!fee) return null;
  const charged = formatMoney(fee.amount, account.currency);
  const day = formatTextDate(fee.date, timeZone);
  const refusal = getRefusalMessage(error, account.currency);
  return (
    <div className="mt-4 text-sm">
      <p>
        {fee.basis ? (
          <Explain {...explainFee(fee.basis, account, charged)}>Last fee: {charged}</Explain>
        ) : (
          `Last fee: ${charged}`
        )}{' '}
        on {day}
        {fee.isWaived && ', which we waived'}
      </p>
      {!fee.isWaived && account.closed_at === null && (
        <div className="mt-2">
          <Button
            size="sm"
            busy={isPending}
            onClick={() =>
              mutate(
                { account_id: account.id, entry_id: fee.entry_id },
                { onSuccess: () => toast.success(`We waived the fee and credited ${charged}`) },
              )
            }
          >
            Ask us to waive this fee
          </Button>
          <p role={refusal ? 'alert' : undefined} className="mt-2 text-ink-2">
            {refusal ?? 'We waive one fee in 12 months if your other payments were on time.'}
          </p>
        </div>
      )}
    </div>
  );
}

const NAMES: Record<Waiver, string> = {
  credits: 'Pay and other auto deposits',
  lowest: 'Lowest balance at the end of a day',
  average: 'Average in checking and savings',
};

function explainFee(basis: FeeBasis, { type, currency }: Account, charged: string) {
  const money = (amount: number) => formatMinor(markMinor(amount), currency);
  const { waivers = {} }: Partial<FeeTerms> = getFeeTerms(type as AccountState['type'], 'classic') ?? {};
  const conditions = Object.entries(waivers) as [Waiver, Minor][];
  return {
    title: `Monthly fee of ${formatAs(`${basis.month}-01`, 'MMMM yyyy')}`,
    formula: `We charge the fee for a month that meets none of these conditions, and no more than the balance: ${conditions
      .map(([waiver, needed]) => describeWaiver(waiver, money(needed)))
      .join('; ')}.`,
    inputs: [
      ...conditions.map(([waiver, needed]) => ({
        name: NAMES[waiver],
        value: money(basis[waiver]),
        detail: `${money(needed)} needed`,
      })),
      { name: 'Fee', value: charged },
    ],
  };
}
