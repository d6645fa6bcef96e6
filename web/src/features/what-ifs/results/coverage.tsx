import { dayText } from '@engine/calendar/calendar.ts';
import { divideBill } from '@engine/insurance/claims.ts';
import { POLICY_NAMES } from '@engine/insurance/policies.ts';
import { POLICY_KINDS, type PolicyKind } from '@engine/insurance/terms.ts';
import { type Minor, markMinor, subtractMinor } from '@engine/money/minor.ts';
import type { Projection } from '@engine/what-if/what-if.ts';
import type { Projections } from '@/entities/what-if/projections';
import { formatAs } from '@/lib/dates';
import { formatMinor } from '@/lib/money';

/** The bill with which coverages are compared, in minor units. */
const BILL = 500_000;

const BILL_NAMES: Record<PolicyKind, string> = {
  health: 'medical bill',
  car: 'collision',
  home: 'bill for home damage',
  renters: 'loss',
};

/** Renders what a change of coverage saves in premiums, and what it adds to the customer's part of a claim. */
export function WhatIfCoverage({ branch, baseline }: Projections) {
  const { currency } = branch;
  const money = (amount: number) => formatMinor(markMinor(amount), currency);
  const changed = POLICY_KINDS.filter((kind) => getShare(branch, kind) !== getShare(baseline, kind));
  const last = branch.points.at(-1);
  if (changed.length === 0 || !last) return null;
  const until = formatAs(dayText(last.day), 'MMM yyyy');
  const rows = [
    {
      label: `Premiums until ${until}`,
      values: [branch, baseline].map(({ premiumsPaid }) => money(premiumsPaid)),
    },
    ...changed.map((kind) => ({
      label: `Your part of a ${money(BILL)} ${BILL_NAMES[kind]}`,
      values: [branch, baseline].map((projection) => money(getShare(projection, kind))),
    })),
  ];
  return (
    <section>
      <h3 className="mb-3 text-lg">Premiums and claims</h3>
      <table className="w-full table-fixed">
        <thead>
          <tr className="border-line border-b text-left text-ink-3 text-xs">
            <td className="py-2 pr-3" />
            <th className="py-2 pr-4 text-right font-medium">This what-if</th>
            <th className="py-2 text-right font-medium">Current plan</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values: [own, other] }) => (
            <tr key={label} className="border-line border-b align-top">
              <th scope="row" className="py-3 pr-3 text-left font-normal">
                {label}
              </th>
              <td className="figures py-3 pr-4 text-right font-semibold">{own}</td>
              <td className="figures py-3 text-right">{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changed.map((kind) => (
        <p key={kind} className="mt-3 text-ink-2">
          {describeTradeOff(kind, { branch, baseline }, until)}
        </p>
      ))}
    </section>
  );
}

/** Returns the customer's part of the bill at the end of a projection, in minor units. */
function getShare({ coverage }: Projection, kind: PolicyKind): number {
  const terms = coverage[kind];
  return terms ? divideBill(terms, BILL).customer : BILL;
}

function describeTradeOff(kind: PolicyKind, { branch, baseline }: Projections, until: string): string {
  const money = (amount: number) => formatMinor(Math.abs(amount) as Minor, branch.currency);
  const saved = subtractMinor(baseline.premiumsPaid, branch.premiumsPaid);
  const more = getShare(branch, kind) - getShare(baseline, kind);
  const name = POLICY_NAMES[kind];
  const premiums =
    saved === 0
      ? `${name}: the premiums stay the same`
      : `${name}: you ${saved > 0 ? 'save' : 'pay'} ${money(saved)}${saved > 0 ? '' : ' more'} in premiums by ${until}`;
  return `${premiums}, and each claim like this costs you ${money(more)} ${more > 0 ? 'more' : 'less'}.`;
}
