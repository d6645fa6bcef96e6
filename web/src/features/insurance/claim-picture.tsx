import type { DayNumber } from '@engine/calendar/calendar.ts';
import { divideBill, getYearlyUse } from '@engine/insurance/claims.ts';
import { POLICY_NAMES } from '@engine/insurance/policies.ts';
import { getPolicyOptions, type PolicyKind } from '@engine/insurance/terms.ts';
import type { PolicyState } from '@engine/simulation/state.ts';
import { useId, useState } from 'react';
import { Bar } from '@/ui/bar';
import { Segmented } from '@/ui/forms/segmented';
import { Panel } from '@/ui/panel';
import { formatCents } from './insurance-text';

/** The bills that the picture shows, in minor units. */
const BILLS = ['100000', '500000', '2000000'] as const;

type ClaimPictureProps = {
  kinds: readonly PolicyKind[];
  policies: Partial<Record<PolicyKind, PolicyState>>;
  currency: string;
  today: DayNumber;
};

/** Renders what the customer would pay of a bill, with and without insurance. */
export function ClaimPicture({ kinds, policies, currency, today }: ClaimPictureProps) {
  const [chosen, setChosen] = useState<PolicyKind>('health');
  const id = useId();
  const [bill, setBill] = useState<(typeof BILLS)[number]>('500000');
  const amount = Number(bill);
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? 'health');
  const own = policies[kind]?.endedOn === undefined ? policies[kind] : undefined;
  const [usual] = getPolicyOptions(kind);
  const terms = own ?? {
    deductible: usual?.deductible ?? 0,
    coinsurance: usual?.coinsurance ?? 0,
    ...(usual?.outOfPocketLimit != null && { limit: usual.outOfPocketLimit }),
  };
  const { customer, insurer } = divideBill(terms, amount, own && getYearlyUse(own, today));
  const name = POLICY_NAMES[kind].toLowerCase();
  const money = (minor: number) => formatCents(minor, currency);
  return (
    <Panel aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        Cost of a claim
      </h2>
      <div className="mt-4 flex flex-col gap-4">
        <Segmented
          label="Insurance"
          value={kind}
          onValueChange={setChosen}
          options={kinds.map((value) => ({ value, label: POLICY_NAMES[value].replace(' insurance', '') }))}
        />
        <Segmented
          label="Bill"
          value={bill}
          onValueChange={setBill}
          options={BILLS.map((value) => ({ value, label: money(Number(value)).replace(/\.00$/, '') }))}
        />
        <dl className="grid grid-cols-1 gap-3" aria-live="polite">
          <Part term="Without insurance, you pay" amount={money(amount)} share={1} />
          <Part
            term={`With ${own ? 'your' : 'typical'} ${name}, you pay`}
            amount={money(customer)}
            share={customer / amount}
          />
        </dl>
        <p className="text-ink-2 text-sm">
          {insurer === 0
            ? 'The bill is below the deductible, so the insurer pays nothing.'
            : `The insurer pays ${money(insurer)}${kind === 'health' ? ' right away' : ' 7 to 14 days later'}.`}
          {terms.coinsurance > 0 && ` Above the deductible, you pay ${terms.coinsurance}%.`}
          {terms.limit !== undefined && ` You pay up to ${money(terms.limit)} a year.`}
        </p>
      </div>
    </Panel>
  );
}

function Part({ term, amount, share }: { term: string; amount: string; share: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt>{term}</dt>
      <dd className="figures font-semibold">{amount}</dd>
      <dd className="w-full">
        <Bar label={term} share={share} tone={share < 1 ? 'accent' : 'ink'} className="mt-1" />
      </dd>
    </div>
  );
}
