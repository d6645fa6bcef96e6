import type { Instant } from '../../calendar/calendar.ts';
import { RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { DisputeState } from '../../simulation/state.ts';

const NEVER = Number.POSITIVE_INFINITY;
const DECIDED_AT_MINUTES = 10 * 60;

/**
 * Simulates a dispute until it is decided. If the customer wins, the credit stays; otherwise, the charge is
 * owed again. The outcome is determined when the dispute is opened. If the outcome is unknown, as in
 * forecasts, nothing happens.
 */
export class DisputeSimulator implements Timer {
  readonly rank = RANK.shock;
  due: Instant = NEVER;

  constructor(
    private readonly run: Run,
    private readonly dispute: DisputeState,
  ) {
    if (dispute.outcome && !dispute.decided)
      this.due = Math.max(run.state.at, run.zone.at(dispute.decideOn, DECIDED_AT_MINUTES));
  }

  fire(): void {
    const { dispute, run } = this;
    const { id, cardId, amount, outcome, merchant = 'A merchant' } = dispute;
    this.due = NEVER;
    dispute.decided = true;
    const text = `${merchant}: dispute ${outcome}`;
    run.report({
      key: `${id}:${outcome}`,
      kind: `dispute_${outcome}`,
      description: text,
      subject: id,
      facts: { amount, card: cardId },
    });
    if (outcome === 'lost') this.takeBack(text);
  }

  private takeBack(description: string): void {
    const { run } = this;
    const { id, cardId, amount, merchant, category } = this.dispute;
    const card = run.product(cardId);
    if (card?.kind !== 'card') return;
    const event = {
      key: `${id}:reversal`,
      kind: 'dispute_reversal',
      description,
      ...(merchant && { merchant }),
      ...(category && { category }),
      subject: id,
    };
    run.postWithBank(event, card.state, -amount, 'outside');
  }
}
