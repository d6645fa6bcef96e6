/** The account for a file, existing or new. Amounts in major units, days as `yyyy-MM-dd`. */
export type Target =
  | { accountId: string }
  | { name: string; type: string; currency: string; beginsOn: string; startingBalance: number };

/** Converts the target to the bank's parameters. */
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
