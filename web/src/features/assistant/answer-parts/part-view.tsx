import type { Figure, Part } from '@assistant/parts.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatTextDate } from '@/lib/dates';
import { withKeys } from '@/lib/keys';
import { formatMoney } from '@/lib/money';
import { ForecastChart, type ForecastLine } from '@/ui/charts/forecast-chart';
import { LineChart } from '@/ui/charts/line-chart';
import { Money } from '@/ui/money';
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
          <ArrowRight className="size-4" />
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

/**
 * Renders paragraphs that are separated by empty lines. Uses each paragraph's position as its key, because
 * streaming only appends text.
 */
function PartText({ text }: { text: string }) {
  return Array.from(text.matchAll(/\S[\s\S]*?(?=\n{2,}|$)/g), ({ 0: paragraph, index: start }) => (
    <p key={start} className="whitespace-pre-line break-words">
      {paragraph}
    </p>
  ));
}

/**
 * Renders an explanation of an answer: how the question was understood, and the search or rule behind the
 * answer. The explanation is collapsed at first.
 */
function PartHow({ understood, query, href, rule }: Extract<Part, { kind: 'how' }>) {
  return (
    <details className="text-sm">
      <summary className="-my-1 flex min-h-8 w-fit items-center text-ink-3 underline decoration-dashed underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
        How we got this
      </summary>
      <dl className="mt-2 flex flex-col gap-2 border-line border-l pl-4">
        <Line name="Your question">{understood}</Line>
        {query && (
          <Line name="Searched for">
            {href ? (
              <Link
                to={href}
                className="inline-block min-h-6 break-words py-0.5 underline underline-offset-4 pointer-coarse:py-2.5"
              >
                {query}
              </Link>
            ) : (
              <code className="break-words">{query}</code>
            )}
          </Line>
        )}
        {rule && <Line name="Calculation">{rule}</Line>}
        {!query && href && (
          <Line name="Source">
            <Link
              to={href}
              className="inline-block min-h-6 py-0.5 underline underline-offset-4 pointer-coarse:py-2.5"
            >
              your ledger
            </Link>
          </Line>
        )}
      </dl>
    </details>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3">{name}</dt>
      <dd className="whitespace-pre-line break-words">{children}</dd>
    </div>
  );
}

function PartFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {withKeys(figures, ({ label }) => label).map(({ key, item: figure }) => (
        <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
          <dt className="text-ink-2">{figure.label}</dt>
          <dd className="figures ml-auto text-right font-semibold">
            {'amount' in figure ? (
              <Led to={figure.href}>
                <Money amount={figure.amount} currency={figure.currency} />
              </Led>
            ) : (
              figure.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Led({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to ? (
    <Link
      to={to}
      className="-my-2.5 inline-block py-2.5 underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  ) : (
    children
  );
}

/** Renders a line chart of daily values: solid for history, dashed for the forecast. */
function PartCourse({ title, currency, today, points }: Extract<Part, { kind: 'course' }>) {
  const values = points.map(({ day, amount }) => ({ day, value: amount }));
  const isPast = values.every(({ day }) => day <= today);
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-base">{title}</h3>
      {isPast ? (
        <LineChart label={title} points={values} currency={currency} />
      ) : (
        <ForecastChart
          label={title}
          lines={getLines(values, today)}
          band={[]}
          today={values.some(({ day }) => day <= today) ? today : undefined}
          summary={getSummary(title, values, currency)}
          currency={currency}
          height={240}
        />
      )}
    </section>
  );
}

type Value = { day: string; value: number };

/** Splits the values into a past line and a forecast line. Both lines include today, so that they connect. */
function getLines(values: readonly Value[], today: string): ForecastLine[] {
  const past = values.filter(({ day }) => day <= today);
  const next = values.filter(({ day }) => day > today);
  const joint = past.at(-1);
  return [
    ...(past.length > 1 ? [{ name: 'So far', kind: 'past' as const, points: past }] : []),
    { name: 'Expected', kind: 'expected' as const, points: joint ? [joint, ...next] : next },
  ];
}

function getSummary(title: string, values: readonly Value[], currency: string): string {
  const [first] = values;
  const last = values.at(-1);
  if (!first || !last) return `${title}: no data yet.`;
  const low = values.reduce((least, entry) => (entry.value < least.value ? entry : least));
  const formatPoint = ({ day, value }: Value) => `${formatMoney(value, currency)} on ${formatTextDate(day)}`;
  return `${title} from ${formatPoint(first)} to ${formatPoint(last)}. Lowest ${formatPoint(low)}.`;
}
