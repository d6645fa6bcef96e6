import { purchaseType } from '@engine/household/schema/rules.ts';
import { fromMinor, markMinor, toMinor } from '@engine/money/minor.ts';
import { getHighestCharge } from '@engine/simulation/clearing-schedule.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { type Hold, holdQueries } from './queries';

type AuthorizationNoteProps = {
  entryId: number;
  currency: string;
  /** A link or button that disputes the charge. */
  dispute: ReactNode;
};

/**
 * Renders how the charge of a purchase differs from the amount on hold before, such as a tip. Renders nothing
 * if it doesn't differ, or for other transactions.
 */
export function AuthorizationNote({ entryId, currency, dispute }: AuthorizationNoteProps) {
  const hold = useQuery(holdQueries.ofEntry(entryId)).data;
  if (!hold || hold.cleared_amount === hold.amount) return null;
  const money = (amount: number) => formatMoney(amount, currency);
  const highest = getHighest(hold);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{describeCharge(hold, money)}</p>
      {hold.cleared_amount > highest && (
        <AlertBox fact="Charged more than you approved" action={dispute}>
          You approved up to {money(highest)}.
        </AlertBox>
      )}
    </div>
  );
}

function getHighest({ amount, purchase }: Hold): number {
  const kind = purchaseType.safeParse(purchase).data;
  return fromMinor(markMinor(getHighestCharge({ amount: toMinor(amount), ...(kind && { purchase: kind }) })));
}

function describeCharge(
  { purchase, amount, cleared_amount: charged, status }: Hold,
  money: (amount: number) => string,
): string {
  if (purchase === 'restaurant' && charged > amount) {
    const tip = fromMinor(markMinor(toMinor(charged) - toMinor(amount)));
    return `Held ${money(amount)}, charged ${money(charged)}: a tip of ${money(tip)}.`;
  }
  const rest = status === 'partially_cleared' ? ' so far. The rest is still on hold' : '';
  return `Held ${money(amount)}, charged ${money(charged)}${rest}.`;
}
