import { getNextBusinessDay } from '../calendar/bank-holidays.ts';
import { addMonths, type DayNumber, getDate } from '../calendar/calendar.ts';
import { moneyText } from '../money/amount-text.ts';
import { getFeeTerms, getNextMonth, getPlan } from '../products/accounts/account-plan-terms.ts';
import { MIN_CERTIFICATE } from '../products/accounts/certificate-terms.ts';
import {
  quoteWithdrawal,
  type WithdrawalQuote,
  withdrawFromCertificate,
} from '../products/accounts/certificate-withdrawal.ts';
import { getArrears } from '../products/debts/debt.ts';
import {
  findPaymentDayChange,
  movePaymentDay,
  type PaymentDayChange,
} from '../products/debts/payment-day.ts';
import type { AccountState, Currency, DebtState, HouseholdState } from '../simulation/state.ts';
import { isCard, usualAccount } from './household.ts';
import {
  type Applied,
  type Moment,
  Refused,
  requireAccount,
  requireAnyAccount,
  requireDebt,
} from './moment.ts';

type Situation<K extends Moment['decision']['kind']> = Pick<Moment<K>, 'state' | 'decision' | 'today'> & {
  currency: Currency;
};

/** Returns what a decision's withdrawal from a CD pays and costs. Throws `Refused` if the bank wouldn't allow it. */
export function quoteCertificateWithdrawal({ state, decision, currency, today }: Situation<'withdraw_cd'>): {
  certificate: NonNullable<AccountState['certificate']>;
  account: AccountState;
  to: AccountState;
  quote: WithdrawalQuote;
} {
  const account = requireAnyAccount({ state, currency }, decision.from);
  const { certificate, name } = account;
  if (!certificate) throw new Refused(`${name} isn't a CD.`);
  const to = requireAccount({ state, currency }, decision.to);
  if (account.balance <= 0) throw new Refused(`${name} is empty.`);
  const quote = quoteWithdrawal(account, certificate, today, decision.amount);
  if (!quote)
    throw new Refused(
      `at least ${moneyText(MIN_CERTIFICATE, currency)} must stay in ${name}, or withdraw everything.`,
    );
  return { certificate, account, to, quote };
}

export function withdrawCertificate(moment: Moment<'withdraw_cd'>): Partial<Applied> {
  const { account, certificate, to, quote } = quoteCertificateWithdrawal(moment);
  withdrawFromCertificate(account, certificate, to, quote);
  const cost = quote.penalty > 0 ? `, with a penalty of ${moneyText(quote.penalty, moment.currency)}` : '';
  const text = `${moneyText(quote.payout, moment.currency)} withdrawn from ${account.name}${cost}`;
  return { event: { kind: 'cd_withdrawn', text, amount: quote.payout, subject: account.id } };
}

/** Returns the account that gets another plan. Throws `Refused` if the plan isn't offered, or is the account's own. */
export function requirePlanAccount({ state, decision, currency }: Situation<'choose_plan'>): AccountState {
  const account = requireAccount({ state, currency }, decision.accountId);
  const isOffered =
    decision.plan === 'goal_saver'
      ? account.type === 'SAVINGS'
      : getFeeTerms(account.type, 'classic') !== undefined;
  if (!isOffered) throw new Refused(`this plan isn't offered for ${account.name}.`);
  if ((account.planTerms?.current ?? 'free') === decision.plan)
    throw new Refused(`${account.name} already has this plan.`);
  return account;
}

export function choosePlan(moment: Moment<'choose_plan'>): undefined {
  const { decision, today } = moment;
  const account = requirePlanAccount(moment);
  const before = getPlan(account, today);
  account.planTerms = {
    ...(decision.plan !== 'free' && { current: decision.plan }),
    ...(before && { before }),
    since: getNextMonth(today),
  };
}

/** Returns a debt with installments. Throws `Refused` for a card, a line of credit, or a debt that is paid off. */
function requireInstallments(state: HouseholdState, id: string, currency: Currency): DebtState {
  const debt = requireDebt(state, id, currency);
  if (isCard(debt) || debt.line) throw new Refused(`${debt.name} has no fixed payments.`);
  if (debt.balance <= 0) throw new Refused(`you don't owe anything on ${debt.name}.`);
  return debt;
}

/** Returns the effect of a decision about the payment day. Throws `Refused` if the bank wouldn't allow it. */
export function findDayChange({ state, decision, currency, today }: Situation<'payment_day'>): {
  debt: DebtState;
  change: PaymentDayChange;
} {
  const debt = requireInstallments(state, decision.debtId, currency);
  if (getArrears(debt) > 0 || (debt.hardshipUntil ?? 0) >= today)
    throw new Refused(`a payment on ${debt.name} is past due or paused.`);
  const due = addMonths(debt.start, debt.next);
  if (getDate(due).date === decision.day)
    throw new Refused(`${debt.name} is already due on day ${decision.day}.`);
  const change = due > today ? findPaymentDayChange(debt, decision.day, today) : null;
  if (!change) throw new Refused('the next payment can move by up to 15 days. Choose a nearer day.');
  return { debt, change };
}

export function changePaymentDay(moment: Moment<'payment_day'>): undefined {
  const { debt, change } = findDayChange(moment);
  movePaymentDay(debt, change);
}

/** Returns the debt and the first day of a biweekly plan, and the account for autopay if it is off. */
export function planBiweekly({ state, decision, currency, today }: Situation<'biweekly'>): {
  debt: DebtState;
  first: DayNumber;
  payer: AccountState | null;
} {
  const debt = requireInstallments(state, decision.debtId, currency);
  if (debt.biweekly) throw new Refused(`${debt.name} already has a biweekly plan.`);
  const payer = debt.autopay ? null : (usualAccount(state, currency) ?? undefined);
  if (payer === undefined) throw new Refused('there is no account to pay from.');
  return { debt, first: getNextBusinessDay(today + 1), payer };
}

export function startBiweekly(moment: Moment<'biweekly'>): undefined {
  const { debt, first, payer } = planBiweekly(moment);
  if (payer) debt.autopay = { accountId: payer.id, extra: 0 };
  debt.biweekly = { id: `held:${moment.decision.id}`, currency: debt.currency, balance: 0, next: first };
}
