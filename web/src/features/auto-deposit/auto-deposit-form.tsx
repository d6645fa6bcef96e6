import {
  DAYS_A_WEEK,
  type DayNumber,
  dayText,
  getDate,
  weekday,
  type Zone,
} from '@engine/calendar/calendar.ts';
import { fromMinor } from '@engine/money/minor.ts';
import type { PayDetailsRow } from '@engine/pay/pay-details.ts';
import { getTaxTable } from '@engine/pay/tax-tables.ts';
import { getInflation } from '@engine/simulation/yearly-adjustment.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { toYearlyFields } from '@/entities/recurring/yearly-change';
import { YearlyChangeFields } from '@/entities/recurring/yearly-change-fields';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { SALARY_ID } from '@/entities/transaction/built-in-categories';
import { transactionQueries } from '@/entities/transaction/queries';
import { formatTypedAmount, parseAmount } from '@/lib/money';
import { type Refusal, refusalDetail } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { SelectField } from '@/ui/forms/select-field';
import { Switch } from '@/ui/forms/switch';
import { TextField } from '@/ui/forms/text-field';
import { Money } from '@/ui/money';
import { type AutoDepositFields, autoDepositSchema } from './auto-deposit-schema';
import { autoDepositMutations } from './mutations';
import { PayFields } from './pay/pay-fields';
import { getPayField, toPayFields, usesPay } from './pay/pay-schema';
import { DepositPreview } from './preview/deposit-preview';
import { FREQUENCIES, getFrequency } from './preview/upcoming-deposits';
import type { AutoDeposit } from './queries';

const FIELD_OF_CODE: Record<string, keyof AutoDepositFields> = {
  NTFND: 'accountId',
  CLOSD: 'accountId',
  BADAM: 'amount',
  BADTM: 'times',
};

function getField(refusal: Refusal): keyof AutoDepositFields | undefined {
  const detail: Record<string, unknown> = refusalDetail(refusal);
  if (refusal.code === 'BADPY') return getPayField(detail['field']);
  if (refusal.code === 'CONTR') return detail['kind'] === 'hsa' ? 'payHsa' : 'payRetirement';
  if (refusal.code !== 'BADDT') return FIELD_OF_CODE[refusal.code];
  return 'end_date' in refusalDetail(refusal) ? 'endDate' : 'startDate';
}

type AutoDepositFormProps = {
  rule?: AutoDeposit;
  /** Fills in an example paycheck. */
  isPaycheck?: boolean;
  accounts: readonly Account[];
  /** The simulated instant, in milliseconds. */
  now: number;
  zone: Zone;
  onDone: () => void;
};

