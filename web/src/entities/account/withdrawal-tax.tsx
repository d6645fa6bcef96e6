import { fromMinor, type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import { EARLY_PERCENT, isRollover, type Wrapper } from '@engine/pay/wrappers.ts';
import { useQuery } from '@tanstack/react-query';
import { formatMinor, formatMoney } from '@/lib/money';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Account } from './queries';

const withdrawalQueries = {
  /** Reads what a withdrawal from a retirement account adds to the return; null if it adds nothing. */
  preview: (accountId: string, amount: number) =>
    requestQuery(['accounts', 'withdrawal', accountId, amount], "We couldn't load the tax", () =>
      supabase.rpc('preview_withdrawal', { account_id: accountId, amount }).maybeSingle(),
    ),
};

/** The part of an account that its tax treatment depends on. */
export type Wrapped = Pick<Account, 'id' | 'wrapper'>;

type WithdrawalTaxProps = { source: Wrapped; target?: Wrapped | undefined; amount: Minor };

/** Says what a withdrawal from an account with a tax treatment costs. Renders nothing for other accounts. */
export function WithdrawalTax({ source, target, amount }: WithdrawalTaxProps) {
  const wrapper = source.wrapper as Wrapper | null;
  const isFree = wrapper === 'hsa' || isRollover(wrapper, target?.wrapper as Wrapper | null);
  const { data, isError } = useQuery({
    ...withdrawalQueries.preview(source.id, fromMinor(amount)),
    enabled: wrapper !== null && !isFree,
  });
  if (wrapper === null) return null;
  return (
    <p role="note" className="text-ink-2 text-sm">
      {isFree
        ? describeFree(wrapper, target)
        : isError
          ? "We couldn't load the tax on this withdrawal. It can be taxed in your April return."
          : data && describeTax(data)}
    </p>
  );
}

function describeFree(wrapper: Wrapper, target: Wrapped | undefined): string {
  if (isRollover(wrapper, target?.wrapper as Wrapper | null))
    return 'Tax-free: the money moves to an account with the same tax treatment.';
  return 'Tax-free for medical costs. We assume that you use it for them.';
}

function describeTax({
  taxable,
  early,
  tax_year,
}: {
  taxable: number;
  early: number;
  tax_year: number;
}): string {
  if (taxable === 0) return 'Tax-free: nothing of this withdrawal counts as income.';
  const income = `${formatMoney(taxable)} counts as income in your ${tax_year} tax return`;
  if (early === 0) return `${income}.`;
  const tax = markMinor(Math.round((toMinor(early) * EARLY_PERCENT) / 100));
  return `Before age 59½: ${formatMinor(tax)} of additional tax (${EARLY_PERCENT}%), and ${income}.`;
}
