import { dayText, type Instant, monthText } from '../calendar/calendar.ts';
import { formatTextDate } from '../calendar/format-date.ts';
import { divideBill, fileClaim } from '../insurance/claims.ts';
import { findPolicy, POLICY_NAMES } from '../insurance/policies.ts';
import { addSurcharge } from '../insurance/surcharge.ts';
import { applyMarketFall, applyRateChange } from '../investments/fund-market.ts';
import { getFundAccount } from '../investments/fund-state.ts';
import { formatAmount } from '../money/amount-text.ts';
import { applyMarketReturn, findReceivingAccount } from '../products/accounts/deposit-account.ts';
import { ensureFunds } from '../products/accounts/overdraft.ts';
import { allowsPurchase } from '../products/cards/card-controls.ts';
import { Draws } from './draws.ts';
import { RANK, type Run, type Timer } from './run.ts';
import type { AccountState, CardState, HouseholdState, ShockKind, ShockState } from './state.ts';
import { type ChoiceState, DECIDE_WITHIN_DAYS, describeProblem, getOutcome } from './surprise-choices.ts';
import {
  BENEFIT_CURRENCY,
  continueBenefits,
  getBenefit,
  getNextBenefitDay,
  getWeeklyBenefit,
  MAX_WEEKS,
} from './unemployment.ts';

/** The prefix of the ids of surprises. Planned shocks don't have it. */
export const RANDOM_SHOCK_PREFIX = 'luck:';

/** Shocks whose size is an amount of money. For all other shocks, it is a percentage. */
export const MONEY_SHOCKS: ReadonlySet<ShockKind> = new Set([
  'medical_bill',
  'car_repair',
  'windfall',
  'card_fraud',
  'home_repair',
  'collision',
  'home_damage',
]);

const NEVER = Number.POSITIVE_INFINITY;
const STRIKES_AT_MINUTES = 10 * 60;
const FRAUD_CREDIT_AFTER_DAYS = 10;
const FRAUD_CATEGORY = 'Other';
const HSA_CURRENCY = 'USD';

/** Simulates a shock, including the credit after a fraud. */
export class ShockSimulator implements Timer {
  readonly rank = RANK.shock;
  private planned: Instant = NEVER;
  private continued: NonNullable<ShockState['benefit']>['continued'];

  constructor(
    private readonly run: Run,
    readonly shock: ShockState,
  ) {
    this.plan();
  }

  /** The next due instant. A later job loss can continue benefits, which are then due again. */
  get due(): Instant {
    if (this.shock.benefit?.continued !== this.continued) this.plan();
    return this.planned;
  }

  fire(): void {
    const { shock, run } = this;
    if (shock.begun && shock.choice) settleChoice(run, shock, shock.choice);
    else if (shock.begun && shock.claim) this.payClaim(shock.claim);
    else if (shock.begun && shock.benefit) this.payBenefit(shock.benefit);
    else if (shock.begun) this.credit();
    else {
      shock.begun = true;
      shock.on = Math.max(shock.on, run.today);
      strike(run, shock);
    }
    this.plan();
  }

  private plan(): void {
    const { shock, run } = this;
    this.continued = shock.benefit?.continued;
    // A shock whose planned time has passed occurs now.
    if (!shock.begun) this.planned = Math.max(run.state.at, run.zone.at(shock.on, STRIKES_AT_MINUTES));
    else if (shock.choice) {
      const day = getSettlingDay(run.state.seed, shock, shock.choice);
      this.planned = day === null ? NEVER : Math.max(run.state.at, run.zone.at(day, STRIKES_AT_MINUTES));
    } else if (shock.benefit) {
      const day = getNextBenefitDay(shock);
      this.planned = day === null ? NEVER : Math.max(run.state.at, run.zone.at(day, STRIKES_AT_MINUTES));
    } else if (shock.claim)
      this.planned = shock.claim.paid
        ? NEVER
        : Math.max(run.state.at, run.zone.at(shock.claim.on, STRIKES_AT_MINUTES));
    else {
      const credited = run.zone.at(shock.on + FRAUD_CREDIT_AFTER_DAYS, STRIKES_AT_MINUTES);
      const waits =
        shock.kind === 'card_fraud' && shock.productId && credited > Math.max(run.now, run.state.at);
      this.planned = waits ? credited : NEVER;
    }
  }