export function AutoDepositForm({
  rule,
  isPaycheck = false,
  accounts,
  now,
  zone,
  onDone,
}: AutoDepositFormProps) {
  const household = useQuery(clockQueries.household()).data;
  const categories = useQuery(transactionQueries.categories()).data ?? [];
  const create = useMutation(autoDepositMutations.create);
  const update = useMutation(autoDepositMutations.update);
  const form = useBankForm({
    schema: autoDepositSchema,
    defaults: {
      ...getFields(rule, accounts, dayText(zone.getDay(now) + 1)),
      ...(isPaycheck && getPaycheck(zone.getDay(now))),
    },
    currency: 'USD',
    fieldByCode: getField,
    refusedField: 'name',
    onSubmit: async (details) => {
      const saved = rule
        ? await update.mutateAsync({ id: rule.id, ...details })
        : await create.mutateAsync(details);
      toast.success(rule ? `${saved.name} saved` : `${saved.name} added`);
      onDone();
    },
  });
  const { control, setValue, watch } = form;
  const typed = watch();
  const account = accounts.find(({ id }) => id === typed.accountId);
  const currency = account?.currency ?? 'USD';
  const checked = autoDepositSchema.safeParse({ ...typed, name: typed.name || 'Auto deposit' });
  const rhythm = checked.success && {
    ...checked.data,
    holidayCurrency: typed.isPay && household?.carryover.bankHolidays ? currency : undefined,
  };
  const income = categories.filter(({ id, kind }) => kind === 'income' || id === typed.categoryId);

  const table = getTaxTable(getDate(zone.getDay(now)).year, getInflation(household?.carryover));

  function setPay(isPay: boolean) {
    setValue('isPay', isPay);
    if (isPay && !typed.categoryId) setValue('categoryId', SALARY_ID);
  }

  return (
    <FormProvider {...form}>
      <Form
        onSubmit={form.submit}
        verb={rule ? 'Save changes' : isPaycheck ? 'Add paycheck' : 'Set up auto deposit'}
        busy={form.isSubmitting}
      >
        <TextField control={control} name="name" label="Name" placeholder="Pay" />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            control={control}
            name="accountId"
            label="Deposit to"
            options={[
              ...(account ? [] : [{ value: '', label: 'Choose account' }]),
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          {usesPay(typed) ? (
            <NetPay amount={typed.amount} />
          ) : (
            <AmountField control={control} name="amount" label="Amount" currency={currency} />
          )}
        </div>
        <SegmentedField
          control={control}
          name="frequency"
          label="Frequency"
          showsLabel
          options={FREQUENCIES}
        />
        <div className="grid grid-cols-2 gap-5">
          <TextField control={control} name="startDate" label="Start date" type="date" />
          <TextField control={control} name="startTime" label="Time" type="time" />
        </div>
        <YearlyChangeFields
          kind="deposit"
          usual={typed.isPay ? 'pay' : null}
          isOn={household?.carryover.billIncreases === true}
        />
        <EndFields />
        <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
          <SelectField
            control={control}
            name="categoryId"
            label="Category"
            note="optional"
            options={[
              { value: '', label: 'None' },
              ...income.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <PaySwitch on={typed.isPay} onChange={setPay} />
        </div>
        {typed.isPay && currency === 'USD' && <PayFields accounts={accounts} table={table} />}
        <DepositPreview
          previewed={
            rhythm && account ? { rhythm, amount: rhythm.amount, currency, account: account.name } : null
          }
          paused={rule?.paused ?? false}
          now={now}
          zone={zone}
        />
        {(create.isPaused || update.isPaused) && (
          <AlertBox fact="You're offline.">We'll save it when you reconnect.</AlertBox>
        )}
      </Form>
    </FormProvider>
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
    amount: formatTypedAmount(rule?.amount),
    frequency: getFrequency(rule?.frequency ?? 'MONTHLY'),
    startDate: rule?.start_date ?? tomorrow,
    startTime: rule?.start_time.slice(0, 5) ?? '06:00',
    ends: rule?.occurrences ? 'times' : rule?.end_date ? 'date' : 'never',
    endDate: rule?.end_date ?? '',
    times: String(rule?.occurrences ?? ''),
    isPay: rule?.is_pay ?? false,
    categoryId: rule?.category_id ?? '',
    ...toPayFields((rule?.pay_details ?? null) as PayDetailsRow | null),
    ...toYearlyFields(rule),
  };
}

/** Shows the net pay in place of the amount, because it is computed from the pay details. */
function NetPay({ amount }: { amount: string }) {
  const net = parseAmount(amount);
  return (
    <div>
      <p className="mb-1.5 font-medium">Net pay</p>
      {net === null || net <= 0 ? (
        <p className="text-ink-3">Computed from your pay details.</p>
      ) : (
        <Money amount={fromMinor(net)} size="inline" />
      )}
    </div>
  );
}

const FRIDAY = 5;

/** Returns the fields of a weekly paycheck that first arrives next Friday. */
function getPaycheck(today: DayNumber) {
  const friday = today + 1 + ((FRIDAY - weekday(today + 1) + DAYS_A_WEEK) % DAYS_A_WEEK);
  return {
    name: 'Paycheck',
    amount: '900.00',
    frequency: 'WEEKLY',
    startDate: dayText(friday),
    isPay: true,
    categoryId: SALARY_ID,
  } as const;
}

function PaySwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-3">
      <Switch id={id} checked={on} onCheckedChange={onChange} aria-describedby={`${id}-text`} />
      <span>
        <label htmlFor={id} className="font-medium">
          This is my paycheck
        </label>
        <span id={`${id}-text`} className="block text-ink-3 text-sm">
          The Payday button fast-forwards to this deposit. The deposit stops if you lose your job in a
          scenario.
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

function EndFields() {
  const { control, watch } = useFormContext<AutoDepositFields>();
  const ends = watch('ends');
  return (
    <div className="flex flex-col gap-3">
      <SegmentedField control={control} name="ends" label="Ends" showsLabel options={ENDS} />
      {ends === 'date' && <TextField control={control} name="endDate" label="End date" type="date" />}
      {ends === 'times' && (
        <TextField
          control={control}
          name="times"
          label="Number of deposits"
          hint="Counted from the start date."
          inputMode="numeric"
          placeholder="12"
        />
      )}
    </div>
  );
}
