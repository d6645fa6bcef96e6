import type { DayNumber, Instant } from '../calendar/calendar.ts';
import { RefundSimulator } from '../products/refund.ts';
import { Draws, hashKey } from './draws.ts';
import { getPurchaseType } from './purchase-types.ts';
import { RANK, type Run, type Timer } from './run.ts';
import type { PlannedReturn, PurchaseType } from './state.ts';

/** The probability that a purchase is returned, per thousand (our choice). */
const PER_MILLE: Partial<Record<PurchaseType, number>> = { online: 60, store: 20 };
const DAYS_UNTIL_RETURN = [4, 21] as const;
const RETURNED_AT_MINUTES = 12 * 60;
/** The start of the keys of everyday purchases. Customers return the purchases that they make themselves. */
const EVERYDAY = 'life:';

type Purchase = Omit<PlannedReturn, 'on'>;

/** Plans the return of an everyday purchase that was just charged, if returns are on and the draw decides so. */
export function planReturn(run: Run, purchase: Purchase): void {
  const { state } = run;
  if (!state.returns || !purchase.key.startsWith(EVERYDAY)) return;
  const draws = new Draws(state.seed, 'refunds', hashKey(purchase.key));
  const isReturned = draws.chance(PER_MILLE[getPurchaseType(purchase.merchant ?? '')] ?? 0);
  const days = draws.between(...DAYS_UNTIL_RETURN);
  if (!isReturned) return;
  state.plannedReturns = [...(state.plannedReturns ?? []), { ...purchase, on: run.today + days }];
}

/** Returns everyday purchases to their merchants on their days. */
export class ReturnSimulator implements Timer {
  readonly rank = RANK.purchase;

  constructor(
    private readonly run: Run,
    /** The timers of the simulation, to which refunds are added. */
    private readonly timers: Timer[],
  ) {}

  get due(): Instant {
    const { state, zone } = this.run;
    let first: DayNumber = Number.POSITIVE_INFINITY;
    for (const { on } of state.plannedReturns ?? []) first = Math.min(first, on);
    return first === Number.POSITIVE_INFINITY
      ? first
      : Math.max(state.at, zone.at(first, RETURNED_AT_MINUTES));
  }

  fire(): void {
    const { state } = this.run;
    const planned = state.plannedReturns ?? [];
    const [first] = planned.toSorted((left, right) => left.on - right.on);
    if (!first) return;
    const rest = planned.filter((plan) => plan !== first);
    if (rest.length > 0) state.plannedReturns = rest;
    else delete state.plannedReturns;
    this.returnPurchase(first);
  }

  private returnPurchase({ key, productId, amount, merchant, category }: PlannedReturn): void {
    const { run, timers } = this;
    const product = run.product(productId);
    // The customer may have returned or disputed the purchase already, or closed its account.
    if (run.state.settledPurchases?.includes(key)) return;
    if (!product || (product.kind === 'account' && product.state.closed)) return;
    const id = `return:${key}`;
    const refund = {
      id,
      productId,
      amount,
      returnedOn: run.today,
      ...(merchant && { merchant }),
      ...(category && { category }),
    };
    run.state.refunds = [...(run.state.refunds ?? []), refund];
    timers.push(new RefundSimulator(run, refund));
    run.report({
      key: id,
      kind: 'purchase_returned',
      description: merchant ? `Returned to ${merchant}` : 'Purchase returned',
      ...(merchant && { merchant }),
      ...(category && { category }),
      subject: id,
      facts: { amount, product: productId, purchase: key },
    });
  }
}
