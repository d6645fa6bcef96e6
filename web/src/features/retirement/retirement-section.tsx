import type { ReturnSet } from '@engine/investments/funds.ts';
import {
  checkRetirement,
  FUTURES,
  type RetirementCheck,
  type RetirementPlan,
} from '@engine/investments/retirement.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Account, accountQueries, isUsable } from '@/entities/account/queries';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { getDay } from '@/lib/dates';
import { formatTypedAmount, sumAmounts } from '@/lib/money';
import { createWorkerRunner } from '@/lib/workers/worker-runs';
import { AmountField } from '@/ui/forms/amount-field';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { SkeletonChart } from '@/ui/skeleton';
import { retirementQueries } from './queries';
import { RetirementResults } from './retirement-results';
import { MIX_LABELS, RETURN_LABELS, retirementSchema } from './retirement-schema';
import type { RetirementTask } from './retirement-worker';

const runTask = createWorkerRunner<RetirementTask, RetirementCheck>(
  () => new Worker(new URL('./retirement-worker.ts', import.meta.url), { type: 'module' }),
  ({ plan, seed }) => Promise.resolve(checkRetirement(plan, seed)),
);

/** Renders the retirement check: when can the customer stop working? */
export function RetirementSection() {
  const all = combineQueries(
    useQuery(accountQueries.list()),
    useQuery(customerQueries.me()),
    useQuery(clockQueries.household()),
  );
  return (
    <Loaded from={all} failure="We couldn't load your accounts." rows={6}>
      {([accounts, customer, household]) => (
        <PrefilledCheck
          accounts={accounts}
          customer={customer}
          seed={household?.seed ?? 1}
          returns={household?.carryover.fundReturns ?? 'conservative'}
        />
      )}
    </Loaded>
  );
}

type PrefilledCheckProps = {
  accounts: readonly Account[];
  customer: Customer;
  seed: number;
  returns: ReturnSet;
};

/**
 * Renders the check with the savings in investment accounts, and with what the customer adds to them each
 * month.
 */
function PrefilledCheck({ accounts, customer, seed, returns }: PrefilledCheckProps) {
  const invested = accounts.filter(
    (account) =>
      isUsable(account) && account.type === 'INVESTMENT' && account.currency === customer.base_currency,
  );
  const today = getDay(customer.now, customer.time_zone);
  const saving = useQuery(
    retirementQueries.monthlySaving(
      invested.map(({ id }) => id),
      today,
    ),
  );
  return (
    <Loaded from={saving} failure="We couldn't load your transfers." rows={6}>
      {(monthlySaving) => (
        <RetirementCheckView
          saved={sumAmounts(invested.map(({ balance }) => balance))}
          monthlySaving={invested.length > 0 ? monthlySaving : null}
          currency={customer.base_currency}
          year={Number(today.slice(0, 4))}
          seed={seed}
          returns={returns}
        />
      )}
    </Loaded>
  );
}

/** The customer stops typing for this long before the simulation runs again. */
const PAUSE_MS = 300;

type ViewProps = {
  saved: number;
  /** The average amount that the customer invests each month; null without an investment account. */
  monthlySaving: number | null;
  currency: string;
  year: number;
  seed: number;
  /** The returns that the customer chose for the funds. */
  returns: ReturnSet;
};

/** The monthly saving at first for a customer without an investment account. */
const FIRST_SAVING = 500;

function RetirementCheckView({ saved, monthlySaving, currency, year, seed, returns }: ViewProps) {
  const [checked, setChecked] = useState<{ plan: RetirementPlan; check: RetirementCheck } | null>(null);
  const [failed, setFailed] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const form = useBankForm({
    schema: retirementSchema,
    defaults: {
      age: '40',
      retireAt: '65',
      saved: formatTypedAmount(saved),
      monthlySaving: formatTypedAmount(monthlySaving ?? FIRST_SAVING),
      yearlySpending: '36,000',
      mix: 'balanced' as const,
      returns,
    },
    currency,
    refusedField: 'root',
    onSubmit: (plan) => void start(plan),
  });
  const { control, submit, watch, getValues } = form;
  const runTyped = useEffectEvent(() => {
    const typed = retirementSchema.safeParse(getValues());
    if (typed.success) void start(typed.data);
  });
  // Simulates at first and after each change, once the customer pauses.
  useEffect(() => {
    runTyped();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { unsubscribe } = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => runTyped(), PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [watch]);

  async function start(plan: RetirementPlan): Promise<void> {
    controller.current?.abort();
    const current = new AbortController();
    controller.current = current;
    setFailed(false);
    try {
      const check = await runTask({ plan, seed }, { signal: current.signal });
      if (!current.signal.aborted) setChecked({ plan, check });
    } catch (error) {
      if (current.signal.aborted) return;
      console.error("We couldn't simulate your retirement", error);
      setFailed(true);
    }
  }

  return (
    <Section title="When can I stop working?">
      <p className="max-w-prose text-ink-2">
        We simulate {FUTURES} futures with random returns and show how often your money lasts. All amounts are
        in today's money. This is an estimate, not advice.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <div className="grid grid-cols-2 gap-4">
            <TextField control={control} name="age" label="Your age" inputMode="numeric" />
            <TextField control={control} name="retireAt" label="Stop working at" inputMode="numeric" />
          </div>
          <AmountField
            control={control}
            name="saved"
            label="Saved so far"
            hint="Filled in from your investment accounts."
            currency={currency}
          />
          <AmountField
            control={control}
            name="monthlySaving"
            label="Save each month"
            hint={monthlySaving !== null && 'Filled in from your last 12 months.'}
            currency={currency}
          />
          <AmountField
            control={control}
            name="yearlySpending"
            label="Spend each year in retirement"
            hint="After pensions and Social Security."
            currency={currency}
          />
          <SelectField control={control} name="mix" label="Investment mix" options={toOptions(MIX_LABELS)} />
          <SelectField control={control} name="returns" label="Returns" options={toOptions(RETURN_LABELS)} />
        </form>
        <div>
          {checked && <RetirementResults {...checked} currency={currency} year={year} />}
          {!checked && !failed && <SkeletonChart label="Simulating your futures" />}
          {failed && <p role="alert">We couldn't simulate your retirement. Change a value to try again.</p>}
        </div>
      </div>
    </Section>
  );
}