  /** Pays the insurer's part of a bill. Tries again each day if no account is open. */
  private payClaim(due: NonNullable<ShockState['claim']>): void {
    const { shock, run } = this;
    const account = usualAccount(run, shock);
    if (!account) {
      due.on = run.today + 1;
      return;
    }
    due.paid = true;
    const event = {
      key: `${shock.id}:claim`,
      kind: 'refund',
      description: `${due.name} claim`,
      merchant: due.name,
      category: BILLS[shock.kind]?.category ?? 'Other',
      subject: shock.id,
    };
    run.postWithBank(event, account, due.amount, 'outside');
  }

  /** Pays a week of unemployment benefits. Without an open account, the week isn't paid. */
  private payBenefit(benefit: NonNullable<ShockState['benefit']>): void {
    const { shock, run } = this;
    benefit.paid += 1;
    const account =
      run.account(benefit.accountId) ?? findReceivingAccount(run.state.accounts, BENEFIT_CURRENCY);
    if (account?.currency !== BENEFIT_CURRENCY) return;
    const event = {
      key: `${shock.id}:benefit:${benefit.paid}`,
      kind: 'unemployment_benefit',
      description: 'Unemployment benefits',
      merchant: 'State unemployment office',
      category: 'Other income',
      subject: shock.id,
    };
    run.postWithBank(event, account, getWeeklyBenefit(shock, run.today), 'outside');
  }

  /** Credits a fraudulent charge at the bank's expense. */
  private credit(): void {
    const { shock, run } = this;
    const card = run.product(shock.productId ?? '');
    // If the customer disputed the charge, it is already credited. A customer who withdraws the dispute
    // accepts the charge.
    const isContested = run.state.disputes?.some(({ shockId }) => shockId === shock.id);
    if (card?.kind !== 'card' || isContested) return;
    const description = 'Fraudulent charge credited';
    const event = { key: `${shock.id}:credit`, kind: 'card_credit', description, subject: shock.id };
    run.postWithBank(event, card.state, shock.size, 'outside');
  }
}

/** Returns the day of a choice's default or consequence; null if there is nothing more to come. */
function getSettlingDay(seed: number, shock: ShockState, choice: ChoiceState): number | null {
  if (choice.settled) return null;
  return choice.chosen ? (getOutcome(seed, shock, choice)?.day ?? null) : choice.until + 1;
}

/** Applies the default of a choice that the customer didn't make, or the consequence of a choice. */
function settleChoice(run: Run, shock: ShockState, choice: ChoiceState): void {
  if (!choice.chosen) {
    decideByDefault(run, shock, choice);
    return;
  }
  const name = choice.name.toLowerCase();
  const outcome = getOutcome(run.state.seed, shock, choice);
  choice.settled = true;
  if (!outcome) return;
  const event = { key: `${shock.id}:outcome`, kind: 'surprise_outcome', subject: shock.id };
  if (!outcome.fails) {
    run.report({ ...event, description: `You waited, and the ${name} still works`, facts: { fails: false } });
    return;
  }
  const cost = choice.chosen === 'wait' ? choice.late : choice.replace;
  const description =
    choice.chosen === 'wait'
      ? `You waited, and the ${name} broke. It had to be replaced right away`
      : `The repair of the ${name} didn’t last, so it was replaced`;
  run.report({ ...event, description, facts: { fails: true, cost } });
  const { bills, category } = choice;
  payBill(run, shock, { key: 'replacement', amount: cost, description: bills.replace, category });
}

/** Pays for the item's repair. If no account or card can pay, records that the customer waits. */
function decideByDefault(run: Run, shock: ShockState, choice: ChoiceState): void {
  const { bills, category, repair } = choice;
  const isPaid = payBill(run, shock, { key: 'bill', amount: repair, description: bills.repair, category });
  choice.chosen = isPaid ? 'repair' : 'wait';
  const day = formatTextDate(dayText(choice.until), dayText(run.today));
  run.report({
    key: `${shock.id}:decided`,
    kind: 'surprise_decided',
    description: `You didn’t decide about the ${choice.name.toLowerCase()} by ${day}, ${
      isPaid ? 'so it was repaired' : 'and there wasn’t enough money to repair it'
    }`,
    subject: shock.id,
    facts: { chosen: choice.chosen, by_default: true },
  });
}

/**
 * Returns a household without the surprises that the customer can't know yet: the ones that haven't happened,
 * the consequences of choices, planned returns of purchases, and refunds that won't arrive.
 */
