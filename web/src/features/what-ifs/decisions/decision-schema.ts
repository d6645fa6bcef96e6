import { parseDay } from '@engine/calendar/calendar.ts';
import { toMinor } from '@engine/money/minor.ts';
import type { PaymentFrequency, ShockKind } from '@engine/simulation/state.ts';
import type { DebtStrategy, Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { z } from 'zod';
import { amountField, nameField, percentField, wholeField } from '@/lib/fields';
import { SHOCK_UNITS } from './decision-text';

/** The fields of all kinds as typed. Each kind uses some of them. */
export type DecisionFields = {
  kind: DecisionKind['kind'];
  on: string;
  until: string;
  name: string;
  debtId: string;
  ruleId: string;
  accountId: string;
  toAccountId: string;
  amount: string;
  downPayment: string;
  frequency: PaymentFrequency;
  rate: string;
  years: string;
  months: string;
  shock: ShockKind;
  size: string;
  strategy: DebtStrategy;
};

export type FieldName = Exclude<keyof DecisionFields, 'kind'>;
type Problems = Partial<Record<FieldName, string>>;

/** The fields of each kind in form order. */
const FIELDS_OF: Record<DecisionKind['kind'], readonly FieldName[]> = {
  extra_payment: ['debtId', 'amount', 'on'],
  pay_on_time: ['debtId', 'on'],
  lump_payment: ['debtId', 'accountId', 'amount', 'on'],
  debt_strategy: ['strategy', 'accountId', 'amount', 'on'],
  save: ['accountId', 'toAccountId', 'amount', 'frequency', 'on'],
  new_income: ['name', 'accountId', 'amount', 'frequency', 'on', 'until'],
  new_bill: ['name', 'accountId', 'amount', 'frequency', 'on', 'until'],
  change_rule: ['ruleId', 'amount', 'on'],
  stop_rule: ['ruleId', 'on'],
  purchase: ['name', 'accountId', 'amount', 'on'],
  buy_home: ['name', 'accountId', 'amount', 'downPayment', 'rate', 'years', 'on'],
  take_loan: ['name', 'accountId', 'amount', 'rate', 'months', 'on'],
  shock: ['shock', 'size', 'months', 'on'],
};

const SHOCKS_WITH_MONTHS = new Set<ShockKind>(['job_loss', 'inflation']);

/** Returns the visible fields. Some shocks have no size or no duration. */
export function getVisibleFields({
  kind,
  shock,
}: Pick<DecisionFields, 'kind' | 'shock'>): readonly FieldName[] {
  return FIELDS_OF[kind].filter((field) => {
    if (field === 'size') return SHOCK_UNITS[shock] !== 'none';
    return field !== 'months' || kind !== 'shock' || SHOCKS_WITH_MONTHS.has(shock);
  });
}

const day = z.iso.date('Choose a date.');
const chosen = z.string().min(1, 'Choose one.');
const points = z
  .string()
  .trim()
  .regex(/^[-\u2212]?\d{1,2}(\.\d{1,2})?$/, 'Enter percentage points, such as 1.5 or -1.')
  .transform((text) => Number(text.replace('\u2212', '-')));
const percentFall = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, 'Enter a whole number from 1 to 99.')
  .transform(Number)
  .refine((percent) => percent >= 1, 'Enter a whole number from 1 to 99.');

const percentMove = z
  .string()
  .trim()
  .regex(/^[-\u2212]?\d{1,2}$/, 'Enter a whole number, such as 10 or -10.')
  .transform((text) => Number(text.replace('\u2212', '-')))
  .refine((percent) => percent !== 0, 'Enter a whole number, such as 10 or -10.');

/** Parses the decision, or returns the problems by field. Today is `2026-10-14`. */
export function readDecision(
  fields: DecisionFields,
  id: string,
  today: string,
): { decision: Decision } | { problems: Problems } {
  const reader = new FieldReader(fields);
  const on = reader.read(
    'on',
    day.refine((text) => text >= today, 'Choose today or a later date.'),
  );
  const decision = { id, on: parseDay(on ?? today), ...readKind(fields, reader) };
  const { problems } = reader;
  return Object.keys(problems).length > 0 ? { problems } : { decision };
}

