import type { Instant } from '../calendar/calendar.ts';
import type { HoldChange, HoldState, HouseholdState } from './state.ts';

/** A function that is called for each hold that was placed, changed, or ended. */
export type HoldObserver = (change: HoldChange) => void;

/** Changes from outside the engine are applied a millisecond after they were made. */
const POSTED_AFTER_MS = 1;

/** The open holds of a simulation run, with their sums and next due instants. */
export class HoldList {
  private readonly sums: Map<string, number> = new Map();
  private nextStep: Instant = Number.POSITIVE_INFINITY;
  private nextExpiry: Instant = Number.POSITIVE_INFINITY;
  private lastDeposit: Instant = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly state: HouseholdState,
    private readonly observer: HoldObserver | undefined,
  ) {
    this.recount();
  }

  /**
   * Returns the amount on hold on an account or card. A deposit that is made after `now` isn't held yet,
   * because the balance doesn't include it either.
   */
  sum(productId: string, now: Instant): number {
    const sum = this.sums.get(productId) ?? 0;
    if (now > this.lastDeposit + POSTED_AFTER_MS) return sum;
    return (this.state.holds ?? [])
      .filter(
        (hold) =>
          hold.productId === productId && hold.kind === 'deposit' && hold.placedAt + POSTED_AFTER_MS >= now,
      )
      .reduce((rest, { remaining }) => rest - remaining, sum);
  }

  /** Returns the amount of pending purchases on a card in one category, or in all of them if it is null. */
  pendingOn(productId: string, category: string | null): number {
    return (this.state.holds ?? [])
      .filter((hold) => hold.productId === productId && (category === null || hold.category === category))
      .reduce((sum, { remaining }) => sum + remaining, 0);
  }

  /** The instant of the next charge or release; infinity if there is none. */
  get stepDue(): Instant {
    return this.nextStep;
  }

  /** The instant at which the next hold expires; infinity if there is none. */
  get expiryDue(): Instant {
    return this.nextExpiry;
  }

  /** Returns the hold with the next charge or release. */
  findStep(): HoldState | undefined {
    return this.state.holds?.find(({ schedule }) => schedule[0]?.at === this.nextStep);
  }

  findExpired(): HoldState | undefined {
    return this.state.holds?.find((hold) => getEnd(hold) === this.nextExpiry);
  }

  add(hold: HoldState): void {
    this.state.holds = [...(this.state.holds ?? []), hold];
    this.report(hold, 'open', null);
    this.recount();
  }

  /** Records a change of a hold that stays open. */
  keep(hold: HoldState): void {
    this.report(hold, hold.cleared > 0 ? 'partially_cleared' : 'open', null);
    this.recount();
  }

  end(hold: HoldState, status: HoldChange['status'], at: Instant): void {
    const holds = this.state.holds?.filter((other) => other !== hold) ?? [];
    if (holds.length > 0) this.state.holds = holds;
    else delete this.state.holds;
    this.report({ ...hold, remaining: 0 }, status, at);
    this.recount();
  }

  private report(
    { schedule: _, exception: _exception, notice: _notice, ...hold }: HoldState,
    status: HoldChange['status'],
    endedAt: Instant | null,
  ) {
    this.observer?.({ ...hold, status, endedAt });
  }

  private recount(): void {
    this.sums.clear();
    this.nextStep = Number.POSITIVE_INFINITY;
    this.nextExpiry = Number.POSITIVE_INFINITY;
    this.lastDeposit = Number.NEGATIVE_INFINITY;
    for (const hold of this.state.holds ?? []) {
      if (hold.kind === 'deposit') this.lastDeposit = Math.max(this.lastDeposit, hold.placedAt);
      this.sums.set(hold.productId, (this.sums.get(hold.productId) ?? 0) + hold.remaining);
      this.nextStep = Math.min(this.nextStep, hold.schedule[0]?.at ?? Number.POSITIVE_INFINITY);
      this.nextExpiry = Math.min(this.nextExpiry, getEnd(hold));
    }
  }
}

/**
 * Returns the instant at which a hold ends automatically. A hold stays open for a charge that the merchant
 * has already sent. A long bank closure can delay that charge beyond the expiration.
 */
function getEnd({ expiresAt, schedule }: HoldState): Instant {
  return Math.max(expiresAt, (schedule.at(-1)?.at ?? 0) + 1);
}