export function withoutSurprises(household: HouseholdState): HouseholdState {
  const { returns: _returns, plannedReturns: _plannedReturns, ...state } = household;
  const shocks = state.shocks
    .filter(({ id, begun }) => begun || !id.startsWith(RANDOM_SHOCK_PREFIX))
    .map((shock) =>
      shock.choice?.chosen ? { ...shock, choice: { ...shock.choice, settled: true as const } } : shock,
    );
  return { ...state, shocks, surprises: undefined };
}

function strike(run: Run, shock: ShockState): void {
  if (shock.choice) {
    ask(run, shock, shock.choice);
    return;
  }
  const victim = shock.kind === 'card_fraud' ? cardToDefraud(run, shock) : undefined;
  if (shock.kind === 'card_fraud' && !victim) {
    // If nothing was charged, there is nothing to credit.
    delete shock.productId;
    return;
  }
  const event = { key: shock.id, kind: 'shock', subject: shock.id };
  const facts = {
    shock: shock.kind,
    size: shock.size,
    ...(shock.months !== undefined && { months: shock.months }),
    ...(shock.story && { story: shock.story.id }),
  };
  const description = shock.story?.text ?? describeShock(shock);
  run.report({ ...event, key: `${shock.id}:begins`, description, facts });
  const bill = BILLS[shock.kind];
  if (bill) payInsuredBill(run, shock, bill);
  else if (shock.kind === 'windfall') receive(run, shock);
  else if (victim) defraud(run, shock, victim);
  else if (shock.kind === 'job_loss') startBenefits(run, shock);
  else if (shock.kind === 'rate_change') applyRateChange(run, shock.size);
  else if (shock.kind === 'market_fall') {
    applyMarketFall(run, shock.size, shock.id);
    for (const account of run.state.accounts)
      if (account.type === 'INVESTMENT' && !account.closed && !getFundAccount(run.state, account.id, run.now))
        applyMarketReturn(run, account, shock.size, `${shock.id}:${account.id}`);
  }
}

/** Starts or continues unemployment benefits after a job loss, if they are on. */
function startBenefits(run: Run, shock: ShockState): void {
  const benefit = getBenefit(run.state, shock);
  if (!benefit) return;
  if (benefit.since === undefined)
    for (const { id, benefit: earlier } of continueBenefits(run.state, shock)) {
      const weekly = formatAmount(earlier?.continued?.weekly ?? 0, BENEFIT_CURRENCY);
      run.report({
        key: `${shock.id}:benefits:${id}`,
        kind: 'benefits_started',
        description: `Unemployment benefits of ${weekly} a week continue, for up to ${MAX_WEEKS} weeks in total`,
        subject: id,
        facts: { weekly: earlier?.continued?.weekly ?? 0 },
      });
    }
  shock.benefit = benefit;
  const weekly = formatAmount(benefit.weekly, BENEFIT_CURRENCY);
  run.report({
    key: `${shock.id}:benefits`,
    kind: 'benefits_started',
    description:
      benefit.since === undefined
        ? `Unemployment benefits pay ${weekly} a week after a waiting week, for up to ${MAX_WEEKS} weeks`
        : `Unemployment benefits of ${weekly} a week continue, for up to ${MAX_WEEKS} weeks in total`,
    subject: shock.id,
    facts: { weekly: benefit.weekly },
  });
}

/** Asks the customer for a decision. Nothing is paid until then. */
function ask(run: Run, shock: ShockState, choice: ChoiceState): void {
  choice.until = run.today + DECIDE_WITHIN_DAYS;
  const { name, repair, replace, late } = choice;
  choice.currency = usualAccount(run, shock)?.currency ?? run.state.cards[0]?.currency ?? 'USD';
  const until = dayText(choice.until);
  run.report({
    key: `${shock.id}:begins`,
    kind: 'shock',
    description: `${describeProblem(name)} Decide by ${formatTextDate(until, dayText(run.today))}.`,
    subject: shock.id,
    facts: { shock: shock.kind, size: shock.size, name, repair, replace, late, decide_by: until },
  });
}

/** The bills of surprises, with their categories. */
const BILLS: Partial<Record<ShockState['kind'], { description: string; category: string }>> = {
  medical_bill: { description: 'Hospital bill', category: 'Healthcare' },
  car_repair: { description: 'Car repair', category: 'Transportation' },
  collision: { description: 'Repairs after a collision', category: 'Transportation' },
  home_damage: { description: 'Home repairs', category: 'Housing' },
  home_repair: { description: 'Home repair', category: 'Housing' },
};

