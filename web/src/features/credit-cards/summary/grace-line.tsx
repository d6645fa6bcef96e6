import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { InterestDays } from '../details/interest-days';
import type { CardView } from '../use-card-view';
import type { Standing } from './payment-status';

type Word = { word: string; tone: 'positive' | 'warning' | 'quiet' };

/** Renders whether purchases have a grace period, and how to keep or regain it. */
export function GraceLine({ view }: { view: CardView }) {
  const { standing } = view;
  if (!standing) return null;
  const { word, tone } = getState(standing);
  return (
    <div className="border-line border-t p-4 sm:p-5 md:px-6">
      <p>
        <span className="mr-2 font-semibold">Grace period</span> <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="mt-1 text-ink-2">{toText(standing, view.card.currency)}</p>
      <InterestDays view={view} />
    </div>
  );
}

function getState({ grace, revolving }: Standing): Word {
  if (grace === 'lost' || (grace === 'open' && revolving)) return { word: 'Lost', tone: 'warning' };
  if (grace === 'residual') return { word: 'Returning', tone: 'quiet' };
  return grace === 'open' ? { word: 'Active', tone: 'quiet' } : { word: 'Active', tone: 'positive' };
}

function toText({ grace, revolving, statement, closesOn }: Standing, currency: string): string {
  const left = formatMoney(statement?.left ?? 0, currency);
  const due = formatTextDate(statement?.due ?? '');
  const closes = formatTextDate(closesOn);
  switch (grace) {
    case 'open':
      return revolving
        ? `You didn't pay a statement in full, so your balance accrues interest daily. Pay ${left} by ${due} to stop it.`
        : `Pay ${left} by ${due} to avoid interest.`;
    case 'lost':
      return `You didn't pay a statement in full by its due date, so your balance and new purchases accrue interest daily. To stop it, pay the statement that closes ${closes} in full by its due date.`;
    case 'residual':
      return `Your balance no longer accrues interest. Interest up to your payment appears on the statement that closes ${closes}.`;
    default:
      return `You pay no interest on purchases. To keep it that way, pay the statement that closes ${closes} in full by its due date.`;
  }
}
