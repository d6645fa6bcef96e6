import type { Minor } from '@engine/money/minor.ts';
import { type SavingsTier, savingsDisclosure } from '@engine/products/accounts/savings-terms.ts';
import { useSavingsTiers } from '@/entities/account/savings-tiers';
import { Explain } from '@/entities/explanation/explain';
import { formatMinor, formatMoney, formatRate } from '@/lib/money';

const PAID =
  'Interest accrues every day on the balance at the end of the day (actual/365) and is paid on the last day of each month.';

export function SavingsTerms({ balance, currency }: { balance: number; currency: string }) {
  const rates = useSavingsTiers();
  if (!rates) return null;
  const { tiers } = rates;
  const apy = rates.getYield(balance);
  return (
    <>
      <p className="mb-4 flex flex-wrap items-baseline gap-x-2">
        <span className="text-ink-3 text-sm">APY on your balance</span>
        <Explain
          title="Annual percentage yield (APY)"
          formula="365 days of interest ÷ balance, if interest stays in the account"
          inputs={[
            { name: 'Balance', value: formatMoney(balance, currency) },
            { name: 'APY', value: formatRate(apy) },
          ]}
          source="Regulation DD, appendix A. Each part of your balance earns the rate of its tier."
          lesson="compound-interest"
        >
          <strong className="figures font-semibold">{formatRate(apy)}</strong>
        </Explain>
      </p>
      <TierTable tiers={savingsDisclosure(tiers)} currency={currency} />
      <p className="mt-3 text-ink-3 text-sm">{PAID} Rates may change.</p>
    </>
  );
}

export function SavingsOffer({ currency }: { currency: string }) {
  const rates = useSavingsTiers();
  if (!rates) return null;
  return (
    <section aria-label="Savings rates">
      <TierTable tiers={savingsDisclosure(rates.tiers)} currency={currency} />
      <p className="mt-3 text-ink-3 text-sm">{PAID} Rates may change after you open the account.</p>
    </section>
  );
}

function TierTable({ tiers, currency }: { tiers: readonly SavingsTier[]; currency: string }) {
  return (
    <table className="figures w-full max-w-140 text-sm">
      <thead>
        <tr className="border-line border-b text-right text-ink-3 [&>th]:py-1.5 [&>th]:pl-4 [&>th]:font-medium">
          <th scope="col" className="pl-0! text-left">
            Balance tier
          </th>
          <th scope="col">Interest rate</th>
          <th scope="col">APY</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr
            key={tier.from}
            className="border-line border-b text-right [&>td]:whitespace-nowrap [&>td]:py-1.5 [&>td]:pl-4"
          >
            <th scope="row" className="py-1.5 text-left font-normal">
              {getRange(tier, currency)}
            </th>
            <td>{formatRate(tier.rate)}</td>
            <td>
              {tier.apy.from === tier.apy.to
                ? formatRate(tier.apy.to)
                : `${formatRate(tier.apy.from)} to ${formatRate(tier.apy.to)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function getRange({ from, to }: SavingsTier, currency: string): string {
  const amount = (minor: Minor) => formatMinor(minor, currency);
  if (to === null) return from === 0 ? 'Any balance' : `${amount(from)} and up`;
  return from === 0 ? `Up to ${amount(to)}` : `${amount(from)} to ${amount(to)}`;
}
