import { addMonths, type DayNumber, getDate, type Instant, monthText } from '../calendar/calendar.ts';
import { applyMarketFall, applyRateChange } from '../investments/fund-market.ts';
import { getFundAccount } from '../investments/fund-state.ts';
import { allowsPurchase } from '../products/card-controls.ts';
import { applyMarketReturn } from '../products/deposit-account.ts';
import { ensureFunds } from '../products/overdraft.ts';
import { Draws } from './draws.ts';
import { RANK, type Run, type Timer } from './run.ts';
import type { AccountState, CardState, ShockKind, ShockState } from './state.ts';

/** The prefix of the ids of surprises. Planned shocks don't have it. */
export const RANDOM_SHOCK_PREFIX = 'luck:';

/** Shocks whose size is an amount of money. For all other shocks, it is a percentage. */
export const MONEY_SHOCKS: ReadonlySet<ShockKind> = new Set([
  'medical_bill',
  'car_repair',
  'windfall',
  'card_fraud',
]);

const NEVER = Number.POSITIVE_INFINITY;
const STRIKES_AT_MINUTES = 10 * 60;
const FRAUD_CREDIT_AFTER_DAYS = 10;
const FRAUD_CATEGORY = 'Other';

/** The random events, with their probability per thousand months and the range of their size. */
const LUCK: { kind: ShockKind; perMille: number; from: number; to: number; months?: [number, number] }[] = [
  { kind: 'car_repair', perMille: 30, from: 18_000, to: 140_000 },
  { kind: 'medical_bill', perMille: 22, from: 9_000, to: 320_000 },
  { kind: 'windfall', perMille: 15, from: 5_000, to: 150_000 },
  { kind: 'card_fraud', perMille: 8, from: 4_000, to: 90_000 },
  { kind: 'market_fall', perMille: 6, from: 8, to: 28 },
  { kind: 'job_loss', perMille: 4, from: 0, to: 0, months: [2, 7] },
];

/** Simulates a shock, including the credit after a fraud. */
export class ShockSimulator implements Timer {
  readonly rank = RANK.shock;
  due: Instant = NEVER;

  constructor(
    private readonly run: Run,
    readonly shock: ShockState,
  ) {
    this.plan();
  }

  fire(): void {
    const { shock, run } = this;
    if (shock.begun) this.credit();
    else {
      shock.begun = true;
      shock.on = Math.max(shock.on, run.today);
      strike(run, shock);
    }
    this.plan();
  }

  private plan(): void {
    const { shock, run } = this;
    // A shock whose planned time has passed occurs now.
    if (!shock.begun) this.due = Math.max(run.state.at, run.zone.at(shock.on, STRIKES_AT_MINUTES));
    else {
      const credited = run.zone.at(shock.on + FRAUD_CREDIT_AFTER_DAYS, STRIKES_AT_MINUTES);
      const waits =
        shock.kind === 'card_fraud' && shock.productId && credited > Math.max(run.now, run.state.at);
      this.due = waits ? credited : NEVER;
    }
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

function strike(run: Run, shock: ShockState): void {
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
  const description = shock.story?.text ?? (shock.kind === 'news' ? 'News' : WORDS[shock.kind]);
  run.report({ ...event, key: `${shock.id}:begins`, description, facts });
  if (shock.kind === 'medical_bill') payBill(run, shock, 'Hospital bill', 'Healthcare');
  else if (shock.kind === 'car_repair') payBill(run, shock, 'Car repair', 'Transportation');
  else if (shock.kind === 'windfall') receive(run, shock);
  else if (victim) defraud(run, shock, victim);
  else if (shock.kind === 'rate_change') applyRateChange(run, shock.size);
  else if (shock.kind === 'market_fall') {
    applyMarketFall(run, shock.size, shock.id);
    for (const account of run.state.accounts)
      if (account.type === 'INVESTMENT' && !account.closed && !getFundAccount(run.state, account.id, run.now))
        applyMarketReturn(run, account, shock.size, `${shock.id}:${account.id}`);
  }
}

const WORDS: Record<ShockKind, string> = {
  job_loss: 'You lost your job. Pay stops until you find a new one.',
  rate_change: 'Interest rates changed for savings and adjustable mortgages.',
  medical_bill: 'A medical bill arrived.',
  car_repair: 'Your car broke down and was repaired.',
  inflation: 'Prices are rising faster.',
  market_fall: 'The market dropped, and your investments lost value.',
  currency_move: 'Exchange rates changed, which affects the value of your foreign currency.',
  windfall: 'You received unexpected money.',
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

/**
 * Pays a bill from the account or, if that fails, by card. If neither is possible, records a failed payment.
 */
function payBill(run: Run, shock: ShockState, description: string, category: string): void {
  const { story } = shock;
  const account = usualAccount(run, shock);
  const currency = account?.currency;
  const card = getCardsWithCredit(run, shock.size, category).find(
    (item) => !currency || item.currency === currency,
  );
  const shared = {
    key: `${shock.id}:bill`,
    description: story?.payee ?? description,
    ...(story?.payee && { merchant: story.payee }),
    category: story?.category ?? category,
    subject: shock.id,
  };
  if (account && ensureFunds(run, account, shock.size, { key: shared.key, name: shared.description }))
    run.postWithBank({ ...shared, kind: 'payment' }, account, -shock.size, 'outside');
  else if (card) run.postWithBank({ ...shared, kind: 'card_charge' }, card, -shock.size, 'outside');
  else run.report({ ...shared, kind: 'payment_failed', facts: { amount: shock.size, reason: 'funds' } });
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

/** The factor by which each level multiplies the probability of surprises. */
const SURPRISE_FACTOR = { some: 1, many: 3 } as const;

/**
 * Draws the surprises for the month that starts on a day, no more than one of each kind. Returns none if the
 * customer has not turned them on.
 */
export function drawShocks(run: Run, first: DayNumber): ShockState[] {
  const surprises = run.state.surprises ?? (run.state.spendingProfile?.luck ? 'some' : undefined);
  if (!surprises) return [];
  const { year, month } = getDate(first);
  const draws = new Draws(run.state.seed, 'luck', year * 12 + month);
  const drawn: ShockState[] = [];
  for (const { kind, perMille, from, to, months } of LUCK) {
    const happens = draws.chance(perMille * SURPRISE_FACTOR[surprises]);
    const day = first + draws.between(0, addMonths(first, 1) - first - 1);
    const size = draws.between(from, to);
    const length = draws.between(...(months ?? [0, 0]));
    if (happens)
      drawn.push({
        id: `${RANDOM_SHOCK_PREFIX}${monthText(first)}:${kind}`,
        kind,
        on: day,
        size,
        ...(months && { months: length }),
      });
  }
  return drawn;
}
