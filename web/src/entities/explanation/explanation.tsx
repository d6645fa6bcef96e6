import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AskLink } from '@/entities/assistant/ask-link';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Dialog } from '@/ui/overlays/dialog';
import { LESSON_TITLES, type LessonId } from './lessons';

export type ExplainInput = {
  name: string;
  value: ReactNode;
  /** A short derivation below the name. */
  detail?: string | null;
  /** The path of the page that shows this input. */
  to?: string;
};
/** A posting behind a figure, in major units. `to` is the path of the page that shows the posting. */
type ExplainPosting = { day: string; text: string; amount: number; currency: string; to?: string };

export type Explained = {
  /** The figure's name, such as "Minimum payment". */
  title: string;
  /** The formula in one line, such as "1% of the balance + interest + fees, at least $25.00". */
  formula: string;
  inputs?: readonly ExplainInput[];
  postings?: readonly ExplainPosting[];
  /** The source of the rule. */
  source?: string;
  /** The links to the pages with the details, such as the transactions. */
  links?: readonly { text: string; to: string }[];
  /** The lesson about this figure. */
  lesson?: LessonId;
  /** A question for the assistant. */
  ask?: string;
};

type ExplanationProps = Explained & { titleId: string; onClose: () => void };

/** Renders an explanation in a popover. */
export function Explanation({ titleId, ...explained }: ExplanationProps) {
  const { title, onClose } = explained;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h3 id={titleId} className="font-semibold text-base">
          {title}
        </h3>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="-mt-1 -mr-1 grid size-8 shrink-0 place-items-center rounded-1 hover:bg-sunken pointer-coarse:-mt-2.5 pointer-coarse:size-11"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <Parts {...explained} />
    </>
  );
}

type ExplanationSheetProps = Explained & { open: boolean; onClose: () => void };

/** Renders an explanation in a sheet. */
export function ExplanationSheet({ open, ...explained }: ExplanationSheetProps) {
  return (
    <Dialog open={open} onClose={explained.onClose} title={explained.title}>
      <div className="-mt-4 text-sm">
        <Parts {...explained} />
      </div>
    </Dialog>
  );
}

/** Renders the formula, the inputs, the postings behind the figure, and the links. */
function Parts({
  formula,
  inputs = [],
  postings = [],
  source,
  links = [],
  lesson,
  ask,
  onClose,
}: Explained & { onClose: () => void }) {
  const allLinks = lesson
    ? [...links, { text: `Lesson: ${LESSON_TITLES[lesson]}`, to: `/tips/${lesson}` }]
    : links;
  return (
    <>
      <p className="mt-1 text-ink-2">{formula}</p>
      {inputs.length > 0 && (
        <dl className="mt-3 border-line border-t">
          {inputs.map(({ name, value, detail, to }) => (
            <div key={name} className="flex items-baseline justify-between gap-4 border-line border-b py-1.5">
              <dt className="text-ink-3">
                {to ? (
                  <Link
                    to={to}
                    onClick={onClose}
                    className="inline-flex min-h-6 items-center text-link pointer-coarse:min-h-11"
                  >
                    {name}
                  </Link>
                ) : (
                  name
                )}
                {detail && <span className="figures block text-xs">{detail}</span>}
              </dt>
              <dd className="figures text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {postings.length > 0 && <Postings postings={postings} />}
      {source && <p className="mt-3 text-ink-3">{source}</p>}
      {allLinks.length > 0 && (
        <ul className="mt-3">
          {allLinks.map(({ text, to }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-6 items-center text-link pointer-coarse:min-h-11">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {ask && (
        <AskLink question={ask} className="mt-3 inline-flex min-h-6 items-center pointer-coarse:min-h-11" />
      )}
    </>
  );
}

function Postings({ postings }: { postings: readonly ExplainPosting[] }) {
  return (
    <>
      <h4 className="mt-4 font-medium">Ledger entries</h4>
      <ul className="mt-1">
        {postings.map(({ day, text, amount, currency, to }) => (
          <li key={`${day}${text}${amount}`} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 text-ink-2">
              <span className="figures mr-2 text-ink-3">{formatTextDate(day)}</span>
              {to ? (
                <Link to={to} className="underline">
                  {text}
                </Link>
              ) : (
                text
              )}
            </span>
            <span className="figures">{formatMoney(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