/** The insurer pays its part of a bill after 7 to 14 days. */
const CLAIM_DAYS = [7, 14] as const;
const HEALTHCARE = 'Healthcare';
/** Separates the draws of claims from those of months and outcomes. */
const CLAIMS = 2_000_000;

/**
 * Pays a bill with insurance. The customer pays only their part of a medical bill. Other bills are paid in
 * full, and the insurer pays its part later.
 */
function payInsuredBill(run: Run, shock: ShockState, bill: Omit<Bill, 'key' | 'amount'>): void {
  const covered = isOtherBill(shock) ? undefined : findPolicy(run.state, shock.kind);
  if (!covered) {
    const { parts, total } = planHsaPayments(run, shock, shock.size);
    payFromHsa(run, shock, parts, bill);
    if (total < shock.size) payBill(run, shock, { key: 'bill', amount: shock.size - total, ...bill });
    return;
  }
  const { kind, policy } = covered;
  const divided =
    kind === 'health' ? fileClaim(policy, shock.size, run.today) : divideBill(policy, shock.size);
  const { insurer, customer, deductibleLeft } = divided;
  const amount = kind === 'health' ? customer : shock.size;
  const { parts, total: fromHsa } = planHsaPayments(run, shock, amount);
  const currency = usualAccount(run, shock)?.currency ?? 'USD';
  const money = (minor: number) => formatAmount(minor, currency);
  const name = POLICY_NAMES[kind];
  run.report({
    key: `${shock.id}:claimed`,
    kind: 'insurance_claim',
    description:
      insurer === 0
        ? `${name} pays nothing, because the ${money(shock.size)} bill is below the deductible`
        : `${name} pays ${money(insurer)} of ${money(shock.size)}, and you pay ${money(customer)}${
            fromHsa > 0 ? `, ${money(fromHsa)} of it from your HSA` : ''
          }`,
    subject: shock.id,
    facts: {
      insurance: kind,
      bill: shock.size,
      insurer,
      customer,
      deductible_left: deductibleLeft,
      currency,
      ...(fromHsa > 0 && { hsa: fromHsa }),
    },
  });
  payFromHsa(run, shock, parts, bill);
  if (amount > fromHsa) payBill(run, shock, { key: 'bill', amount: amount - fromHsa, ...bill });
  if (kind === 'health' || insurer === 0) return;
  const draws = new Draws(run.state.seed, 'claims', CLAIMS + run.today * 2 + (kind === 'car' ? 0 : 1));
  shock.claim = { name, amount: insurer, on: run.today + draws.between(...CLAIM_DAYS) };
  if (shock.kind === 'collision') addSurcharge(run, policy, shock.id);
}

/**
 * Returns true for a bill of a scenario that isn't for healthcare. The bills of scenarios are all of one kind, but
 * health insurance and HSAs pay only for healthcare.
 */
const isOtherBill = ({ story }: ShockState) => story?.category !== undefined && story.category !== HEALTHCARE;

type HsaPayment = { account: AccountState; amount: number };

/**
 * Divides the customer's part of a medical bill among the health savings accounts, if the customer chose to
 * pay it from them first. Only money that isn't invested or on hold counts.
 */
function planHsaPayments(run: Run, shock: ShockState, owed: number): { parts: HsaPayment[]; total: number } {
  const parts: HsaPayment[] = [];
  let total = 0;
  if (!run.state.hsaPaysFirst || shock.kind !== 'medical_bill' || isOtherBill(shock)) return { parts, total };
  const currency = usualAccount(run, shock)?.currency ?? HSA_CURRENCY;
  for (const account of run.state.accounts) {
    if (account.taxTreatment !== 'hsa' || account.closed || account.currency !== currency) continue;
    const amount = Math.min(owed - total, run.available(account));
    if (amount <= 0) continue;
    parts.push({ account, amount });
    total += amount;
  }
  return { parts, total };
}

/** Pays parts of a bill from health savings accounts. Medical costs are qualified, so no tax is due. */
function payFromHsa(
  run: Run,
  shock: ShockState,
  parts: readonly HsaPayment[],
  { description, category }: Pick<Bill, 'description' | 'category'>,
): void {
  parts.forEach(({ account, amount }, index) => {
    const shared = {
      description: shock.story?.payee ?? description,
      ...(shock.story?.payee && { merchant: shock.story.payee }),
      category: shock.story?.category ?? category,
    };
    const key = `${shock.id}:hsa${index === 0 ? '' : index + 1}`;
    run.postWithBank({ key, kind: 'payment', subject: shock.id, ...shared }, account, -amount, 'outside');
  });
}

