import type { Figure, LedgerRow, Part } from '@assistant/parts.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { formatRecentDay, formatTextDate, getDay } from '@/lib/dates';
import { withKeys } from '@/lib/keys';
import { formatMoney } from '@/lib/money';
import { withParameters } from '@/lib/navigation/search-parameters';
import { ForecastChart, type ForecastLine } from '@/ui/charts/forecast-chart';
import { LineChart } from '@/ui/charts/line-chart';
import { Money } from '@/ui/money';
import { PartProposal } from './proposal';

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
      return <Choices choices={part.choices} onAsk={turn.onAsk} />;
    case 'link':
      return (
        <Link to={part.href} className="inline-flex min-h-11 w-fit items-center gap-1.5 text-link">
          {part.label}
          <ArrowRight className="size-4" />
        </Link>
      );
  }
}

type ChoicesProps = Pick<Extract<Part, { kind: 'choices' }>, 'choices'> & Pick<PartTurn, 'onAsk'>;

function Choices({ choices, onAsk }: ChoicesProps) {
  return (
    <ul aria-label="Suggested replies" className="flex flex-wrap gap-2 print:hidden">
      {choices.map(({ label, ask }) => (
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
  const link = href && (
    <Link
      to={href}
      className="inline-block min-h-6 break-words py-0.5 underline underline-offset-4 pointer-coarse:py-2.5"
    >
      {query || 'your ledger'}
    </Link>
  );
  return (
    <details className="text-sm">
      <summary className="-my-1 flex min-h-8 w-fit items-center text-ink-3 underline decoration-dashed underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
        How we got this
      </summary>
      <dl className="mt-2 flex flex-col gap-2 border-line border-l pl-4">
        <Line name="Your question">{understood}</Line>
        {query && <Line name="Searched for">{link || <code className="break-words">{query}</code>}</Line>}
        {rule && <Line name="Calculation">{rule}</Line>}
        {!query && link && <Line name="Source">{link}</Line>}
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

function TransactionsPart({ title, rows, total, href }: Extract<Part, { kind: 'rows' }>) {
  const { data: me } = useQuery(customerQueries.me());
  const zone = me?.time_zone;
  const today = me ? getDay(me.now, zone) : null;
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-base">{title}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {rows.map((row) => (
          <li key={`${row.source} ${row.id}`}>
            <LedgerLink row={row} day={getDay(row.at, zone)} today={today} href={href} />
          </li>
        ))}
      </ul>
      <Link to={href} className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-link text-sm">
        {total > rows.length ? `View all ${total} in Transactions` : 'View in Transactions'}
        <ArrowRight className="size-4" />
      </Link>
    </section>
  );
}

type LedgerLinkProps = { row: LedgerRow; day: string; today: string | null; href: string };

function LedgerLink({ row, day, today, href }: LedgerLinkProps) {
  const isIn = row.amount > 0;
  return (
    <Link
      to={openIn(href, row.id)}
      className="-mx-2 flex min-h-13 items-center gap-3 rounded-2 px-2 py-2 hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{row.title}</span>
        <span className="block truncate text-ink-3 text-sm">
          <span className="text-ink-2">
            {today === null ? formatTextDate(day) : formatRecentDay(day, today)}
          </span>
          {', '}
          {row.source === 'card' && <CreditCard className="mr-1 inline size-3.5 align-[-2px]" />}
          {[row.category, row.place].filter(Boolean).join(', ')}
        </span>
      </span>
      <Money
        amount={row.amount}
        currency={row.currency}
        signed
        className={isIn ? 'shrink-0 text-positive' : 'shrink-0'}
      />
    </Link>
  );
}

/** Returns the URL of the answer's search with this transaction open. */
function openIn(href: string, id: string): string {
  const [path = '', search = ''] = href.split('?');
  return `${path}?${withParameters(new URLSearchParams(search), { open: id })}`;
}
