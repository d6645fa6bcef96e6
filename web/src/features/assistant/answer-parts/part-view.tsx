import type { Part } from '@assistant/parts.ts';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { PartHow } from './explanation';
import { PartFigures } from './figures';
import { PartCourse } from './projection';
import { PartProposal } from './proposal';
import { TransactionsPart } from './transactions';

/** The question that the part answers. */
export type PartTurn = {
  question: string;
  /** Real time, ISO 8601. */
  askedAt: string;
  /** False while the answer is streaming. */
  isWhole: boolean;
  onAsk: (question: string) => void;
};

export function PartView({ part, turn }: { part: Part; turn: PartTurn }) {
  switch (part.kind) {
    case 'text':
      return <PartText text={part.text} />;
    case 'figures':
      return <PartFigures figures={part.figures} />;
    case 'rows':
      return <TransactionsPart {...part} />;
    case 'course':
      return <PartCourse {...part} />;
    case 'how':
      return <PartHow {...part} />;
    case 'proposal':
      return <PartProposal proposal={part.proposal} turn={turn} />;
    case 'choices':
      return <Choices part={part} onAsk={turn.onAsk} />;
    case 'link':
      return (
        <Link to={part.href} className="inline-flex min-h-11 w-fit items-center gap-1.5 text-link">
          {part.label}
          <ArrowRight aria-hidden className="size-4" strokeWidth={1.5} />
        </Link>
      );
  }
}

function Choices({
  part,
  onAsk,
}: {
  part: Extract<Part, { kind: 'choices' }>;
  onAsk: (question: string) => void;
}) {
  return (
    <ul aria-label="Suggested replies" className="flex flex-wrap gap-2 print:hidden">
      {part.choices.map(({ label, ask }) => (
        <li key={ask} className="max-w-full">
          <button
            type="button"
            onClick={() => onAsk(ask)}
            className="inline-flex min-h-9 max-w-full items-center rounded-2 border border-ink-3 border-dashed px-3 py-1 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Renders paragraphs, which empty lines separate. */
function PartText({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are only appended.
      <p key={index} className="whitespace-pre-line break-words">
        {paragraph}
      </p>
    ));
}
