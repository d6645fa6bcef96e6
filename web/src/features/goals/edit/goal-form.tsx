import { useMutation } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { AccountField } from '@/entities/account/account-field';
import type { Account } from '@/entities/account/queries';
import { formatFrequency } from '@/entities/payment/frequencies';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatMoney, formatTypedAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { TextField } from '@/ui/forms/text-field';
import { TONES } from '../goal-text';
import { goalMutations } from '../mutations';
import {
  formatPace,
  getMonth,
  getNeededContribution,
  monthly,
  type Prospect,
  projectGoalDates,
} from '../projection';
import type { Goal } from '../queries';
import { ContributionFields } from './contribution-fields';
import { type GoalFields, getMajor, goalSchema } from './goal-schema';
import { PictureField } from './picture-field';

const FIELD_BY_CODE = {
  BADNM: 'name',
  BADAM: 'target',
  BADDT: 'targetDate',
  INSUF: 'portion',
  LIMIT: 'accountId',
  NTFND: 'fromAccountId',
  CLOSD: 'fromAccountId',
  BADCU: 'fromAccountId',
  SAMAC: 'fromAccountId',
  BADRT: 'percent',
} as const;

/** The initial values of a new goal. */
export type Suggestion = { name: string; picture: string; target: number | null; targetDate?: string };

type GoalFormProps = {
  goal?: Goal;
  suggestion?: Suggestion | null;
  accounts: readonly Account[];
  today: string;
  onDone: (goalId: string) => void;
};

