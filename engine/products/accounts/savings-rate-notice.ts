import { addMonths, type DayNumber, dayText, type Instant } from '../../calendar/calendar.ts';
import { formatTextDate } from '../../calendar/format-date.ts';
import { RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { ShockState } from '../../simulation/state.ts';
import { SAVINGS_RATES, savingsTiers } from '../rates.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The local time of the notice, in minutes after midnight. */
const NOTIFIES_AT_MINUTES = 9 * 60;

/**
 * Notifies the customer on the day before the savings rate changes, if there is a savings account. The rates
 * of the bank's table and planned rate changes are known in advance. The hidden events of a scenario aren't.
 */
export class SavingsRateNoticeSimulator implements Timer {
  readonly rank = RANK.income;
  due: Instant = NEVER;
  private day: DayNumber = Number.NEGATIVE_INFINITY;

  constructor(private readonly run: Run) {
    this.plan(run.missedUntil);
    // The end of a scenario's rate change is known once it has begun.
    run.observeEvents(({ kind }) => {
      if (kind === 'shock') this.plan(run.now);
    });
  }

  fire(): void {
    const { run, day } = this;
    const [before, after] = [day - 1, day].map((on) => this.getRates(on));
    const hasSavings = run.state.accounts.some(({ type, closed }) => type === 'SAVINGS' && !closed);
    if (hasSavings && before && after && before.text !== after.text)
      run.report({
        key: `savings_rate:${dayText(day)}`,
        kind: 'savings_rate',
        description: `Savings rates go ${after.highest < before.highest ? 'down' : 'up'} on ${formatTextDate(dayText(day), dayText(run.today))}: ${after.text} instead of ${before.text}`,
        facts: { on: dayText(day) },
      });
    this.plan(run.now);
  }

  /** Plans the first notice after an instant. */
  private plan(after: Instant): void {
    const { run } = this;
    const getNotice = (day: DayNumber) => run.zone.at(day - 1, NOTIFIES_AT_MINUTES);
    const [next] = [...SAVINGS_RATES.map(({ from }) => from), ...this.getKnownShocks().flatMap(getChanges)]
      .filter((day) => getNotice(day) > after)
      .sort((left, right) => left - right);
    this.due = next === undefined ? NEVER : getNotice(next);
    this.day = next ?? this.day;
  }

  private getKnownShocks(): ShockState[] {
    return this.run.state.shocks.filter(
      ({ kind, begun, story }) => kind === 'rate_change' && (begun || !story),
    );
  }

  /** Returns the lowest and the highest rate of a day as text, and the highest one in percent. */
  private getRates(day: DayNumber): { text: string; highest: number } {
    const shift = this.getKnownShocks()
      .filter(({ on, months }) => day >= on && (months === undefined || day < addMonths(on, months)))
      .reduce((sum, { size }) => sum + size, 0);
    const rates = savingsTiers(day).map(({ percent }) => Math.max(0, percent + shift));
    const [lowest = 0, highest = 0] = [rates[0], rates.at(-1)];
    const text = lowest === highest ? formatRate(highest) : `${formatRate(lowest)} to ${formatRate(highest)}`;
    return { text, highest };
  }
}

/** Returns the days on which a shock starts and ends. */
const getChanges = ({ on, months }: ShockState): DayNumber[] =>
  months === undefined ? [on] : [on, addMonths(on, months)];

/** Formats a rate in percent with two decimals. */
function formatRate(percent: number): string {
  const hundredths = Math.round(percent * 100);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`;
}
