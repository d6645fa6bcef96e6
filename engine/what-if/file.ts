import { z } from 'zod';
import { parseDay } from '../calendar/calendar.ts';
import { depositFrequency, householdShock, paymentFrequency } from '../household/schema/rules.ts';
import { POLICY_KINDS } from '../insurance/terms.ts';
import type { WhatIf } from './what-if.ts';

/**
 * The version of the file format. The file contains only decisions, so that sharing it reveals nothing about
 * the household.
 */
const VERSION = 1;
const FORMAT = 'sandbank-what-if';
const FIRST_DAY = parseDay('1900-01-01');
const LAST_DAY = parseDay('2190-01-01');
const HIGHEST_AMOUNT = 99_999_999_999;
const MAX_DECISIONS = 100;
const MAX_DEBTS = 200;

const id = z.string().min(1).max(100);
const name = z.string().trim().min(1).max(80);
const day = z.int().min(FIRST_DAY).max(LAST_DAY);
const amount = z.int().min(1).max(HIGHEST_AMOUNT);
const rate = z.number().min(0).max(100);

const optionalAmount = z.int().min(0).max(HIGHEST_AMOUNT);
const decide = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.object({ id, on: day, kind: z.literal(kind), ...fields });
/** The fields of a decision that adds a recurring deposit or a scheduled payment. */
const rule = { name, accountId: id, amount, until: day.optional() };

/** A decision that takes effect on a day. Amounts are in minor units, rates in percent per year. */
export const decision = z.discriminatedUnion('kind', [
  /** A monthly amount on top of the installment. For a card, it is the full monthly payment. */
  decide('extra_payment', { debtId: id, monthly: amount }),
  /**
   * Autopay from the household's usual account. It pays a debt's installment or a card's statement balance.
   */
  decide('pay_on_time', { debtId: id }),
  decide('lump_payment', { debtId: id, amount, accountId: id }),
  decide('new_bill', { ...rule, frequency: paymentFrequency, category: name.optional() }),
  decide('new_income', { ...rule, frequency: depositFrequency }),
  /** A recurring transfer between the customer's accounts. */
  decide('save', { from: id, to: id, amount, frequency: paymentFrequency }),
  decide('stop_rule', { ruleId: id }),
  decide('change_rule', { ruleId: id, amount }),
  decide('purchase', { name, accountId: id, amount }),
  decide('buy_home', {
    name,
    accountId: id,
    price: amount,
    downPayment: optionalAmount,
    rate,
    years: z.int().min(1).max(50),
    /**
     * The rate of mortgage insurance in percent of the loan per year. It is paid if less than 20% of the price is
     * paid at once. Missing if there is none.
     */
    pmiRate: z.number().min(0).max(5).optional(),
    /** The yearly bills, which open escrow. Missing if there are none. */
    propertyTax: optionalAmount.optional(),
    homeInsurance: optionalAmount.optional(),
    /** The fees that are paid on the first day. Missing if there are none. */
    closingCosts: optionalAmount.optional(),
  }),
  decide('take_loan', { name, accountId: id, amount, rate, months: z.int().min(1).max(600) }),
  /** A withdrawal from a CD before it matures. Without an amount, everything is withdrawn. */
  decide('withdraw_cd', { from: id, to: id, amount: amount.optional() }),
  /** A plan starts on the first day of the next month. */
  decide('choose_plan', { accountId: id, plan: z.enum(['free', 'classic', 'goal_saver']) }),
  decide('payment_day', { debtId: id, day: z.int().min(1).max(28) }),
  decide('biweekly', { debtId: id }),
  /** Another deductible, which changes the premium. */
  decide('change_coverage', { insurance: z.enum(POLICY_KINDS), deductible: optionalAmount }),
  /** A new policy. Its first premium is due on the next day, unless a paycheck or escrow pays it. */
  decide('add_insurance', { insurance: z.enum(POLICY_KINDS), deductible: optionalAmount, accountId: id }),
  decide('cancel_insurance', { insurance: z.enum(POLICY_KINDS) }),
  decide('shock', {
    shock: z.enum([...householdShock.options, 'currency_move']),
    /**
     * The size of the shock, as in `ShockState`: in minor units for bills, windfalls, and fraud, and in
     * percent or percentage points for other shocks.
     */
    size: z.number().min(-100).max(HIGHEST_AMOUNT),
    months: z.int().min(1).max(600).optional(),
  }),
  /**
   * `monthly` is a budget on top of all installments and minimum payments. Debts that have no payment set up
   * get autopay. The whole budget goes to the first remaining debt.
   */
  decide('debt_strategy', {
    /**
     * The order of debts: smallest balance first, highest rate first, or an order that the customer chooses.
     */
    strategy: z.enum(['snowball', 'avalanche', 'custom']),
    /** The ids of debts and cards for `custom`. Debts that are not listed follow, smallest balance first. */
    order: z.array(id).max(MAX_DEBTS).optional(),
    monthly: optionalAmount,
    accountId: id,
  }),
]);

export const branch = z.object({
  id,
  name,
  decisions: z
    .array(decision)
    .max(MAX_DECISIONS)
    .refine(
      (decisions) => new Set(decisions.map((item) => item.id)).size === decisions.length,
      'Two decisions have the same id.',
    ),
  /**
   * The checkpoint from which the what-if starts, with its name and simulated day. Missing if the what-if
   * starts today.
   */
  from: z.object({ checkpointId: id, name, day }).optional(),
});
const file = z.object({ format: z.literal(FORMAT), version: z.literal(VERSION), branch });

/** Serializes a what-if as a file for saving and sharing. */
export function toWhatIfFile(whatIf: WhatIf): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, branch: whatIf }, null, 2)}\n`;
}

/** Parses a saved what-if. Returns null if it is invalid. */
export function fromWhatIfFile(value: unknown): WhatIf | null {
  return branch.safeParse(value).data ?? null;
}

/** Parses a what-if file. If it is invalid, returns a message about the problem. */
export function readWhatIfFile(text: string): { branch: WhatIf } | { problem: string } {
  const json = parseJson(text);
  if (json === undefined) return { problem: 'This file isn’t a what-if, or it’s damaged.' };
  const read = file.safeParse(json);
  if (read.success) return { branch: read.data.branch };
  if (isNewer(json)) return { problem: 'This file is from a newer version of Sandbank.' };
  const [issue] = read.error.issues;
  const location = issue && issue.path.length > 0 ? ` (${issue.path.join(' › ')}: ${issue.message})` : '';
  return { problem: `This file isn’t a what-if${location}.` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNewer(json: unknown): boolean {
  const read = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(json);
  return read.success && read.data.version > VERSION;
}