/** Renders a form that creates or edits a goal, with a projected date while the customer types. */
export function GoalForm({ goal, suggestion, accounts, today, onDone }: GoalFormProps) {
  const create = useMutation(goalMutations.create);
  const update = useMutation(goalMutations.update);
  const getCurrency = (accountId: string) =>
    goal?.currency ?? accounts.find(({ id }) => id === accountId)?.currency ?? 'USD';
  const form = useBankForm({
    schema: goalSchema,
    defaults: getDefaults(goal, suggestion, accounts),
    currency: ({ accountId }) => getCurrency(accountId),
    fieldByCode: FIELD_BY_CODE,
    refusedField: 'name',
    onSubmit: async (details) => {
      const saved = goal
        ? await update.mutateAsync({ id: goal.id, ...details })
        : await create.mutateAsync(details);
      toast.success(goal ? `${saved.name} saved` : `${saved.name} added`);
      onDone(saved.id);
    },
  });
  const { control, setValue, watch, submit } = form;
  const fields = watch();
  const account = accounts.find(({ id }) => id === fields.accountId);
  const currency = getCurrency(fields.accountId);
  const prospect = getProspect(fields, { goal, account, today });
  return (
    <Form onSubmit={submit} verb={goal ? 'Save' : 'Add goal'} busy={create.isPending || update.isPending}>
      <TextField control={control} name="name" label="Name" placeholder="A trip" />
      <Controller
        control={control}
        name="picture"
        render={({ field }) => (
          <PictureField
            value={field.value}
            onChange={field.onChange}
            photo={fields.photo}
            onPhoto={(photo) => setValue('photo', photo, { shouldDirty: true })}
          />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField control={control} name="target" label="Target" currency={currency} />
        <TextField
          control={control}
          name="targetDate"
          label="Target date"
          note="optional"
          type="date"
          min={today}
        />
      </div>
      {!goal && (
        <>
          <AccountField control={control} name="accountId" label="Account" accounts={accounts} />
          <SegmentedField
            control={control}
            name="holds"
            label="Amount used"
            options={[
              { value: 'part', label: 'Part of the account' },
              { value: 'whole', label: 'Whole account' },
            ]}
          />
          {fields.holds === 'part' && (
            <AmountField
              control={control}
              name="portion"
              label="Set aside now"
              note="optional"
              hint="Money already in the account."
              currency={currency}
            />
          )}
        </>
      )}
      <ContributionFields
        form={form}
        sources={accounts.filter((source) => source.id !== fields.accountId && source.currency === currency)}
        currency={currency}
        most={sliderEnd(prospect)}
      />
      <GoalPreview
        prospect={prospect}
        currency={currency}
        onTake={(amount) => {
          setValue('by', 'fixed');
          setValue('amount', formatTypedAmount(amount), { shouldValidate: true });
        }}
      />
    </Form>
  );
}

function getDefaults(
  goal: Goal | undefined,
  suggestion: Suggestion | null | undefined,
  accounts: readonly Account[],
): GoalFields {
  const home = accounts.find(({ type }) => type === 'SAVINGS') ?? accounts[0];
  const source = accounts.find(
    ({ id, type, currency }) => id !== home?.id && type === 'CHECKING' && currency === home?.currency,
  );
  return {
    name: goal?.name ?? suggestion?.name ?? '',
    picture: goal?.picture ?? suggestion?.picture ?? 'flag',
    photo: goal?.photo ?? '',
    target: formatTypedAmount(goal?.target ?? suggestion?.target),
    targetDate: goal?.target_date ?? suggestion?.targetDate ?? '',
    accountId: goal?.account_id ?? home?.id ?? '',
    holds: goal?.portion === null ? 'whole' : 'part',
    portion: '',
    by: (goal?.contribution as GoalFields['by'] | null | undefined) ?? (goal || !source ? 'none' : 'fixed'),
    amount: goal ? formatTypedAmount(goal.contribution_amount) : '100.00',
    frequency: (goal?.frequency as GoalFields['frequency'] | null | undefined) ?? 'MONTHLY',
    startDate: goal?.start_date ?? '',
    percent: goal?.contribution_percent ? String(goal.contribution_percent) : '',
    fromAccountId: goal?.from_account_id ?? source?.id ?? '',
  };
}

function getProspect(
  fields: GoalFields,
  { goal, account, today }: { goal: Goal | undefined; account: Account | undefined; today: string },
): Prospect | null {
  const target = getMajor(fields.target);
  if (target <= 0) return null;
  const isWhole = fields.holds === 'whole';
  const amount = getMajor(fields.amount);
  const isFixed = fields.by === 'fixed';
  return {
    saved: goal?.saved ?? (isWhole ? (account?.balance ?? 0) : getMajor(fields.portion)),
    target,
    targetDate: fields.targetDate || null,
    today,
    contribution: isFixed
      ? amount > 0
        ? { amount, frequency: fields.frequency, start: fields.startDate || null }
        : null
      : goal && fields.by === goal.contribution
        ? monthly(goal.pace, today)
        : null,
    earnsInterest: isWhole && account?.type === 'SAVINGS',
  };
}

const ROUND = [100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** Returns the slider's maximum: a round amount that reaches the target in about half a year. */
function sliderEnd(prospect: Prospect | null): number {
  const half = prospect ? Math.max(0, prospect.target - prospect.saved) / 6 : 0;
  return ROUND.find((end) => end >= half) ?? Math.ceil(half / 10_000) * 10_000;
}

type GoalPreviewProps = {
  prospect: Prospect | null;
  currency: string;
  /** Called when the customer chooses the contribution that meets the target date. */
  onTake: (amount: number) => void;
};

function GoalPreview({ prospect, currency, onTake }: GoalPreviewProps) {
  if (!prospect) return <p className="text-ink-3 text-sm">Enter a target to see when you'll reach it.</p>;
  const { reachedOn, daysEarly } = projectGoalDates(prospect);
  const rhythm = prospect.contribution?.frequency ?? 'MONTHLY';
  const needed = getNeededContribution(prospect, rhythm, prospect.contribution?.start ?? null);
  const isLate =
    prospect.targetDate !== null && (daysEarly === null || formatPace(daysEarly).endsWith('late'));
  return (
    <div aria-live="polite" className="sticky bottom-0 rounded-2 bg-sunken p-4">
      <p className="text-ink-3 text-sm">You'll reach it</p>
      <p className="mt-0.5 font-semibold text-lg">
        {reachedOn ? `in ${getMonth(reachedOn)}` : 'not at this pace'}
        {daysEarly !== null && (
          <span className={classNames('ml-2 font-medium text-base', TONES[isLate ? 'late' : 'good'])}>
            {formatPace(daysEarly)}
          </span>
        )}
      </p>
      {isLate && needed !== null && needed > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2 text-sm">
          {formatMoney(needed, currency)} {formatFrequency(rhythm)} would get you there on time.
          <Button size="sm" onClick={() => onTake(needed)}>
            Use {formatMoney(needed, currency)}
          </Button>
        </p>
      )}
    </div>
  );
}
