import { type Term, termsFor } from '@assistant/glossary.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { formatCount } from '@/lib/count';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
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

/** Renders all terms with their definitions. The hash in the URL selects a term. */
function GlossaryPage() {
  const { hash } = useLocation();
  const linkedTerm = hash.slice(1);
  const [search, setSearch] = useState('');
  const matches = termsFor(useDeferredValue(search));
  useEffect(() => {
    const target = linkedTerm === '' ? null : document.getElementById(linkedTerm);
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [linkedTerm]);
  return (
    <Page title="Glossary" above={<BackLink to="/tips">Financial tips</BackLink>}>
      <div className="max-w-116">
        <Field label="Search the glossary" className="max-w-100 print:hidden">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              placeholder="grace period"
            />
          )}
        </Field>
        <p role="status" className="mt-3 text-ink-3 text-sm">
          {formatCount(matches.length, 'term')}
        </p>
        {matches.length === 0 ? (
          <div className="mt-6">
            <p className="text-ink-2">No terms found.</p>
            <Button className="mt-3" onClick={() => setSearch('')}>
              Show all terms
            </Button>
          </div>
        ) : (
          <dl className="mt-4 border-line border-t">
            {matches.map((term) => (
              <TermItem key={term.id} term={term} isLinked={term.id === linkedTerm} />
            ))}
          </dl>
        )}
      </div>
    </Page>
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
        '-mx-3 scroll-mt-20 border-line border-b px-3 py-4 focus-visible:outline-none',
        isLinked && 'bg-accent-soft',
      )}
    >
      <dt className="font-semibold">
        <Link to={`#${id}`} className="hover:underline">
          {term}
        </Link>
      </dt>
      <dd className="mt-1 text-ink-2">{meaning}</dd>
      <dd className="flex flex-wrap gap-x-5 text-sm">
        {lesson && (
          <Link to={`/tips/${lesson.id}`} className="py-1 text-link">
            Lesson: {lesson.title}
          </Link>
        )}
        {page && (
          <Link to={page.to} className="py-1 text-link">
            {page.label}
          </Link>
        )}
      </dd>
    </div>
  );
}
