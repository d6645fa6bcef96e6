import { dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { POLICY_NAMES } from '@engine/insurance/policies.ts';
import { getCurrentPremium } from '@engine/insurance/surcharge.ts';
import { getPolicyOptions, POLICY_KINDS, type PolicyKind } from '@engine/insurance/terms.ts';
import { getPremiumPayer, getUsualPolicies } from '@engine/insurance/usual-policies.ts';
import type { Minor } from '@engine/money/minor.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { useEffect } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { getToday } from '@/entities/household/days';
import { formatEvery } from '@/entities/payment/frequencies';
import {
  getCertificates,
  getInstallmentDebts,
  getOwed,
  getPlanAccounts,
  getRules,
  openAccounts,
} from '@/entities/what-if/projection';
import { formatMinor } from '@/lib/money';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import {
  blankFields,
  type DecisionFields,
  estimateHomeCosts,
  type FieldName,
  getDecisionFields,
  getFrequencies,
  getVisibleFields,
  isAmount,
  readDecision,
  SHOCK_UNITS,
} from './decision-schema';
import {
  KIND_LABELS,
  PLAN_LABELS,
  SHOCK_LABELS,
  STRATEGY_DESCRIPTIONS,
  STRATEGY_LABELS,
} from './decision-text';

type WhatIfDecisionFormProps = {
  /** The decision to edit; undefined for a new one. */
  decision?: Decision | undefined;
  row: HouseholdRow;
  currency: string;
  onDone: (decision: Decision) => void;
};

const DAYS = new Set<FieldName>(['on', 'until']);

export function WhatIfDecisionForm({ decision, row, currency, onDone }: WhatIfDecisionFormProps) {
  const today = dayText(getToday(row));
  const { control, formState, handleSubmit, setError, setValue, clearErrors, watch } =
    useForm<DecisionFields>({
      defaultValues: decision ? getDecisionFields(decision, row, currency) : blankFields(row, currency),
    });
  const fields = watch();
  const { kind, amount, downPayment } = fields;
  const { dirtyFields, touchedFields } = formState;
  const isNewHome = !decision && kind === 'buy_home' && currency === 'USD';
  // The usual costs follow the price until the customer changes them.
  useEffect(() => {
    const costs = isNewHome ? estimateHomeCosts({ amount, downPayment }) : null;
    for (const [name, value] of Object.entries(costs ?? {}) as [keyof NonNullable<typeof costs>, string][])
      if (!dirtyFields[name] && !touchedFields[name]) setValue(name, value);
  }, [isNewHome, amount, downPayment, dirtyFields, touchedFields, setValue]);
  const save = handleSubmit((submitted) => {
    const read = readDecision(submitted, decision?.id ?? crypto.randomUUID(), today);
    if ('decision' in read) {
      onDone(withOrder(read.decision, decision));
      return;
    }
    const wrong = Object.entries(read.problems) as [FieldName, string][];
    for (const [index, [field, message]] of wrong.entries())
      setError(field, { message }, { shouldFocus: index === 0 });
  });

  const visible = getVisibleFields(fields).map((name) => ({
    name,
    choices: getChoices(name, fields, row, currency),
  }));
  // A choice can depend on another one, such as the plans of an account.
  useEffect(() => {
    for (const { name, choices } of visible) {
      const [first] = choices ?? [];
      if (first && !choices?.some(({ value }) => value === fields[name])) setValue(name, first.value);
    }
  });
  return (
    <Form
      onSubmit={save}
      onChange={() => clearErrors()}
      verb={decision ? 'Edit decision' : 'Add decision'}
      disabled={visible.some(({ choices }) => choices?.length === 0)}
    >
      <SelectField
        control={control}
        name="kind"
        label="Decision"
        disabled={decision !== undefined}
        options={toOptions(KIND_LABELS)}
      />
      {visible.map(({ name, choices }) => (
        <DecisionField
          key={name}
          control={control}
          name={name}
          fields={fields}
          choices={choices}
          currency={currency}
          today={today}
        />
      ))}
    </Form>
  );
}

/** Keeps the custom debt order, which this form doesn't edit. */
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
  pmiRate: 'Mortgage insurance (% a year)',
  propertyTax: 'Annual property tax',
  homeInsurance: 'Annual home insurance',
  closingCosts: 'Closing costs',
  months: 'Months',
  shock: 'Event',
  size: 'Amount',
  strategy: 'Payoff order',
  certificateId: 'CD',
  planAccountId: 'Account',
  plan: 'Plan',
  installmentsId: 'Debt',
  day: 'Day of the month (1 to 28)',
  insurance: 'Insurance',
  deductible: 'Deductible',
};
const HINTS: Partial<Record<FieldName, string>> = {
  pmiRate: 'Lenders require it below 20% down. It ends when you owe 78% of the price.',
  homeInsurance: 'Escrow pays both bills. You pay a twelfth with each payment.',
  closingCosts: 'Fees that you pay at closing.',
};
/** The hints of fields without choices, by field. */
const NO_CHOICE: Partial<Record<FieldName, string>> = {
  debtId: 'You have no loan, mortgage, or card balance to pay down.',
  installmentsId: 'You have no loan or mortgage with monthly payments.',
  ruleId: 'Add a scheduled payment or a paycheck first.',
  accountId: 'Open an account first.',
  toAccountId: 'Open an account first.',
  certificateId: 'Open a CD first.',
  planAccountId: 'Open a checking or savings account first.',
  insurance: 'You have no insurance.',
  deductible: 'Choose insurance first.',
};
const getHint = (field: FieldName, kind: DecisionFields['kind']) =>
  field === 'insurance' && kind === 'add_insurance'
    ? 'You already have every policy we offer you.'
    : NO_CHOICE[field];