function readKind(fields: DecisionFields, reader: FieldReader): DecisionKind {
  const { kind, frequency, strategy, shock } = fields;
  switch (kind) {
    case 'extra_payment':
      return { kind, debtId: reader.choice('debtId'), monthly: reader.money('amount') };
    case 'pay_on_time':
      return { kind, debtId: reader.choice('debtId') };
    case 'lump_payment':
      return { kind, debtId: reader.choice('debtId'), ...reader.payment() };
    case 'debt_strategy':
      return { kind, strategy, accountId: reader.choice('accountId'), monthly: reader.money('amount') };
    case 'save': {
      const { accountId: from, amount } = reader.payment();
      return { kind, from, to: reader.otherAccount(), amount, frequency };
    }
    case 'new_income': {
      const often = frequency === 'WEEKLY' ? frequency : 'MONTHLY';
      return { kind, name: reader.name(), ...reader.payment(), frequency: often, ...reader.until() };
    }
    case 'new_bill':
      return { kind, name: reader.name(), ...reader.payment(), frequency, ...reader.until() };
    case 'change_rule':
      return { kind, ruleId: reader.choice('ruleId'), amount: reader.money('amount') };
    case 'stop_rule':
      return { kind, ruleId: reader.choice('ruleId') };
    case 'purchase':
      return { kind, name: reader.name(), ...reader.payment() };
    case 'buy_home': {
      const { accountId, amount: price } = reader.payment();
      const rate = reader.read('rate', percentField) ?? 0;
      const years = reader.whole('years', 50);
      return { kind, name: reader.name(), accountId, price, downPayment: reader.down(price), rate, years };
    }
    case 'take_loan': {
      const rate = reader.read('rate', percentField) ?? 0;
      return { kind, name: reader.name(), ...reader.payment(), rate, months: reader.whole('months', 600) };
    }
    case 'shock': {
      const lasts = getVisibleFields(fields).includes('months');
      return { kind, shock, size: reader.size(shock), ...(lasts && { months: reader.whole('months', 60) }) };
    }
  }
}

/** Parses fields and collects their problems. */
class FieldReader {
  readonly problems: Problems = {};

  constructor(private readonly fields: DecisionFields) {}

  read<Output>(field: FieldName, schema: z.ZodType<Output, string>): Output | undefined {
    const result = schema.safeParse(this.fields[field]);
    if (result.success) return result.data;
    this.problems[field] = result.error.issues[0]?.message ?? "We can't read this.";
    return undefined;
  }

  /** In minor units. */
  money(field: FieldName, options?: { zero: boolean }): number {
    return toMinor(this.read(field, amountField(options)) ?? 0);
  }

  choice(field: FieldName): string {
    return this.read(field, chosen) ?? '';
  }

  name(): string {
    return this.read('name', nameField) ?? '';
  }

  whole(field: 'years' | 'months', to: number): number {
    return this.read(field, wholeField({ from: 1, to, unit: field })) ?? 0;
  }

  payment(): { accountId: string; amount: number } {
    return { accountId: this.choice('accountId'), amount: this.money('amount') };
  }

  otherAccount(): string {
    const other = chosen.refine((id) => id !== this.fields.accountId, 'Choose another account.');
    return this.read('toAccountId', other) ?? '';
  }

  down(price: number): number {
    const down = this.money('downPayment', { zero: true });
    if (price > 0 && down >= price) this.problems.downPayment = 'Enter a down payment below the price.';
    return down;
  }

  size(shock: ShockKind): number {
    switch (SHOCK_UNITS[shock]) {
      case 'money':
        return this.money('size');
      case 'points':
        return this.read('size', points) ?? 0;
      case 'move':
        return this.read('size', percentMove) ?? 0;
      case 'percent':
        return this.read('size', percentFall) ?? 0;
      case 'none':
        return 0;
    }
  }

  until(): { until?: number } {
    if (this.fields.until === '') return {};
    const last = this.read(
      'until',
      day.refine((text) => text >= this.fields.on, 'Choose a date after the start date.'),
    );
    return last ? { until: parseDay(last) } : {};
  }
}

/** The supported frequencies. Income has those of auto deposits. */
export const getFrequencies = (kind: DecisionKind['kind']): readonly PaymentFrequency[] =>
  kind === 'new_income' ? ['WEEKLY', 'MONTHLY'] : ['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'];
