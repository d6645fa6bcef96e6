import { fromMinor, type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import {
  EARLY_WITHDRAWAL_PERCENT,
  isConversion,
  isRollover,
  type TaxTreatment,
} from '@engine/pay/tax-treatments.ts';
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

/** The fields of an account that decide how a withdrawal is taxed. */
export type TaxedAccount = Pick<Account, 'id' | 'tax_treatment'>;

type WithdrawalTaxProps = { source: TaxedAccount; target?: TaxedAccount | undefined; amount: Minor };

/** Renders the tax on a withdrawal from a tax-advantaged account. Renders nothing for other accounts. */
export function WithdrawalTax({ source, target, amount }: WithdrawalTaxProps) {
  const treatment = source.tax_treatment as TaxTreatment | null;
  const isConverted = isConversion(treatment, target?.tax_treatment as TaxTreatment | null);
  const isFree = treatment === 'hsa' || isRollover(treatment, target?.tax_treatment as TaxTreatment | null);
  const { data, isError } = useQuery({
    ...withdrawalQueries.preview(source.id, fromMinor(amount)),
    enabled: treatment !== null && !isFree,
  });
  if (treatment === null) return null;
  return (
    <p role="note" className="text-ink-2 text-sm">
      {isFree
        ? describeFree(treatment, target)
        : isError
          ? "We couldn't load the tax on this withdrawal. It may be taxed in your April return."
          : data && (isConverted ? describeConversion(data) : describeTax(data))}
    </p>
  );
}

function describeFree(treatment: TaxTreatment, target: TaxedAccount | undefined): string {
  if (isRollover(treatment, target?.tax_treatment as TaxTreatment | null))
    return 'Direct rollover: not taxed, and it doesn’t count against your contribution limit.';
  return 'Tax-free for medical costs. We assume you use it for those.';
}

/** Describes a conversion, which never has the additional tax on early withdrawals (26 U.S.C. 408A(d)(3)). */
const describeConversion = ({ taxable, tax_year }: { taxable: number; tax_year: number }): string =>
  `Roth conversion: ${formatMoney(taxable)} counts as income in your ${tax_year} tax return. It has no additional tax, and doesn’t count against your contribution limit.`;

function describeTax({
  taxable,
  early,
  tax_year,
}: {
  taxable: number;
  early: number;
  tax_year: number;
}): string {
  if (taxable === 0) return 'Tax-free: none of this withdrawal counts as income.';
  const income = `${formatMoney(taxable)} counts as income in your ${tax_year} tax return`;
  if (early === 0) return `${income}.`;
  const tax = markMinor(Math.round((toMinor(early) * EARLY_WITHDRAWAL_PERCENT) / 100));
  return `Before age 59½: ${formatMinor(tax)} in additional tax (${EARLY_WITHDRAWAL_PERCENT}%), and ${income}.`;
}
