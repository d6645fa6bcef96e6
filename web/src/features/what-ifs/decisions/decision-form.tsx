import { dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { Minor } from '@engine/money/minor.ts';
import type { Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { Controller, useForm } from 'react-hook-form';
import { getToday } from '@/entities/household/days';
import { formatEvery } from '@/entities/payment/frequencies';
import { getOwed, getRules, openAccounts } from '@/entities/what-if/projection';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { type ControlProps, Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import {
  type DecisionFields,
  type FieldName,
  fieldsAsked,
  getFrequencies,
  readDecision,
} from './decision-schema';
import {
  blankFields,
  getDecisionFields,
  KIND_LABELS,
  SHOCK_LABELS,
  SHOCK_UNITS,
  STRATEGY_DESCRIPTIONS,
  STRATEGY_LABELS,
} from './decision-text';

type WhatIfDecisionFormProps = {
  /** The decision to edit; none for a new one. */
  decision?: Decision | undefined;
  row: HouseholdRow;
  currency: string;
  onDone: (decision: Decision) => void;
};

const AMOUNTS = new Set<FieldName>(['amount', 'downPayment']);
const DAYS = new Set<FieldName>(['on', 'until']);
const CHOICES = new Set<FieldName>([
  'debtId',
  'ruleId',
  'accountId',
  'toAccountId',
  'frequency',
  'shock',
  'strategy',
]);

/** Asks for the kind of a decision and its fields. */
export function WhatIfDecisionForm({ decision, row, currency, onDone }: WhatIfDecisionFormProps) {
  const today = dayText(getToday(row));
  const { register, control, handleSubmit, setError, clearErrors, watch, formState } =
    useForm<DecisionFields>({
      defaultValues: decision ? getDecisionFields(decision, row, currency) : blankFields(row, currency),
    });
  const { errors } = formState;
  const typed = watch();
  const save = handleSubmit((fields) => {
    const read = readDecision(fields, decision?.id ?? crypto.randomUUID(), today);
    if ('decision' in read) {
      onDone(withOrder(read.decision, decision));
      return;
    }
    const wrong = Object.entries(read.problems) as [FieldName, string][];
    for (const [index, [field, message]] of wrong.entries())
      setError(field, { message }, { shouldFocus: index === 0 });
  });

  function getControl(field: FieldName, props: ControlProps) {
    const isMoney = AMOUNTS.has(field) || (field === 'size' && SHOCK_UNITS[typed.shock] === 'money');
    if (isMoney)
      return (
        <Controller
          control={control}
          name={field}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <AmountInput
              {...props}
              size="field"
              currency={currency}
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
              ref={ref}
            />
          )}
        />
      );
    if (CHOICES.has(field))
      return (
        <Select {...props} {...register(field)}>
          <DecisionChoice field={field} kind={typed.kind} row={row} currency={currency} />
        </Select>
      );
    if (DAYS.has(field)) return <TextInput {...props} type="date" min={today} {...register(field)} />;
    return (
      <TextInput
        {...props}
        autoComplete="off"
        inputMode={field === 'name' ? 'text' : 'decimal'}
        {...register(field)}
      />
    );
  }

  return (
    <form onSubmit={save} onChange={() => clearErrors()} noValidate className="flex flex-col gap-5">
      <Field label="What would change">
        {(props) => (
          <Select {...props} disabled={decision !== undefined} {...register('kind')}>
            {Object.entries(KIND_LABELS).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {fieldsAsked(typed).map((field) => (
        <Field
          key={field}
          label={getLabel(field, typed)}
          {...(field === 'until' && { note: 'optional' })}
          error={errors[field]?.message}
        >
          {(props) => getControl(field, props)}
        </Field>
      ))}
      <Button type="submit" variant="primary" size="lg">
        {decision ? 'Edit decision' : 'Add decision'}
      </Button>
    </form>
  );
}

/** The order of debts is edited elsewhere and stays. */
function withOrder(read: Decision, before: Decision | undefined): Decision {
  if (read.kind !== 'debt_strategy' || before?.kind !== 'debt_strategy' || !before.order) return read;
  return { ...read, order: before.order };
}

const LABELS: Record<FieldName, string> = {
  on: 'From',
  until: 'Until',
  name: 'Name',
  debtId: 'Debt',
  ruleId: 'Item',
  accountId: 'From account',
  toAccountId: 'To account',
  amount: 'Amount',
  downPayment: 'Down payment',
  frequency: 'Frequency',
  rate: 'Rate (APR %)',
  years: 'Term (years)',
  months: 'Months',
  shock: 'Event',
  size: 'Amount',
  strategy: 'Payoff order',
};
const ONCE = new Set<DecisionFields['kind']>(['lump_payment', 'purchase', 'buy_home', 'take_loan', 'shock']);

function getLabel(field: FieldName, { kind, shock }: DecisionFields): string {
  if (field === 'on' && ONCE.has(kind)) return 'Date';
  if (field === 'accountId' && (kind === 'new_income' || kind === 'take_loan')) return 'To account';
  if (field === 'amount' && (kind === 'extra_payment' || kind === 'debt_strategy')) return 'Extra per month';
  if (field === 'amount' && kind === 'buy_home') return 'Price';
  if (field === 'amount' && kind === 'change_rule') return 'New amount';
  if (field === 'months' && kind === 'take_loan') return 'Term (months)';
  if (field === 'size' && SHOCK_UNITS[shock] === 'points') return 'Percentage points';
  if (field === 'size' && SHOCK_UNITS[shock] === 'move') return 'Percent (negative for a drop)';
  if (field === 'size' && SHOCK_UNITS[shock] === 'percent') return 'Drop (%)';
  return LABELS[field];
}

type DecisionChoiceProps = {
  field: FieldName;
  kind: DecisionKind['kind'];
  row: HouseholdRow;
  currency: string;
};

/** Renders the choices for a field of a decision from the customer's household. */
function DecisionChoice({ field, kind, row, currency }: DecisionChoiceProps) {
  const choices = getChoices(field, kind, row, currency);
  return (
    <>
      {choices.length === 0 && <option value="">None available</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

function getChoices(field: FieldName, kind: DecisionKind['kind'], row: HouseholdRow, currency: string) {
  const money = (amount: number) => formatMinor(amount as Minor, currency);
  switch (field) {
    case 'debtId':
      return getOwed(row, currency).map(({ id, name, balance }) => ({
        value: id,
        label: `${name}, ${money(balance)} owed`,
      }));
    case 'accountId':
    case 'toAccountId':
      return openAccounts(row, currency).map(({ id, name, balance }) => ({
        value: id,
        label: `${name}, ${money(balance)}`,
      }));
    case 'ruleId':
      return getRules(row)
        .filter(({ amount }) => kind === 'stop_rule' || amount !== null)
        .map(({ id, name, amount }) => ({
          value: id,
          label: amount === null ? name : `${name}, ${money(amount)}`,
        }));
    case 'frequency':
      return getFrequencies(kind).map((value) => ({ value, label: formatEvery(value) }));
    case 'shock':
      return Object.entries(SHOCK_LABELS).map(([value, label]) => ({ value, label }));
    case 'strategy':
      return Object.entries(STRATEGY_LABELS).map(([value, label]) => ({
        value,
        label: `${label}: ${STRATEGY_DESCRIPTIONS[value as keyof typeof STRATEGY_DESCRIPTIONS]}`,
      }));
    default:
      return [];
  }
}
