import type { ComponentProps } from 'react';
import { CoverShortfall } from './cover-shortfall';
import { type CoveredAccount, OverdraftLink } from './overdraft-cover';

type ShortfallActionsProps = Omit<ComponentProps<typeof CoverShortfall>, 'accountId'> & {
  /** The account that can't pay; undefined if the money comes from outside the bank. */
  account: CoveredAccount | undefined;
};

/** Renders what a customer can do about an account that can't pay: move money, or change its overdraft choice. */
export function ShortfallActions({ account, ...shortfall }: ShortfallActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">
      <CoverShortfall accountId={account?.id ?? ''} {...shortfall} />
      <OverdraftLink account={account} />
    </div>
  );
}
