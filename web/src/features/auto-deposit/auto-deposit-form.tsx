import { dayText, type Zone } from '@engine/calendar/calendar.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Switch } from 'radix-ui';
import { useId } from 'react';
import { type Control, Controller, type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { toYearlyFields } from '@/entities/recurring/yearly-change';
import { YearlyChangeFields } from '@/entities/recurring/yearly-change-fields';
import { transactionQueries } from '@/entities/transaction/queries';
import { isRefusal, refusalDetail } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { type AutoDepositDetails, type AutoDepositFields, autoDepositSchema } from './auto-deposit-schema';
import { autoDepositMutations } from './mutations';
import { DepositPreview } from './preview/deposit-preview';
import { FREQUENCIES } from './preview/upcoming-deposits';
import type { AutoDeposit } from './queries';

const FIELD_OF_CODE: Record<string, keyof AutoDepositFields> = {
  NTFND: 'accountId',
  CLOSD: 'accountId',
  BADAM: 'amount',
  BADTM: 'times',
};

type AutoDepositFormProps = {
  rule?: AutoDeposit;
  accounts: readonly Account[];
  /** The simulated instant, in milliseconds. */
  now: number;
  zone: Zone;
  onDone: () => void;
};

/** Creates or changes an auto deposit, with a preview while the customer types. */
export function AutoDepositForm({ rule, accounts, now, zone, onDone }: AutoDepositFormProps) {
  const categories = useQuery(transactionQueries.categories()).data ?? [];
  const create = useMutation(autoDepositMutations.create);
  const update = useMutation(autoDepositMutations.update);
  const form = useForm<AutoDepositFields, unknown, AutoDepositDetails>({
    resolver: zodResolver(autoDepositSchema),
    defaultValues: getFields(rule, accounts, dayText(zone.getDay(now) + 1)),
    mode: 'onTouched',
  });
  const { register, control, handleSubmit, setError, setValue, watch, formState } = form;
  const { errors } = formState;
  const typed = watch();
  const account = accounts.find(({ id }) => id === typed.accountId);
  const currency = account?.currency ?? 'USD';
  const checked = autoDepositSchema.safeParse({ ...typed, name: typed.name || 'Auto deposit' });
  const income = categories.filter(({ id, kind }) => kind === 'income' || id === typed.categoryId);

  function setPay(isPay: boolean) {
    setValue('isPay', isPay);
    const salary = categories.find(({ name, user_id }) => name === 'Salary' && user_id === null);
    if (isPay && !typed.categoryId && salary) setValue('categoryId', salary.id);
  }

  const save = handleSubmit(async (details) => {
    try {
      const saved = rule
        ? await update.mutateAsync({ id: rule.id, ...details })
        : await create.mutateAsync(details);
      toast.success(rule ? `${saved.name} saved` : `${saved.name} added`);
      onDone();
    } catch (error) {
      if (!isRefusal(error)) return;
      const day = 'end_date' in refusalDetail(error) ? 'endDate' : 'startDate';
      const field = error.code === 'BADDT' ? day : (FIELD_OF_CODE[error.code] ?? 'name');
      setError(field, { message: error.message }, { shouldFocus: true });
    }
  });

  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label="Name" error={errors.name?.message}>
        {(props) => <TextInput {...props} placeholder="Pay" autoComplete="off" {...register('name')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Deposit to" error={errors.accountId?.message}>
          {(props) => (
            <Select {...props} {...register('accountId')}>
              {!account && <option value="">Choose account</option>}
              {accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <AmountField control={control} name="amount" label="Amount" currency={currency} />
      </div>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden className="font-medium text-sm">
          Frequency
        </p>
        <Controller
          control={control}
          name="frequency"
          render={({ field: { value, onChange } }) => (
            <Segmented label="Frequency" value={value} onValueChange={onChange} options={FREQUENCIES} />
          )}
        />
      </div>
      <div className="grid grid-cols-2 gap-5">
        <Field label="Start date" error={errors.startDate?.message}>
          {(props) => <TextInput {...props} type="date" {...register('startDate')} />}
        </Field>
        <Field label="Time" error={errors.startTime?.message}>
          {(props) => <TextInput {...props} type="time" {...register('startTime')} />}
        </Field>
      </div>
      <YearlyChangeFields
        yearly={typed.yearly}
        error={errors.yearlyPercent?.message}
        yearlyField={register('yearly')}
        percentField={register('yearlyPercent')}
      />
      <EndFields control={control} register={register} ends={typed.ends} errors={errors} />
      <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <Field label="Category" note="optional">
          {(props) => (
            <Select {...props} {...register('categoryId')}>
              <option value="">None</option>
              {income.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <PaySwitch on={typed.isPay} onChange={setPay} />
      </div>
      <DepositPreview
        previewed={
          checked.success && account
            ? { rhythm: checked.data, amount: checked.data.amount, currency, account: account.name }
            : null
        }
        paused={rule?.paused ?? false}
        now={now}
        zone={zone}
      />
      {(create.isPaused || update.isPaused) && (
        <AlertBox fact="You're offline.">We'll save it when you reconnect.</AlertBox>
      )}
      <Button type="submit" variant="primary" size="lg" busy={create.isPending || update.isPending}>
        {rule ? 'Save changes' : 'Set up auto deposit'}
      </Button>
    </form>
  );
}

function getFields(
  rule: AutoDeposit | undefined,
  accounts: readonly Account[],
  tomorrow: string,
): AutoDepositFields {
  return {
    name: rule?.name ?? '',
    accountId: rule?.account_id ?? accounts[0]?.id ?? '',
    amount: rule ? rule.amount.toLocaleString('en-US', { minimumFractionDigits: 2 }) : '',
    frequency: FREQUENCIES.find(({ value }) => value === rule?.frequency)?.value ?? 'MONTHLY',
    startDate: rule?.start_date ?? tomorrow,
    startTime: rule?.start_time.slice(0, 5) ?? '06:00',
    ends: rule?.occurrences ? 'times' : rule?.end_date ? 'date' : 'never',
    endDate: rule?.end_date ?? '',
    times: String(rule?.occurrences ?? ''),
    isPay: rule?.is_pay ?? false,
    categoryId: rule?.category_id ?? '',
    ...toYearlyFields(rule),
  };
}

/** Renders the switch for deposits that a job pays. */
function PaySwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-3">
      <Switch.Root
        id={id}
        checked={on}
        onCheckedChange={onChange}
        aria-describedby={`${id}-text`}
        className="relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-4 translate-x-0.75 rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </Switch.Root>
      <span>
        <label htmlFor={id} className="font-medium">
          This is my paycheck
        </label>
        <span id={`${id}-text`} className="block text-ink-3 text-sm">
          The Payday button skips to it. It stops if you lose your job in a scenario.
        </span>
      </span>
    </div>
  );
}

const ENDS = [
  { value: 'never', label: 'Never' },
  { value: 'date', label: 'On a date' },
  { value: 'times', label: 'After a number of deposits' },
] as const;

/** Chooses when a rule ends: never, on a day, or after a number of deposits. */
function EndFields({
  control,
  register,
  ends,
  errors,
}: {
  control: Control<AutoDepositFields, unknown, AutoDepositDetails>;
  register: UseFormRegister<AutoDepositFields>;
  ends: AutoDepositFields['ends'];
  errors: FieldErrors<AutoDepositFields>;
}) {
  return (
    <div className="flex flex-col gap-3">
      <p aria-hidden className="-mb-1.5 font-medium text-sm">
        Ends
      </p>
      <Controller
        control={control}
        name="ends"
        render={({ field: { value, onChange } }) => (
          <Segmented label="Ends" value={value} onValueChange={onChange} options={ENDS} />
        )}
      />
      {ends === 'date' && (
        <Field label="End date" error={errors.endDate?.message}>
          {(props) => <TextInput {...props} type="date" {...register('endDate')} />}
        </Field>
      )}
      {ends === 'times' && (
        <Field label="Number of deposits" hint="Counted from the start date." error={errors.times?.message}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="numeric"
              placeholder="12"
              autoComplete="off"
              {...register('times')}
            />
          )}
        </Field>
      )}
    </div>
  );
}
