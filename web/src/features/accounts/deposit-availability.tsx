import type { HouseholdRow } from '@engine/household/row.ts';
import { checkKind, depositMethod } from '@engine/household/schema/rules.ts';
import { toMinor } from '@engine/money/minor.ts';
import type { Account } from '@/entities/account/queries';
import { describeDeposit } from '@/entities/hold/deposit-text';

type DepositAvailabilityProps = {
  account: Account;
  deposit: { method: string; amount: number; check: string };
  household: HouseholdRow;
};

/** Renders when a deposit that isn't cash becomes available. */
export function DepositAvailability({ account, deposit, household }: DepositAvailabilityProps) {
  const method = depositMethod.safeParse(deposit.method).data;
  if (!method) return null;
  const check = method === 'check' ? checkKind.safeParse(deposit.check).data : undefined;
  const planned = { method, amount: toMinor(deposit.amount), at: household.now, check };
  return <p className="text-ink-2 text-sm">{describeDeposit(household, account, planned)}</p>;
}
