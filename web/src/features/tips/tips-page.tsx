import { GLOSSARY, type Term, termsFor } from '@assistant/glossary.ts';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { formatCount } from '@/lib/count';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { TextInput } from '@/ui/forms/text-input';
import { JumpLinks, useHashTarget } from '@/ui/jump-links';
import { BackLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { getLesson } from './lessons/catalog';
import { LessonPage } from './lessons/lesson-page';
import { TipsHome } from './tips-home';

/** Renders the overview, a lesson, or the glossary, depending on the URL. */
export default function TipsPage() {
  const { '*': place = '' } = useParams();
  if (place === '') return <TipsHome />;
  if (place === 'glossary') return <GlossaryPage />;
  const lesson = getLesson(place);
  return lesson ? <LessonPage key={lesson.id} summary={lesson} /> : <Navigate to="/tips" replace />;
}

/**
 * Renders all terms with their definitions, by letter. Search results are sorted by relevance instead. The
 * hash in the URL selects a term or a letter.
 */
function GlossaryPage() {
  const linkedId = useHashTarget();
  const [search, setSearch] = useState('');
  const query = useDeferredValue(search).trim();
  const matches = termsFor(query);
  const letters = [...new Set(GLOSSARY.map(getLetter))];
  return (
    <Page
      title="Glossary"
      description="Banking terms in plain words, with the lesson and the page where you use them."
      above={<BackLink to="/tips">Financial tips</BackLink>}
    >
      <div className="relative mb-3 max-w-100 print:hidden">
        <Search className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3" />
        <TextInput
          type="search"
          aria-label="Search the glossary"
          placeholder="Search terms and meanings"
          className="pl-11"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <p role="status" className={query ? 'text-ink-3 text-sm' : 'sr-only'}>
        {formatCount(matches.length, 'term')}
      </p>
      {query === '' ? (
        <>
          <JumpLinks
            label="Letters"
            links={letters.map((letter) => ({ id: `${LETTER_ID}${letter}`, name: letter }))}
          />
          {letters.map((letter) => (
            <section
              key={letter}
              id={`${LETTER_ID}${letter}`}
              tabIndex={-1}
              aria-labelledby={`${LETTER_ID}${letter}-title`}
              className="scroll-mt-12 border-line border-b py-6 focus-visible:outline-none md:flex"
            >
              <h2 id={`${LETTER_ID}${letter}-title`} className="mb-3 w-24 shrink-0 text-lg">
                {letter}
              </h2>
              <TermList terms={GLOSSARY.filter((term) => getLetter(term) === letter)} linkedId={linkedId} />
            </section>
          ))}
        </>
      ) : matches.length === 0 ? (
        <div className="mt-6">
          <p className="text-ink-2">No terms found.</p>
          <Button className="mt-3" onClick={() => setSearch('')}>
            Show all terms
          </Button>
        </div>
      ) : (
        <div className="mt-3 border-line border-t pt-6">
          <TermList terms={matches} linkedId={linkedId} />
        </div>
      )}
    </Page>
  );
}

const LETTER_ID = 'letter-';

/** Returns the letter under which a term is listed. Terms that start with a digit are listed together. */
function getLetter({ term }: Term): string {
  const first = term.charAt(0).toUpperCase();
  return first >= '0' && first <= '9' ? '0–9' : first;
}

function TermList({ terms, linkedId }: { terms: readonly Term[]; linkedId: string }) {
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-1 gap-x-12 gap-y-5 sm:grid-cols-2">
      {terms.map((term) => (
        <TermItem key={term.id} term={term} isLinked={term.id === linkedId} />
      ))}
    </dl>
  );
}

type TermItemProps = { term: Term; isLinked: boolean };

function TermItem({ term: { id, term, meaning, lesson: lessonId, page }, isLinked }: TermItemProps) {
  const lesson = getLesson(lessonId);
  return (
    <div
      id={id}
      tabIndex={-1}
      className={classNames(
        '-mx-3 scroll-mt-20 rounded-2 px-3 py-1 focus-visible:outline-none',
        isLinked && 'bg-accent-soft',
      )}
    >
      <dt className="font-semibold">
        <Link to={`#${id}`} preventScrollReset className="hover:underline">
          {term}
        </Link>
      </dt>
      <dd className="text-ink-2">{meaning}</dd>
      <dd className="flex flex-wrap gap-x-5 text-sm">
        {page && (
          <Link to={page.to} className="py-1 text-link">
            {page.label}
          </Link>
        )}
        {lesson && (
          <Link to={`/tips/${lesson.id}`} className="py-1 text-link">
            Lesson: {lesson.title}
          </Link>
        )}
      </dd>
    </div>
  );
}
