import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { type Arguments, requestMutation, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Debt } from './terms';

type Product = Debt['product'];
type Payment = QueuedMovement & {
  debtId: string;
  accountId: string | null;
  amount: number;
  requestId: string;
};

/**
 * A new loan or mortgage that replaces existing debts. Amounts are in major units, rates in percent per year,
 * and terms in months.
 */
export type RefinanceOffer = {
  offer_id: string;
  rate: number;
  fee: number;
  payoff: number;
  amount: number;
  term: number;
  monthly_payment: number;
  total_interest: number;
  expires_on: string;
  currency: string;
  reasons: string[];
  /** The points that lower the rate, and their price, which is part of the fee. Null if there are none. */
  points: number | null;
  points_fee: number | null;
  /** The monthly premium of mortgage insurance on the new mortgage; missing or null if there is none. */
  pmi?: number | null;
  /** Escrow on the new mortgage; missing or null if the old one has none. */
  escrow?: RefinancedEscrow | null;
};

/**
 * Escrow after a refinancing, in major units: the old balance, the monthly deposit, and the opening balance. If
 * the old balance is credited, `shortage` is due or `surplus` is refunded.
 */
export type RefinancedEscrow = {
  balance: number;
  payment: number;
  target: number;
  shortage: number;
  surplus: number;
};

/** The effect of another payment day: the next due date, and the interest of the odd days in major units. */
export type PaymentDayChange = { from: string; to: string; days: number; interest: number };

/** The specification defines these error messages. */
const PRODUCTS = {
  loan: {
    table: 'loans',
    deleteFailure: 'Failed to delete loan',
    payFailure: 'Failed to make loan payment',
  },
  mortgage: {
    table: 'mortgages',
    deleteFailure: 'Failed to delete mortgage',
    payFailure: 'Failed to make mortgage payment',
  },
} as const;

export const debtMutations = {
  delete: (product: Product) =>
    requestMutation(PRODUCTS[product].deleteFailure, (id: string) =>
      supabase.from(PRODUCTS[product].table).delete().eq('id', id),
    ),
  pay: (product: Product) =>
    requestMutation(
      PRODUCTS[product].payFailure,
      async ({
        debtId,
        amount,
        accountId,
        requestId,
        ...display
      }: Payment): Promise<{ remaining_balance: number }> => {
        const order = { amount, account_id: accountId, request_id: requestId };
        return product === 'loan'
          ? sendOrQueue('pay_loan', { loan_id: debtId, ...order }, display)
          : sendOrQueue('pay_mortgage', { mortgage_id: debtId, ...order }, display);
      },
    ),
  /** Sets autopay's account and extra amount; null turns autopay off. */
  autopay: requestMutation(
    "We couldn't update autopay",
    ({ debt, autopay }: { debt: Debt; autopay: Debt['autopay'] }) =>
      supabase
        .from(PRODUCTS[debt.product].table)
        .update({ autopay_account_id: autopay?.accountId ?? null, autopay_extra: autopay?.extra ?? 0 })
        .eq('id', debt.id),
  ),
  /** Makes an extra payment, which shortens the term or lowers the remaining installments. */
  payExtra: requestMutation("We couldn't make the extra payment", (payment: Arguments<'pay_extra'>) =>
    supabase.rpc('pay_extra', payment),
  ),
  /** Pays the full balance plus the interest since the last due date. */
  payOff: requestMutation("We couldn't pay off this debt", (payment: Arguments<'pay_off'>) =>
    supabase.rpc('pay_off', payment),
  ),
  /** Draws from a home equity line of credit to an account. */
  draw: requestMutation("We couldn't make the draw", (draw: Arguments<'draw_credit_line'>) =>
    supabase.rpc('draw_credit_line', draw),
  ),
  /** Creates a scheduled payment for every due date. */
  schedule: requestMutation(
    "We couldn't schedule the payment",
    ({ debt, accountId, amount }: { debt: Debt; accountId: string; amount: number }) =>
      supabase.from('scheduled_payments').insert({
        name: `${debt.name} payment`,
        account_id: accountId,
        loan_id: debt.product === 'loan' ? debt.id : null,
        mortgage_id: debt.product === 'mortgage' ? debt.id : null,
        amount,
        frequency: 'MONTHLY',
        start_date: debt.nextDueDate,
      }),
  ),
  pause: requestMutation("We couldn't pause payments", (pause: Arguments<'pause_debt'>) =>
    withJson<{ next_payment: string }>(supabase.rpc('pause_debt', pause)),
  ),
  resume: requestMutation("We couldn't resume payments", (debtId: string) =>
    supabase.rpc('resume_debt', { debt_id: debtId }),
  ),
  removeInsurance: requestMutation(
    "We couldn't remove mortgage insurance",
    (request: Arguments<'remove_pmi'>) => supabase.rpc('remove_pmi', request),
  ),
  startBiweekly: requestMutation(
    "We couldn't start the biweekly plan",
    (request: Arguments<'start_biweekly'>) => supabase.rpc('start_biweekly', request),
  ),
  stopBiweekly: requestMutation("We couldn't stop the biweekly plan", (request: Arguments<'stop_biweekly'>) =>
    supabase.rpc('stop_biweekly', request),
  ),
  quotePaymentDay: requestMutation(
    "We couldn't compute the new payment day",
    (request: Arguments<'payment_day_quote'>) =>
      withJson<PaymentDayChange>(supabase.rpc('payment_day_quote', request)),
  ),
  changePaymentDay: requestMutation(
    "We couldn't change the payment day",
    (request: Arguments<'change_payment_day'>) =>
      withJson<PaymentDayChange>(supabase.rpc('change_payment_day', request)),
  ),
  startEscrow: requestMutation("We couldn't start escrow", (request: Arguments<'start_escrow'>) =>
    supabase.rpc('start_escrow', request),
  ),
  payEscrow: requestMutation("We couldn't add money to escrow", (request: Arguments<'pay_escrow'>) =>
    supabase.rpc('pay_escrow', request),
  ),
  requestOffer: requestMutation(
    "We couldn't get an offer",
    ({ debts, term, points }: { debts: readonly Debt[]; term: number; points: number }) =>
      withJson<RefinanceOffer>(
        supabase.rpc('refinance_offer', {
          debt_ids: debts.map(({ id }) => id),
          term,
          points,
          purpose: debts[0]?.product ?? 'loan',
        }),
      ),
  ),
  acceptOffer: requestMutation("We couldn't accept the offer", (acceptance: Arguments<'accept_refinance'>) =>
    withJson<Pick<Debt, 'id' | 'name' | 'product'>>(supabase.rpc('accept_refinance', acceptance)),
  ),
};
