/** Where a file goes: an account, or one that is opened for it. Amounts in major units, days as `yyyy-MM-dd`. */
export type Target =
  | { accountId: string }
  | { name: string; type: string; currency: string; beginsOn: string; startingBalance: number };

/** The target as the bank takes it. */
export function bankTarget(target: Target) {
  if ('accountId' in target) return { account_id: target.accountId };
  return {
    new_account: {
      name: target.name,
      type: target.type,
      currency: target.currency,
      begins_on: target.beginsOn,
      starting_balance: target.startingBalance,
    },
  };
}
