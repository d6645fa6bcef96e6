import type { ReactNode } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import type { Answer } from './calculation';
import { bandExplained, belowExplained, lowestExplained } from './explanations';

/** The current cash, its minimum, and the day it would run out. */
export function ForecastFigures({ answer, name }: { answer: Answer; name: string }) {
  const { currency, now, today, lowest, lowestAsIs, noModel } = answer;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <section aria-label="Summary" className="grid gap-x-12 gap-y-8 sm:grid-cols-3">
      <Figure label={`${name} today, ${formatTextDate(today)}`} look="border-ink">
        <Money amount={now} currency={currency} size="panel" />
      </Figure>
      <Figure
        label={`Lowest point, ${lowest.day === today ? 'today' : formatTextDate(lowest.day)}`}
        look="border-(--chart-next) border-dashed"
        words={
          <>
            {noModel ? (
              'Scheduled items only.'
            ) : (
              <>
                Most likely. 10% chance of going below{' '}
                <Explain {...bandExplained(answer)}>{money(lowest.low)}</Explain>.
              </>
            )}
            {lowestAsIs && (
              <span className="block">
                Without your changes: {money(lowestAsIs.value)} on {formatTextDate(lowestAsIs.day)}.
              </span>
            )}
          </>
        }
      >
        <Explain {...lowestExplained(answer)}>
          <Money amount={lowest.value} currency={currency} size="panel" expected />
        </Explain>
      </Figure>
      <Figure
        label="First day below zero"
        look="border-(--chart-next) border-dashed"
        words={formatBelow(answer, name)}
      >
        <Explain {...belowExplained(answer)}>
          <span className="figures font-medium text-2xl tracking-money">
            {answer.firstBelow.middle ? formatTextDate(answer.firstBelow.middle) : 'None'}
          </span>
        </Explain>
      </Figure>
    </section>
  );
}

function Figure({
  label,
  look,
  words,
  children,
}: {
  label: string;
  look: string;
  words?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classNames('min-w-0 border-t-2 pt-3', look)}>
      <p className="text-ink-3 text-sm">{label}</p>
      <p aria-live="polite">{children}</p>
      {words && <p className="text-ink-2 text-sm">{words}</p>}
    </div>
  );
}

function formatBelow({ firstBelow: { middle, low }, lastDay, noModel }: Answer, name: string): string {
  if (noModel)
    return middle
      ? 'Scheduled items only.'
      : `No scheduled items cause this before ${formatListDate(lastDay)}.`;
  if (middle)
    return low === null || low === middle
      ? 'Most likely.'
      : `Most likely. 10% chance as early as ${formatTextDate(low)}.`;
  if (low) return `Unlikely. 10% chance from ${formatTextDate(low)}.`;
  return `${name} will likely stay above zero until ${formatListDate(lastDay)}.`;
}
