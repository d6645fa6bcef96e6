import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { SkeletonRows } from '@/ui/skeleton';
import type { StarterGroup } from './starters';
import { useStarters } from './use-starters';

/** Renders example questions about the customer's own data. */
export function FirstScreen({ onAsk, disabled }: { onAsk: (question: string) => void; disabled: boolean }) {
  const groups = useStarters();
  if (groups?.length === 0) return <NothingYet onAsk={onAsk} disabled={disabled} />;
  return (
    <div className="pb-10">
      <p className="mb-8 max-w-160 text-ink-2">
        Ask about your money in your own words. Answers use your own transactions, and nothing moves until you
        confirm.
      </p>
      {groups === undefined ? (
        <SkeletonRows rows={5} label="Loading suggestions" />
      ) : (
        <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
          {groups.map((group) => (
            <Group key={group.title} group={group} onAsk={onAsk} disabled={disabled} />
          ))}
        </div>
      )}
    </div>
  );
}

type GroupProps = { group: StarterGroup; onAsk: (question: string) => void; disabled: boolean };

function Group({ group: { title, questions }, onAsk, disabled }: GroupProps) {
  return (
    <section>
      <h2 className="mb-1 text-base text-ink-3">{title}</h2>
      <ul className="divide-y divide-line border-line border-t">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onAsk(question)}
              className="group -mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-2 px-2 py-2.5 text-left hover:bg-sunken disabled:opacity-60"
            >
              <span className="min-w-0 flex-1 break-words">{question}</span>
              <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.5} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingYet({ onAsk, disabled }: Omit<GroupProps, 'group'>) {
  return (
    <>
      <EmptyState
        title="Nothing to ask about yet"
        action={
          <Button asChild variant="primary">
            <Link to="/create-account">Open account</Link>
          </Button>
        }
      >
        Open an account and add money. Then ask about spending, balances, or what-ifs.
      </EmptyState>
      <div className="mt-4 max-w-120 pb-10">
        <Group
          group={{
            title: 'Try asking',
            questions: ['What can you do?', 'What is an APR?', 'How do I set up an auto deposit?'],
          }}
          onAsk={onAsk}
          disabled={disabled}
        />
      </div>
    </>
  );
}
