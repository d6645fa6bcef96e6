import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { getYearlyUse } from '@engine/insurance/claims.ts';
import { GRACE_DAYS, POLICY_NAMES } from '@engine/insurance/policies.ts';
import { getPolicyOptions, POLICY_KINDS, type PolicyKind } from '@engine/insurance/terms.ts';
import { getUsualPolicies } from '@engine/insurance/usual-policies.ts';
import type { PolicyState } from '@engine/simulation/state.ts';
import { useQuery } from '@tanstack/react-query';
import { Car, HeartPulse, House, type LucideIcon, Sofa } from 'lucide-react';
import { useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatTextDate, getDay } from '@/lib/dates';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton, TextLink } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { ClaimPicture } from './claim-picture';
import { HsaPayments } from './hsa-payments';
import { describePremiumPayer, describeSurcharge, formatCents } from './insurance-text';
import { PolicyDialog } from './policy-dialog';
import { insuranceQueries } from './queries';

const ICONS: Record<PolicyKind, LucideIcon> = { health: HeartPulse, car: Car, home: House, renters: Sofa };

const COVERS: Record<PolicyKind, string> = {
  health: 'Medical bills.',
  car: 'Damage to your car in a collision. Wear and tear isn’t covered.',
  home: 'Damage to your home. Worn appliances aren’t covered.',
  renters: 'Damage to what you own in a rented home.',
};

/** Renders the customer's insurance: the policies, what a claim costs with and without, and past claims. */
export default function InsurancePage() {
  const household = useQuery(clockQueries.household());
  const customer = useQuery(customerQueries.me());
  return (
    <LoadedPage
      title="Insurance"
      from={combineQueries(household, customer)}
      failure="We couldn't load your insurance."
      placeholder={<SkeletonRows rows={4} />}
    >
      {([household, customer]) => (
        <Page title="Insurance">
          {household === null ? (
            <EmptyState
              title="No insurance yet"
              example={
                <ExampleRows
                  rows={[
                    { title: 'Medical bill', detail: 'Emergency room', end: '$5,000.00' },
                    { title: 'Insurance pays', detail: 'Above your deductible', end: '$2,480.00' },
                    { title: 'You pay', detail: 'Deductible and your share', end: '$2,520.00' },
                  ]}
                />
              }
              action={
                <LinkButton to="/create-account" variant="primary">
                  Open account
                </LinkButton>
              }
            >
              Insurance pays part of a large bill. Open an account to pay premiums and receive claim payments.
            </EmptyState>
          ) : (
            <Policies
              household={household}
              currency={customer.base_currency}
              today={getDay(customer.now, customer.time_zone)}
              zone={customer.time_zone}
            />
          )}
        </Page>
      )}
    </LoadedPage>
  );
}

type PoliciesProps = { household: HouseholdRow; currency: string; today: string; zone: string };

function Policies({ household, currency, today, zone }: PoliciesProps) {
  const [edited, setEdited] = useState<PolicyKind | null>(null);
  const policies = household.carryover.insurance ?? {};
  const usual = getUsualPolicies(household);
  const shown = POLICY_KINDS.filter((kind) => policies[kind] || usual.includes(kind));
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div>
        <p className="mb-4 text-ink-2">
          Insurance pays part of the bills from surprises. You pay a premium every month.
          {!household.carryover.surprises && (
            <>
              {' '}
              Your surprises are off, so there are no claims.{' '}
              <TextLink to="/settings/time">Turn on surprises</TextLink>
            </>
          )}
        </p>
        <RowList label="Policies">
          {shown.map((kind) => (
            <PolicyRow
              key={kind}
              kind={kind}
              policy={policies[kind]}
              details={describePolicy(kind, policies[kind], household, { currency, today })}
              onEdit={() => setEdited(kind)}
            />
          ))}
        </RowList>
        <HsaPayments household={household} />
        <Claims zone={zone} />
      </div>
      <ClaimPicture kinds={shown} policies={policies} currency={currency} today={parseDay(today)} />
      {edited && (
        <PolicyDialog
          kind={edited}
          policy={policies[edited]}
          household={household}
          currency={currency}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

type PolicyRowProps = {
  kind: PolicyKind;
  policy: PolicyState | undefined;
  details: string;
  onEdit: () => void;
};

function PolicyRow({ kind, policy, details, onEdit }: PolicyRowProps) {
  const Icon = ICONS[kind];
  const isCovered = policy && policy.endedOn === undefined;
  const name = POLICY_NAMES[kind];
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon className="size-5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-ink-2 text-sm">{details}</p>
      </div>
      <Button
        size="sm"
        aria-label={`${isCovered ? 'Change' : 'Get covered by'} ${name.toLowerCase()}`}
        onClick={onEdit}
      >
        {isCovered ? 'Change' : 'Get covered'}
      </Button>
    </li>
  );
}

/** Describes the premium, the deductible with the part that is left this year, and an unpaid premium. */
function describePolicy(
  kind: PolicyKind,
  policy: PolicyState | undefined,
  household: HouseholdRow,
  { currency, today }: { currency: string; today: string },
): string {
  const money = (amount: number) => formatCents(amount, currency);
  const [cheapest] = getPolicyOptions(kind).toReversed();
  if (!policy)
    return `${COVERS[kind]} ${describePremiumPayer(kind, household) ?? `From ${money(cheapest?.premium ?? 0)} a month.`}`;
  if (policy.endedOn !== undefined)
    return `Ended on ${formatTextDate(dayText(policy.endedOn))}, because its premium wasn’t paid.`;
  const payment = household.scheduled_payments.find(({ id }) => id === policy.paymentId);
  const premium = payment
    ? `${money(payment.amount ?? 0)} a month`
    : policy.unpaidSince !== undefined
      ? 'No premium is scheduled'
      : kind === 'home'
        ? 'Paid through escrow'
        : 'Paid from your paycheck';
  const left = policy.deductible - getYearlyUse(policy, parseDay(today)).deductible;
  const deductible =
    policy.limit === undefined
      ? `deductible ${money(policy.deductible)} per claim`
      : `deductible ${money(policy.deductible)} a year, ${money(Math.max(0, left))} left`;
  const unpaid =
    policy.unpaidSince === undefined
      ? ''
      : ` Unpaid: coverage ends on ${formatTextDate(dayText(policy.unpaidSince + GRACE_DAYS))}.`;
  const surcharge = kind === 'car' ? household.carryover.drivingRecord?.surcharge : undefined;
  const claim = surcharge ? ` ${describeSurcharge(surcharge)}` : '';
  return `${premium}, ${deductible}.${claim}${unpaid}`;
}

function Claims({ zone }: { zone: string }) {
  const { data: claims = [] } = useQuery(insuranceQueries.claims());
  if (claims.length === 0) return null;
  return (
    <Section title="Claims" className="mt-12">
      <ul aria-label="Claims" className="divide-y divide-line border-line border-y">
        {claims.map(({ id, at, description, facts }) => (
          <li key={id} className="py-3">
            <p>{description}.</p>
            <p className="text-ink-3 text-sm">
              {formatTextDate(at, zone)} · {POLICY_NAMES[facts.insurance]} · Deductible left{' '}
              {formatCents(facts.deductible_left, facts.currency)}
              {facts.insurance === 'health' ? ' this year' : ' for the next claim'}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
