import { dayText, Zone } from '@engine/calendar/calendar.ts';
import { certainOnly } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { type Minor, markMinor } from '@engine/money/minor.ts';
import {
  countWithdrawals,
  getFeeTerms,
  getNextMonth,
  getPlan,
  getWaiversSoFar,
  MAX_WITHDRAWALS,
} from '@engine/products/accounts/account-plan-terms.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { OptionCards } from '@/ui/forms/option-cards';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Section } from '@/ui/page';
import { describeWaiver, getPlanOptions, readPlanChoice } from '../account-plan';
import { accountMutations } from '../mutations';
import { LatestFee } from './latest-fee';

/** Renders an account's plan, with what waives its next monthly fee, and lets the customer change it. */
export function PlanSection({ account }: { account: Account }) {
  const { open, dialog } = useDialogs<'plan'>();
  const household = useQuery(clockQueries.household()).data;
  const money = (amount: Minor) => formatMinor(amount, account.currency);
  const state = dialog('plan');
  const options = getPlanOptions(account.type, money);
  const chosen = options.find(({ value }) => value === readPlanChoice(account));
  const status = household && account.plan_since ? getStatus(household, account, money) : null;
  return (
    <Section title="Plan" className="mt-12">
      <div className="flex items-start justify-between gap-x-6">
        <div className="max-w-prose">
          <p>
            {chosen?.label}
            {status?.startsOn && ` from ${formatTextDate(status.startsOn)}`}
            {!status?.fact && `: ${chosen?.description}`}
          </p>
          {status?.fact && <p className="mt-1 font-semibold">{status.fact}</p>}
          {status && status.ways.length > 0 && (
            <ul className="mt-1 text-ink-2 text-sm">
              {status.ways.map(({ text, isMet }) => (
                <li key={text} className="flex items-start gap-2">
                  {isMet ? (
                    <Check aria-label="Met" className="mt-0.5 size-4 shrink-0 text-positive" />
                  ) : (
                    <span aria-hidden className="w-4 shrink-0 text-center">
                      ·
                    </span>
                  )}
                  {text}
                </li>
              ))}
            </ul>
          )}
          {household && account.plan_since && <LatestFee account={account} timeZone={household.time_zone} />}
        </div>
        <Button size="sm" className="shrink-0" aria-label="Change plan" onClick={() => open('plan')}>
          Change
        </Button>
      </div>
      <Dialog
        {...state}
        title={`Plan: ${account.name}`}
        description="A change starts on the first day of next month."
      >
        <PlanForm account={account} onDone={state.onClose} />
      </Dialog>
    </Section>
  );
}

type Status = {
  /** The day on which the chosen plan starts, if that is later. */
  startsOn: string | null;
  fact: string | null;
  ways: { text: string; isMet: boolean }[];
};

function getStatus(
  household: HouseholdRow,
  { id, plan_since }: Account,
  money: (amount: Minor) => string,
): Status {
  const now = Math.max(household.now, household.simulated_until);
  const { state } = simulate(certainOnly(household), now, { record: false });
  const today = new Zone(state.timeZone).getDay(state.at);
  const account = state.accounts.find((candidate) => candidate.id === id);
  const startsOn = plan_since && plan_since > dayText(today) ? plan_since : null;
  const plan = account && getPlan(account, today);
  const terms = account && getFeeTerms(account.type, plan);
  if (account && plan === 'goal_saver') {
    const used = countWithdrawals(account, today);
    return { startsOn, fact: `${used} of ${MAX_WITHDRAWALS} withdrawals used this month`, ways: [] };
  }
  if (!account || !terms) return { startsOn, fact: null, ways: [] };
  const ways = getWaiversSoFar(account, terms, state.accounts, today);
  const on = formatTextDate(dayText(getNextMonth(today)));
  const met = ways.find(({ isMet }) => isMet);
  const fee = money(markMinor(terms.fee));
  return {
    startsOn,
    // Pay that has arrived stays, but a balance can still fall before the month ends.
    fact: !met
      ? `${fee} on ${on}, unless you meet one of these:`
      : met.metOn === undefined
        ? `The ${fee} fee on ${on} is waived so far.`
        : `The ${fee} fee on ${on} is waived, because enough pay had arrived by ${formatTextDate(dayText(met.metOn))}.`,
    ways: ways.map(({ waiver, needed, reached, isMet }) => ({
      text: `${describeWaiver(waiver, money(markMinor(needed)))} (now ${money(markMinor(reached))})`,
      isMet,
    })),
  };
}

function PlanForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const [plan, setPlan] = useState(() => readPlanChoice(account));
  const { mutate, isPending } = useMutation(accountMutations.setPlan);
  return (
    <Form
      verb="Save"
      busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(
          { account_id: account.id, plan },
          {
            onSuccess: () => {
              toast.success(`Plan saved for ${account.name}`);
              onDone();
            },
          },
        );
      }}
    >
      <OptionCards
        label="Plan"
        value={plan}
        onValueChange={setPlan}
        options={getPlanOptions(account.type, (amount) => formatMinor(amount, account.currency))}
      />
    </Form>
  );
}