const ONCE = new Set<DecisionFields['kind']>([
  'lump_payment',
  'purchase',
  'buy_home',
  'take_loan',
  'withdraw_cd',
  'choose_plan',
  'shock',
]);
const RECEIVES = new Set<DecisionFields['kind']>(['new_income', 'take_loan', 'withdraw_cd']);

function getLabel(field: FieldName, { kind, shock }: DecisionFields): string {
  if (field === 'on' && ONCE.has(kind)) return 'Date';
  if (field === 'accountId' && RECEIVES.has(kind)) return 'To account';
  if (field === 'amount' && (kind === 'extra_payment' || kind === 'debt_strategy')) return 'Extra per month';
  if (field === 'amount' && kind === 'buy_home') return 'Price';
  if (field === 'amount' && kind === 'change_rule') return 'New amount';
  if (field === 'months' && kind === 'take_loan') return 'Term (months)';
  if (field === 'size' && SHOCK_UNITS[shock] === 'points') return 'Percentage points';
  if (field === 'size' && SHOCK_UNITS[shock] === 'move') return 'Percent (negative for a drop)';
  if (field === 'size' && SHOCK_UNITS[shock] === 'percent') return 'Drop (%)';
  return LABELS[field];
}

type DecisionFieldProps = {
  control: Control<DecisionFields>;
  name: FieldName;
  fields: DecisionFields;
  choices: Choices;
  currency: string;
  today: string;
};

/** Renders one field of a decision: an amount, a list of choices, a day, or text. */
function DecisionField({ control, name, fields, choices, currency, today }: DecisionFieldProps) {
  const field = {
    control,
    name,
    label: getLabel(name, fields),
    hint: HINTS[name],
    ...(name === 'until' && { note: 'optional' }),
    ...(name === 'amount' && fields.kind === 'withdraw_cd' && { note: 'leave empty for everything' }),
  };
  if (isAmount(name, fields.shock)) return <AmountField {...field} currency={currency} />;
  if (choices)
    return (
      <SelectField
        {...field}
        {...(choices.length === 0 && { hint: getHint(name, fields.kind) })}
        options={choices.length === 0 ? [{ value: '', label: 'None available' }] : choices}
      />
    );
  if (DAYS.has(name)) return <TextField {...field} type="date" min={today} />;
  return <TextField {...field} inputMode={name === 'name' ? 'text' : 'decimal'} />;
}

/** The choices for a field; null if the customer types it. */
type Choices = readonly { value: string; label: string }[] | null;

/** Returns the choices for a field. */
function getChoices(field: FieldName, fields: DecisionFields, row: HouseholdRow, currency: string): Choices {
  const { kind } = fields;
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
    case 'certificateId':
      return getCertificates(row, currency).map(({ id, name, balance }) => ({
        value: id,
        label: `${name}, ${money(balance)}`,
      }));
    case 'planAccountId':
      return getPlanAccounts(row, currency).map(({ id, name }) => ({ value: id, label: name }));
    case 'plan':
      return toOptions(PLAN_LABELS).filter(({ value }) => isOffered(value, fields.planAccountId, row));
    case 'insurance':
      return getPolicyKinds(row, kind).map((value) => ({ value, label: POLICY_NAMES[value] }));
    case 'deductible':
      return getDeductibles(fields, row).map(({ deductible, premium }) => ({
        value: String(deductible),
        label: premium === null ? money(deductible) : `${money(deductible)}, ${money(premium)} a month`,
      }));
    case 'installmentsId':
      return getInstallmentDebts(row, currency).map(({ id, name, balance }) => ({
        value: id,
        label: `${name}, ${money(balance)} owed`,
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
      return toOptions(SHOCK_LABELS);
    case 'strategy':
      return Object.entries(STRATEGY_LABELS).map(([value, label]) => ({
        value,
        label: `${label}: ${STRATEGY_DESCRIPTIONS[value as keyof typeof STRATEGY_DESCRIPTIONS]}`,
      }));
    default:
      return null;
  }
}

/** Returns true if an account can have a plan. Goal Saver is a savings plan. */
const isOffered = (plan: string, accountId: string, { accounts }: HouseholdRow) =>
  plan !== 'goal_saver' || accounts.find(({ id }) => id === accountId)?.type === 'SAVINGS';

/** Returns the policies in force, or for a new policy, the others that suit the household. */
function getPolicyKinds(row: HouseholdRow, kind: DecisionFields['kind']): PolicyKind[] {
  const isInForce = (policy: PolicyKind) => {
    const own = row.carryover.insurance?.[policy];
    return own !== undefined && own.endedOn === undefined;
  };
  return kind === 'add_insurance'
    ? getUsualPolicies(row).filter((policy) => !isInForce(policy))
    : POLICY_KINDS.filter(isInForce);
}

/** Returns the deductibles to choose from. The premium is null if a paycheck or escrow pays it. */
function getDeductibles({ kind, insurance }: DecisionFields, row: HouseholdRow) {
  if (!getPolicyKinds(row, kind).includes(insurance)) return [];
  const own = kind === 'change_coverage' ? row.carryover.insurance?.[insurance]?.deductible : undefined;
  const isIncluded = getPremiumPayer(insurance, row) !== null;
  const record = insurance === 'car' ? row.carryover.drivingRecord : undefined;
  return getPolicyOptions(insurance)
    .filter(({ deductible }) => deductible !== own)
    .map(({ deductible, premium }) => ({
      deductible,
      premium: isIncluded ? null : getCurrentPremium(premium, record),
    }));
}
