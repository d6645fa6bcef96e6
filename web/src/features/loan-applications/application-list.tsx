import { Link } from 'react-router';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatCount } from '@/lib/count';
import { daysBetween, formatTextDate, getDay } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Timeline } from '@/ui/timeline';
import { getLoanName, getState, getTimeline, hasOpenOffer } from './application-state';
import type { ApplicationRow } from './queries';

export function ApplicationList({ applications, me }: { applications: readonly ApplicationRow[]; me: Me }) {
  return (
    <div className="border-line border-b">
      {applications.map((application) => (
        <ApplicationItem key={application.id} application={application} me={me} />
      ))}
    </div>
  );
}

export type Me = { now: string; time_zone: string } | undefined;

export function ApplicationItem({ application, me }: { application: ApplicationRow; me: Me }) {
  const { id, status, loan_amount, term_months, purpose, submitted_at } = application;
  const { label, tone } = getState(status, application.loan_type);
  const day = formatTextDate(submitted_at, me?.time_zone);
  if (status === 'draft')
    return (
      <article aria-label={`Draft from ${day}`} className="border-line border-t border-dashed py-6">
        <h2 className="flex flex-wrap items-center gap-3 text-lg">
          <Link to="/loan-applications" className="hover:underline">
            Unfinished application
          </Link>
          <Badge>{label}</Badge>
        </h2>
        <p className="mt-1 text-ink-2">Last edited {day}. Not submitted yet.</p>
      </article>
    );
  return (
    <article
      aria-label={`${getLoanName(application)} application, ${day}`}
      className="grid items-start gap-x-8 gap-y-4 border-line border-t py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]"
    >
      <div>
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          <Link to={`/applications/${id}`} className="hover:underline">
            <Money amount={loan_amount} size="inline" className="mr-1" /> {getLoanName(application)}
          </Link>
          {/* On phones, the timeline below shows the same state. */}
          <span className="max-sm:hidden">
            <Badge tone={tone}>{label}</Badge>
          </span>
        </h2>
        <p className="mt-1 text-ink-2">
          {application.home_id ? '' : `Term: ${formatMonths(term_months)}. `}Submitted {day}.
          {purpose && ` ${purpose}.`}
        </p>
        {hasOpenOffer(application) && me && (
          <p className="mt-1">
            <TextLink to={`/applications/${id}`}>{formatOffer(application, me)}</TextLink>
          </p>
        )}
      </div>
      <ApplicationTimeline application={application} timeZone={me?.time_zone} />
    </article>
  );
}

/** Formats the time until an offer expires, such as `Offer expires in 12 days`. */
export function formatOffer({ expires_at }: ApplicationRow, me: NonNullable<Me>): string {
  const days = daysBetween(getDay(me.now, me.time_zone), getDay(expires_at ?? me.now, me.time_zone));
  if (days <= 0) return 'Offer expires today';
  return `Offer expires in ${formatCount(days, 'day')}`;
}

type ApplicationTimelineProps = {
  application: ApplicationRow;
  timeZone: string | undefined;
  /** True to show the date of each state. */
  dates?: boolean;
};

/** Renders an application's past and next states. */
export function ApplicationTimeline({ application, ...rest }: ApplicationTimelineProps) {
  return <Timeline steps={getTimeline(application)} {...rest} />;
}
