import { Link } from 'react-router';
import { formatMonths } from '@/entities/debt/data/terms';
import { daysBetween, formatTextDate, getDay } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Money } from '@/ui/money';
import { getLoanName, getState, hasOpenOffer } from './application-state';
import { ApplicationTimeline } from './details/application-timeline';
import type { ApplicationRow } from './queries';

export type Me = { now: string; time_zone: string } | undefined;

/** An application in the list: purpose, status, and progress. */
export function ApplicationItem({ application, me }: { application: ApplicationRow; me: Me }) {
  const { id, status, loan_amount, term_months, purpose, submitted_at } = application;
  const { word, tone } = getState(status);
  const day = formatTextDate(submitted_at, me?.time_zone);
  if (status === 'draft')
    return (
      <article aria-label={`Draft of ${day}`} className="border-line border-t border-dashed py-6">
        <h2 className="flex flex-wrap items-center gap-3 text-lg">
          <Link to="/loan-applications" className="hover:underline">
            Unfinished application
          </Link>
          <Badge>{word}</Badge>
        </h2>
        <p className="mt-1 text-ink-2">Last edited {day}. Not submitted yet.</p>
      </article>
    );
  return (
    <article
      aria-label={`${getLoanName(application)} of ${day}`}
      className="grid items-start gap-x-8 gap-y-4 border-line border-t py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div>
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          <Link to={`/applications/${id}`} className="hover:underline">
            <Money amount={loan_amount} size="inline" /> {getLoanName(application)}
          </Link>
          <Badge tone={tone}>{word}</Badge>
        </h2>
        <p className="mt-1 text-ink-2">
          Term {formatMonths(term_months)}, submitted {day}.{purpose && ` ${purpose}.`}
        </p>
        {hasOpenOffer(application) && me && (
          <p className="mt-1">
            <Link to={`/applications/${id}`} className="text-link">
              {formatOffer(application, me)}
            </Link>
          </p>
        )}
      </div>
      <ApplicationTimeline application={application} timeZone={me?.time_zone} />
    </article>
  );
}

/** Formats `Offer expires in 12 days`. */
export function formatOffer({ expires_at }: ApplicationRow, me: NonNullable<Me>): string {
  const days = daysBetween(getDay(me.now, me.time_zone), getDay(expires_at ?? me.now, me.time_zone));
  if (days <= 0) return 'Offer expires today';
  return `Offer expires in ${days} ${days === 1 ? 'day' : 'days'}`;
}
