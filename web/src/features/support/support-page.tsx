import { findArticles } from '@assistant/finding.ts';
import { ARTICLES, GROUPS, getArticle } from '@assistant/help.ts';
import { useQuery } from '@tanstack/react-query';
import { BookA, MessagesSquare, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { getTourPath, TOURS } from '@/features/tours/tours';
import { TextInput } from '@/ui/forms/text-input';
import { JumpLinks, useHashTarget } from '@/ui/jump-links';
import { LinkButton } from '@/ui/link';
import { Page } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { ARTICLE_LINK, ArticleList, pathOfArticle } from './help/article-list';
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
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <section aria-label="Help">
          <div role="search" className="relative">
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
            <div className="mt-6">
              <p role="status" className="mb-2 text-ink-2 text-sm">
                {matches.length === 0
                  ? 'No articles found. Message us instead.'
                  : `${matches.length === 1 ? 'One article' : `${matches.length} articles`}, best match first.`}
              </p>
              <ArticleList label="Search results" articles={matches} />
            </div>
          ) : (
            <section className="mt-8">
              <h2 className="mb-1 text-lg">Start here</h2>
              <ArticleList
                label="Start here"
                articles={FIRST_ARTICLES.flatMap((slug) => getArticle(slug) ?? [])}
                className="grid grid-cols-1 gap-x-12 sm:grid-cols-2"
              />
            </section>
          )}
        </section>
        <div className="flex flex-col gap-8 max-lg:contents">
          <TicketsGlance />
          {!matches && <OtherHelp />}
        </div>
      </div>
      {!matches && <Topics />}
    </Page>
  );
}

/** The articles that newcomers read first. */
const FIRST_ARTICLES = ['simulated-clock', 'back-in-time', 'what-if', 'is-it-real-money'];

const topicId = (group: string) => group.toLowerCase().replaceAll(' ', '-');

/** Renders all articles by topic, so that the browser's search finds them. */
function Topics() {
  useHashTarget();
  const links = [...GROUPS, TOURS_TITLE].map((group) => ({ id: topicId(group), name: group }));
  return (
    <div className="mt-12">
      <JumpLinks label="Topics" links={links} />
      {GROUPS.map((group) => (
        <Topic key={group} title={group}>
          <ArticleList
            brief
            label={group}
            articles={ARTICLES.filter((article) => article.group === group)}
            className="grid grid-cols-1 gap-x-12 sm:grid-cols-2"
          />
        </Topic>
      ))}
      <Topic title={TOURS_TITLE}>
        <TourLinks />
      </Topic>
    </div>
  );
}

const TOURS_TITLE = 'Tours';

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      id={topicId(title)}
      tabIndex={-1}
      className="scroll-mt-12 border-line border-b py-4 focus-visible:outline-none md:grid md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <h2 className="py-1.5 font-semibold text-base">{title}</h2>
      {children}
    </section>
  );
}

/** Renders the other places that answer questions. */
function OtherHelp() {
  return (
    <RowList label="More help" className="max-lg:order-last">
      <Row
        to="/assistant"
        icon={<MessagesSquare className="size-5" />}
        title="Virtual assistant"
        detail="Ask about your own numbers"
      />
      <Row
        to="/tips/glossary"
        icon={<BookA className="size-5" />}
        title="Glossary"
        detail="Banking terms in plain words"
      />
    </RowList>
  );
}

/** Renders links that start the tours, including those that the customer has already taken. */
function TourLinks() {
  return (
    <ul aria-label={TOURS_TITLE} className="grid grid-cols-1 gap-x-12 sm:grid-cols-2">
      {TOURS.map((tour) => (
        <li key={tour.id}>
          <Link to={getTourPath(tour)} className={ARTICLE_LINK}>
            {tour.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Renders the latest open tickets. */
function TicketsGlance() {
  const { data: tickets } = useQuery(supportQueries.tickets());
  const open = (tickets ?? []).filter((ticket) => !isResolved(ticket) || isForCustomer(ticket));
  return (
    <section className={open.length > 0 ? 'max-lg:order-first' : ''}>
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
