import { findArticles } from '@assistant/finding.ts';
import { ARTICLES, GROUPS } from '@assistant/help.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { getTourPath, TOURS } from '@/features/tours/tours';
import { TextInput } from '@/ui/forms/text-input';
import { LinkButton } from '@/ui/link';
import { Page } from '@/ui/page';
import { ArticleList, pathOfArticle } from './help/article-list';
import { ArticleView } from './help/article-view';
import { supportQueries } from './queries';
import { TicketForm } from './tickets/ticket-form';
import { TicketList, TicketRows } from './tickets/ticket-list';
import { isForCustomer, isResolved } from './tickets/ticket-text';
import { TicketView } from './tickets/ticket-view';

/**
 * Renders the help center, an article, the ticket list, the new-ticket form, or a ticket, depending on the
 * URL.
 */
export default function SupportPage() {
  const { '*': path = '' } = useParams();
  const [part = '', id = ''] = path.split('/');
  if (part === 'articles' && id) return <ArticleView key={id} slug={id} />;
  if (part === 'tickets' && id === 'new') return <TicketForm />;
  if (part === 'tickets' && id) return <TicketView key={id} id={id} />;
  return part === 'tickets' ? <TicketList /> : <HelpHome />;
}

const MOST_FOUND = 8;
const MOST_TICKETS = 5;

/** Renders the search for articles and the customer's tickets. */
function HelpHome() {
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const navigate = useNavigate();
  const matches = query.trim() ? findArticles(query).slice(0, MOST_FOUND) : null;
  const best = matches?.[0];
  return (
    <Page
      title="Customer support"
      actions={
        <LinkButton to="/support/tickets/new" variant="primary">
          Ask a question
        </LinkButton>
      }
    >
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <section aria-label="Help">
          <div role="search" className="relative mb-8">
            <Search className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3" />
            <TextInput
              type="search"
              aria-label="Search help"
              placeholder="How can we help?"
              className="pl-11"
              value={query}
              onChange={({ target }) => setSearch(target.value ? { q: target.value } : {}, { replace: true })}
              onKeyDown={({ key }) => key === 'Enter' && best && void navigate(pathOfArticle(best.slug))}
            />
          </div>
          {matches ? (
            <>
              <p role="status" className="mb-2 text-ink-2 text-sm">
                {matches.length === 0
                  ? 'No articles found. Message us instead.'
                  : `${matches.length === 1 ? 'One article' : `${matches.length} articles`}, best match first.`}
              </p>
              <ArticleList label="Search results" articles={matches} />
            </>
          ) : (
            <div className="gap-x-12 sm:columns-2">
              {GROUPS.map((group) => (
                <section key={group} className="mb-8 break-inside-avoid">
                  <h2 className="mb-1 font-semibold">{group}</h2>
                  <ArticleList
                    brief
                    label={group}
                    articles={ARTICLES.filter((article) => article.group === group)}
                  />
                </section>
              ))}
            </div>
          )}
        </section>
        <div className="flex flex-col gap-12 max-lg:contents">
          <TicketsGlance />
          <TourLinks />
        </div>
      </div>
    </Page>
  );
}

/** Renders links that start the tours, also those that the customer has already taken. */
function TourLinks() {
  return (
    <section>
      <h2 className="mb-1 text-lg">Tours</h2>
      <ul className="flex flex-col">
        {TOURS.map((tour) => (
          <li key={tour.id}>
            <Link
              to={getTourPath(tour)}
              className="-mx-2.5 flex min-h-11 items-center rounded-2 px-2.5 py-1.5 hover:bg-sunken"
            >
              {tour.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders the latest open tickets. */
function TicketsGlance() {
  const { data: tickets } = useQuery(supportQueries.tickets());
  const open = (tickets ?? []).filter((ticket) => !isResolved(ticket) || isForCustomer(ticket));
  return (
    <section className="max-lg:order-first">
      <header className="mb-1 flex items-baseline justify-between gap-4">
        <h2 className="text-lg">Your questions</h2>
        <Link to="/support/tickets" className="text-link text-sm">
          All questions and disputes
        </Link>
      </header>
      {open.length > 0 ? (
        <TicketRows label="Open questions" tickets={open.slice(0, MOST_TICKETS)} />
      ) : (
        <p className="text-ink-2">
          {tickets && tickets.length > 0
            ? 'No open questions'
            : "No conversations yet. Can't find an answer? Message us."}
        </p>
      )}
    </section>
  );
}
