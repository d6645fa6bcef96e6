import { dayText, monthText } from '../calendar/calendar.ts';
import { getNextOccurrence, occurrenceAt } from '../calendar/recurrence.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { isContribution } from '../pay/tax-treatments.ts';
import { addContribution, getContributionRoom } from '../simulation/contributions.ts';
import { type NewEvent, RANK, type Run, type Timer } from '../simulation/run.ts';
import type { AccountState, GoalState } from '../simulation/state.ts';

const NEVER = Number.POSITIVE_INFINITY;
const PERCENT = 100;
const MINOR_A_UNIT = 100;
/**
 * Round-ups are swept in the last minute of a day. Purchases in this minute are rounded up on the next day.
 */
const SWEEPS_AT_MINUTES = 24 * 60 - 1;

/**
 * Simulates automatic contributions to a goal: a recurring amount, a share of each paycheck, or round-ups at
 * the end of each day. Contributes no more than the goal still needs. Skips a contribution if the account
 * can't cover it, and reports the insufficient funds once per month.
 */
export class GoalSimulator implements Timer {
  readonly rank = RANK.payment;
  due = NEVER;

  constructor(
    private readonly run: Run,
    private readonly goal: GoalState,
  ) {
    const { contribution } = goal;
    if (!goal.active || !contribution) return;
    if (contribution.kind === 'fixed') this.leaveOutThePast(contribution);
    if (contribution.kind === 'share_of_pay')
      run.onPay(contribution.fromAccountId, (pay, key) =>
        this.contribute(
          roundHalfAway((pay * contribution.percent) / PERCENT),
          `${goal.id}:${key}`,
          contribution,
        ),
      );
    if (contribution.kind === 'round_ups') {
      run.observe(contribution.fromAccountId, (amount, change) => {
        if (amount < 0 && isPurchase(change)) contribution.pending += missingToWhole(-amount);
      });
    }
    this.plan();
  }

  fire(): void {
    const { goal, run } = this;
    const { contribution } = goal;
    if (contribution?.kind === 'fixed') {
      const { recurrence, amount } = contribution;
      const planned = occurrenceAt(recurrence, recurrence.next, run.zone);
      recurrence.next += 1;
      this.contribute(amount, `${goal.id}:${new Date(planned).toISOString().slice(0, 16)}`, contribution);
    }
    if (contribution?.kind === 'round_ups') {
      const { pending } = contribution;
      contribution.pending = 0;
      this.contribute(pending, `${goal.id}:round_ups:${dayText(run.today)}`, contribution);
    }
    this.plan();
  }

  /** Returns true if the goal will be reported as reached at the end of this day. */
  isNewlyReached(): boolean {
    const { goal, run } = this;
    return goal.active && goal.reachedAt === null && !goal.reached && getSaved(goal, run) >= goal.target;
  }

  private contribute(
    request: number,
    key: string,
    { kind, fromAccountId }: NonNullable<GoalState['contribution']>,
  ): void {
    const { goal, run } = this;
    const source = run.account(fromAccountId);
    const home = run.account(goal.accountId);
    const counts = home && isContribution(source?.taxTreatment, home.taxTreatment);
    const room = counts ? getContributionRoom(run.state, home, run.today) : request;
    const amount = Math.min(request, room, goal.target - getSaved(goal, run));
    if (amount <= 0) return;
    if (!source || !home || source.currency !== home.currency || run.available(source) < amount) {
      this.skip(amount, source);
      return;
    }
    if (goal.portion !== null) goal.portion += amount;
    const event: NewEvent = {
      key,
      kind: 'goal_contribution',
      description: `To ${goal.name}`,
      subject: goal.id,
      facts: { by: kind, amount, portion: goal.portion, from: source.id },
    };
    run.post(event, { from: source.id, to: home.id, amount, currency: home.currency });
    if (counts) addContribution(run.state, home, run.today, amount);
    this.reportWhenReached();
  }

  private skip(amount: number, source: AccountState | undefined): void {
    const { goal, run } = this;
    const month = monthText(run.today);
    if (goal.skippedIn === month) return;
    goal.skippedIn = month;
    run.report({
      key: `${goal.id}:skipped:${month}`,
      kind: 'goal_skipped',
      description: `Not enough money for ${goal.name} contribution`,
      subject: goal.id,
      facts: { amount, available: source ? run.available(source) : 0 },
    });
  }

  /**
   * Reports that the goal was reached, but only once. Called after each contribution and at the end of each
   * day, because interest or a deposit can also complete the goal.
   */
  reportWhenReached(): void {
    const { goal, run } = this;
    if (!this.isNewlyReached()) return;
    goal.reachedAt = run.now;
    run.report({
      key: `${goal.id}:reached:${goal.target}:${dayText(run.today)}`,
      kind: 'goal_reached',
      description: `You reached your ${goal.name} goal`,
      subject: goal.id,
      facts: { amount: goal.target },
    });
  }

  /** Skips occurrences before the household started or during a pause. */
  private leaveOutThePast({ recurrence }: Extract<GoalState['contribution'], { kind: 'fixed' }>): void {
    const { zone, missedUntil } = this.run;
    while (occurrenceAt(recurrence, recurrence.next, zone) <= missedUntil) recurrence.next += 1;
  }

  private plan(): void {
    const { goal, run } = this;
    const { contribution } = goal;
    if (contribution?.kind === 'fixed')
      this.due = getNextOccurrence(contribution.recurrence, run.zone) ?? NEVER;
    if (contribution?.kind === 'round_ups') {
      const done = Math.max(run.now, run.start);
      const day = run.zone.getDay(done);
      const sweep = run.zone.at(day, SWEEPS_AT_MINUTES);
      this.due = sweep > done ? sweep : run.zone.at(day + 1, SWEEPS_AT_MINUTES);
    }
  }
}

/**
 * Returns the goal's portion of its account. If the account balance is less than the total of its goals,
 * allocates it to the goals in order.
 */
function getSaved(goal: GoalState, run: Run): number {
  const balance = run.account(goal.accountId)?.balance ?? 0;
  const mates = (run.state.goals ?? []).filter(({ accountId }) => accountId === goal.accountId);
  const before = goal.portion === null ? mates : mates.slice(0, mates.indexOf(goal));
  const assigned = before.reduce((sum, { portion }) => sum + (portion ?? 0), 0);
  return Math.max(0, Math.min(goal.portion ?? balance, balance - assigned));
}

/** Returns true for purchases. Transfers and cash withdrawals are not purchases. */
function isPurchase({ kind, category }: { kind: string; category?: string }): boolean {
  return kind === 'payment' || (kind === 'withdrawal' && category !== undefined);
}

function missingToWhole(amount: number): number {
  return (MINOR_A_UNIT - (amount % MINOR_A_UNIT)) % MINOR_A_UNIT;
}
