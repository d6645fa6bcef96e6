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
  const { word, tone } = stateOf(standing);
  return (
    <div className="border-line border-t p-4 sm:p-5 md:px-6">
      <p>
        <span className="mr-2 font-semibold">Grace period</span> <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="mt-1 text-ink-2">{wordsOf(standing, view.card.currency)}</p>
      <InterestDays view={view} />
    </div>
  );
}

function stateOf({ grace, revolving }: Standing): Word {
  if (grace === 'lost' || (grace === 'open' && revolving)) return { word: 'Lost', tone: 'warning' };
  if (grace === 'residual') return { word: 'Coming back', tone: 'quiet' };
  return grace === 'open'
    ? { word: 'Holds until the due date', tone: 'quiet' }
    : { word: 'Holds', tone: 'positive' };
}

function wordsOf({ grace, revolving, statement, closesOn }: Standing, currency: string): string {
  const left = formatMoney(statement?.left ?? 0, currency);
  const due = formatTextDate(statement?.due ?? '');
  const closes = formatTextDate(closesOn);
  switch (grace) {
    case 'open':
      return revolving
        ? `A statement was not paid in full, so everything bears interest day by day. Pay ${left} by ${due}, and it stops with that payment.`
        : `Purchases bear no interest as long as ${left} is paid by ${due}.`;
    case 'lost':
      return `A statement was not paid in full by its due date, so the rest of it and new purchases bear interest day by day. Pay the statement that closes ${closes} in full by its due date, and it stops with that payment.`;
    case 'residual':
      return `Nothing bears interest any more. What accrued until the statement was paid stands on the one that closes ${closes}.`;
    default:
      return `Purchases bear no interest. Pay the statement that closes ${closes} in full by its due date to keep it so.`;
  }
}
