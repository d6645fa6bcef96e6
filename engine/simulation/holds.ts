import type { Instant } from '../calendar/calendar.ts';
import { LARGE_DEPOSIT } from '../products/accounts/funds-availability.ts';
import { getHighestCharge, getHoldExpiry, planPurchase } from './clearing-schedule.ts';
import { planReturn } from './purchase-returns.ts';
import { RANK, type Run, type Timer, TRANSFER_FEE } from './run.ts';
import type { HoldState, PurchaseType } from './state.ts';

/** An everyday purchase that a merchant authorizes now and charges later. The price is in minor units. */
export type PlannedPurchase = {
  key: string;
  productId: string;
  currency: string;
  purchase: PurchaseType;
  merchant: string;
  category: string;
  price: number;
};

/** Returns the hold for a purchase at the current instant, with the charges that will follow. */
export function planHold(run: Run, { currency, price, ...purchase }: PlannedPurchase): HoldState {
  const holidayCurrency = run.state.bankHolidays ? currency : undefined;
  const when = { key: purchase.key, purchase: purchase.purchase, placedAt: run.now, holidayCurrency };
  const { amount, schedule } = planPurchase(run.state.seed, run.zone, when, price);
  return {
    ...purchase,
    kind: 'authorization',
    amount,
    remaining: amount,
    cleared: 0,
    placedAt: run.now,
    expiresAt: getHoldExpiry(purchase.purchase, run.now, run.zone),
    schedule,
  };
}

/** Places a hold on an account or card. Moves no money. */
export function authorize(run: Run, hold: HoldState): void {
  const { key, productId, amount, merchant, category, purchase, expiresAt } = hold;
  run.holds.add(hold);
  run.report({
    key: `${key}:authorization`,
    kind: 'authorization',
    description: merchant ?? 'Purchase',
    ...(merchant && { merchant }),
    ...(category && { category }),
    subject: productId,
    facts: { amount, purchase: purchase ?? null, expires_at: expiresAt },
  });
}

/** Posts the charges that merchants send for their holds, and releases deposits as they become available. */
export class ClearingSimulator implements Timer {
  readonly rank = RANK.clearing;

  constructor(private readonly run: Run) {}

  get due(): Instant {
    return this.run.holds.stepDue;
  }

  fire(): void {
    const { run } = this;
    const hold = run.holds.findStep();
    const step = hold?.schedule.shift();
    if (!hold || !step) return;
    const amount = hold.kind === 'deposit' ? step.amount : Math.min(step.amount, getFunds(run, hold));
    hold.remaining = Math.max(0, hold.remaining - amount);
    hold.cleared += amount;
    if (isFinished(hold)) run.holds.end(hold, hold.cleared > 0 ? 'cleared' : 'expired', run.now);
    else run.holds.keep(hold);
    if (hold.kind === 'authorization' && amount > 0) this.charge(hold, amount);
    if (step.fee) this.chargeFee(hold, step.fee);
  }

  /** Charges the fee for a same-day transfer that has arrived. It never takes the account below zero. */
  private chargeFee({ key, productId }: HoldState, fee: number): void {
    const account = this.run.account(productId);
    const charged = account ? Math.min(fee, this.run.available(account)) : 0;
    if (!account || charged === 0) return;
    const event = {
      key: `${key}:fee`,
      kind: TRANSFER_FEE,
      description: 'Same-day transfer fee',
      category: 'Other',
      subject: account.id,
    };
    this.run.postWithBank(event, account, -charged, 'fees');
  }

  private charge(hold: HoldState, amount: number): void {
    const { key, merchant, category, productId } = hold;
    const product = this.run.product(productId);
    if (!product || product.kind === 'debt') return;
    const event = {
      key: `${key}:clearing:${hold.schedule.length}`,
      kind: product.kind === 'card' ? 'card_charge' : 'payment',
      description: merchant ?? 'Purchase',
      ...(merchant && { merchant }),
      ...(category && { category }),
      ...(product.kind === 'card' && { subject: productId }),
      facts: {
        hold: key,
        authorized: hold.amount,
        ...(hold.cleared > getHighestCharge(hold) && { exceeds_authorization: 1 }),
      },
    };
    this.run.postWithBank(event, product.state, -amount, 'outside');
    planReturn(this.run, {
      key: event.key,
      productId,
      amount,
      ...(merchant && { merchant }),
      ...(category && { category }),
    });
  }
}

/**
 * Returns the amount that a merchant can charge for a hold. The bank pays what it approved. A charge above
 * that is paid from the rest of the account, but the account is never overdrawn beyond its limit.
 */
function getFunds(run: Run, { productId, remaining }: HoldState): number {
  const product = run.product(productId);
  if (product?.kind === 'card') return Number.POSITIVE_INFINITY;
  const account = run.account(productId);
  if (!account) return 0;
  const limit = account.overdraft?.kind === 'covered' ? account.overdraft.limit : 0;
  return Math.max(0, run.spendable(account) + limit + remaining);
}

/** Returns true if nothing more can follow. Only online orders are charged in several parts. */
function isFinished({ kind, remaining, schedule, purchase }: HoldState): boolean {
  if (kind === 'deposit') return remaining === 0 && schedule.length === 0;
  return schedule.length === 0 && (purchase !== 'online' || remaining === 0);
}

/** Releases holds that expire. */
export class HoldSimulator implements Timer {
  readonly rank = RANK.holdExpiry;

  constructor(private readonly run: Run) {}

  get due(): Instant {
    return this.run.holds.expiryDue;
  }

  fire(): void {
    const { run } = this;
    const hold = run.holds.findExpired();
    if (!hold) return;
    const { key, productId, merchant, remaining, amount } = hold;
    run.holds.end(hold, 'expired', run.now);
    run.report({
      key: `${key}:released`,
      kind: 'authorization_released',
      description: merchant ?? 'Purchase',
      ...(merchant && { merchant }),
      subject: productId,
      facts: { amount: remaining, authorized: amount },
    });
  }
}

/**
 * Sends the notice that 12 CFR 229.13(g) requires if an exception delays a deposit: the amount, the reason,
 * and the day on which the last part becomes available.
 */
export class DepositNoticeSimulator implements Timer {
  readonly rank = RANK.clearing;

  constructor(private readonly run: Run) {}

  get due(): Instant {
    return this.find()?.placedAt ?? Number.POSITIVE_INFINITY;
  }

  fire(): void {
    const hold = this.find();
    if (!hold) return;
    delete hold.notice;
    const { key, productId, amount, exception = null, schedule } = hold;
    this.run.report({
      key: `${key}:held`,
      kind: 'deposit_held',
      description: 'Deposit on hold',
      subject: productId,
      facts: {
        amount,
        held: getDelayed(hold),
        exception,
        ...(exception === 'large_deposit' && { limit: LARGE_DEPOSIT }),
        releases_at: schedule.at(-1)?.at ?? null,
      },
    });
  }

  private find(): HoldState | undefined {
    return this.run.state.holds
      ?.filter(({ notice }) => notice)
      .sort((one, other) => one.placedAt - other.placedAt)[0];
  }
}

/** Returns the part of a deposit that an exception delays: the last part to become available. */
const getDelayed = ({ schedule }: HoldState): number => schedule.at(-1)?.amount ?? 0;