function describeShock({ kind, months }: ShockState): string {
  if (kind === 'news') return 'News';
  if (kind !== 'job_loss' || months === undefined) return WORDS[kind];
  return `${WORDS.job_loss} It resumes at the same amount in ${months === 1 ? '1 month' : `${months} months`}.`;
}

const WORDS: Record<ShockKind, string> = {
  job_loss: 'You lost your job, and your pay stops.',
  rate_change: 'Interest rates changed for savings and adjustable mortgages.',
  medical_bill: 'A medical bill arrived.',
  car_repair: 'Your car broke down and was repaired.',
  inflation: 'Prices are rising faster.',
  market_fall: 'The market dropped, and your investments lost value.',
  currency_move: 'Exchange rates changed, which affects the value of your foreign currency.',
  windfall: 'You received unexpected money.',
  home_repair: 'Something in your home broke and was repaired.',
  collision: 'You had a collision, and your car was repaired.',
  home_damage: 'Your home was damaged and repaired.',
  card_fraud: "Someone else used your card. We'll credit the charge after we review it.",
};

/**
 * Returns the account for daily spending. If there is none, returns the checking account with the highest
 * balance.
 */
function usualAccount(run: Run, shock: ShockState): AccountState | undefined {
  const named =
    run.account(shock.productId ?? null) ?? run.account(run.state.spendingProfile?.accountId ?? null);
  if (named) return named;
  const open = run.state.accounts.filter(({ closed, type }) => !closed && type === 'CHECKING');
  return open.sort((left, right) => right.balance - left.balance)[0];
}

/** Returns the cards that can accept a charge, most available credit first. */
function getCardsWithCredit(run: Run, amount: number, category: string): CardState[] {
  const month = monthText(run.today);
  return run.state.cards
    .filter((card) => !card.frozen && run.committed(card) + amount <= card.limit)
    .filter((card) =>
      allowsPurchase(card, { amount, category, month }, (name) => run.holds.pendingOn(card.id, name)),
    )
    .sort((left, right) => right.limit - run.committed(right) - (left.limit - run.committed(left)));
}

type Bill = {
  /** The last part of the event key. */
  key: string;
  amount: number;
  description: string;
  category: string;
};

/**
 * Pays a bill from the account or, if that fails, by card. If neither is possible, records a failed payment
 * and returns false.
 */
function payBill(run: Run, shock: ShockState, { key, amount, description, category }: Bill): boolean {
  const { story } = shock;
  const account = usualAccount(run, shock);
  const currency = account?.currency;
  const card = getCardsWithCredit(run, amount, category).find(
    (item) => !currency || item.currency === currency,
  );
  const shared = {
    key: `${shock.id}:${key}`,
    description: story?.payee ?? description,
    ...(story?.payee && { merchant: story.payee }),
    category: story?.category ?? category,
    subject: shock.id,
  };
  if (account && ensureFunds(run, account, amount, { key: shared.key, name: shared.description }))
    run.postWithBank({ ...shared, kind: 'payment' }, account, -amount, 'outside');
  else if (card) run.postWithBank({ ...shared, kind: 'card_charge' }, card, -amount, 'outside');
  else {
    run.report({ ...shared, kind: 'payment_failed', facts: { amount, reason: 'funds' } });
    return false;
  }
  return true;
}

function receive(run: Run, shock: ShockState): void {
  const { id, story } = shock;
  const account = usualAccount(run, shock);
  const event = {
    key: `${id}:windfall`,
    kind: 'deposit',
    description: story?.payee ?? 'Unexpected money',
    category: story?.category ?? 'Gift',
    subject: id,
  };
  if (account) run.postWithBank(event, account, shock.size, 'outside');
}

/**
 * Returns the card for a fraudulent charge. If the shock doesn't specify a card, returns the card with the
 * most available credit. Returns undefined if the card can't accept the charge.
 */
function cardToDefraud(run: Run, { productId, size }: ShockState): CardState | undefined {
  const cards = getCardsWithCredit(run, size, FRAUD_CATEGORY);
  return productId === undefined ? cards[0] : cards.find(({ id }) => id === productId);
}

function defraud(run: Run, shock: ShockState, card: CardState): void {
  shock.productId = card.id;
  const event = {
    key: `${shock.id}:fraud`,
    kind: 'card_charge',
    description: 'Unknown merchant',
    merchant: 'Unknown merchant',
    category: FRAUD_CATEGORY,
    subject: shock.id,
  };
  run.postWithBank(event, card, -shock.size, 'outside');
}
