import { Explain } from '@/entities/explanation/explain';
import { Well } from '@/ui/panel';
import type { Lesson, LessonFacts } from './lesson';

/** The number of a lesson from the customer's own ledger, or from the example household that says it is one. */
export function LessonFigure({ lesson, facts }: { lesson: Lesson; facts: LessonFacts }) {
  const { value, label, words, formula, inputs } = lesson.figure(facts);
  return (
    <Well className="mt-6" aria-label={facts.isExample ? 'An example household' : 'Your own numbers'}>
      <p className="text-ink-3 text-sm">
        {facts.isExample
          ? "An example household, because you don't have this data yet."
          : 'From your own transactions.'}
      </p>
      <p className="mt-2">
        <Explain title={label} formula={formula} inputs={inputs}>
          <span className="figures font-semibold text-2xl tracking-money">{value}</span>
        </Explain>{' '}
        <span className="ml-1 text-ink-2">{label}</span>
      </p>
      <p className="mt-2">{words}</p>
    </Well>
  );
}
