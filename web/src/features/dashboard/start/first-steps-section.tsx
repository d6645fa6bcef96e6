import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId, useRef } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { formatListDate } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { RETURN_TO_CHECKLIST } from '@/lib/navigation/return-to';
import { toast } from '@/lib/toast';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Description } from '@/ui/description';
import { LinkButton, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { dashboardQueries } from '../queries';
import { type Figure, type FirstStep, type FirstStepsRow, firstSteps, getOutcome } from './first-steps';
import { firstStepsMutations } from './first-steps-mutations';

/** Renders a checklist that leads from an empty bank to a simulated first month and its results. */
export function FirstSteps(props: { customerId: string; className?: string }) {
  return (
    <Loaded
      from={useQuery(dashboardQueries.firstSteps())}
      failure="We couldn't load your checklist."
      rows={6}
    >
      {(row) => <Checklist {...props} row={row} />}
    </Loaded>
  );
}

type ChecklistProps = { row: FirstStepsRow; customerId: string; className?: string };

function Checklist({ row, customerId, className }: ChecklistProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { mutateAsync: show, isPending } = useMutation(firstStepsMutations.show);
  const steps = firstSteps(row);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const fastForward = (by: string) => {
    // The button disappears with its step, so focus returns to the section.
    title.current?.focus();
    requestFastForward({ by });
  };
  const hide = async () => {
    await show({ customerId, shows: false });
    toast.success('Checklist hidden. You can bring it back from the account menu.', {
      action: { label: 'Undo', onClick: () => void show({ customerId, shows: true }).catch(() => {}) },
    });
  };
  return (
    <section aria-labelledby={titleId} className={className}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} ref={title} tabIndex={-1} className="text-lg">
          {next ? 'Get started' : "You're all set"}
        </h2>
        <p className="flex items-baseline text-ink-3 text-sm">
          <span role="status" className="figures">
            {done} of {steps.length} done
          </span>
          <Button
            variant="ghost"
            size="sm"
            busy={isPending}
            className="-mr-3 font-medium! underline"
            onClick={() => void hide().catch(() => {})}
          >
            Hide<span className="sr-only"> the checklist</span>
          </Button>
        </p>
      </header>
      <Bar label="Checklist complete" share={done / steps.length} className="mt-1 mb-2" />
      {next ? (
        <Steps steps={steps} next={next} onFastForward={fastForward} />
      ) : (
        <>
          <FirstOutcome row={row} />
          <details className="mt-4">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-3 text-sm underline">
              Completed steps
            </summary>
            <Steps steps={steps} onFastForward={fastForward} />
          </details>
        </>
      )}
    </section>
  );
}

type StepsProps = { steps: readonly FirstStep[]; next?: FirstStep; onFastForward: (by: string) => void };

function Steps({ steps, next, onFastForward }: StepsProps) {
  return (
    <ol aria-label="Get started" className="divide-y divide-line border-line border-y">
      {steps.map((step) => (
        <Step key={step.id} step={step} isNext={step === next} onFastForward={onFastForward} />
      ))}
    </ol>
  );
}

type StepProps = { step: FirstStep; isNext: boolean; onFastForward: (by: string) => void };

function Step({ step, isNext, onFastForward }: StepProps) {
  const { title, reason, action, isDone } = step;
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex items-center gap-4 py-3">
      <span
        aria-hidden
        className={classNames(
          'grid size-5 shrink-0 place-items-center rounded-full border-[1.5px]',
          isDone && 'border-accent bg-accent text-on-accent',
          isNext && 'border-accent',
          !isDone && !isNext && 'border-line-strong border-dashed',
        )}
      >
        {isDone && <Check className="size-3.5" strokeWidth={2.5} />}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <h3 className={classNames('text-base', isDone ? 'font-normal text-ink-2' : 'font-medium')}>
            {isDone || isNext || !('to' in action) ? (
              title
            ) : (
              <TextLink to={action.to} state={RETURN_TO_CHECKLIST} className="hover:underline">
                {title}
              </TextLink>
            )}
            {isDone && <span className="sr-only">: done</span>}
          </h3>
          {isNext && <p className="max-w-140 text-ink-2 text-sm">{reason}</p>}
        </div>
        {isNext && 'to' in action && (
          <LinkButton to={action.to} state={RETURN_TO_CHECKLIST} variant="primary">
            {action.text}
          </LinkButton>
        )}
        {isNext && 'fastForward' in action && (
          <Button
            variant="primary"
            disabled={!action.isPossible}
            onClick={() => onFastForward(action.fastForward)}
          >
            {action.text}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The maximum number of parts that are listed separately. */
const MAX_LISTED_PARTS = 8;

function FirstOutcome({ row }: { row: FirstStepsRow }) {
  const { moneyIn, moneyOut, stayed, interest } = getOutcome(row);
  const since = formatListDate(row.since);
  const money = (amount: number) => formatMoney(amount, row.currency);
  const figures = [
    ['Deposits', `Everything that came into your accounts since ${since}.`, moneyIn],
    ['Payments', `Everything that left your accounts since ${since}.`, moneyOut],
    ['Kept', 'Income minus spending.', stayed],
    [
      'Interest earned',
      `Interest that your accounts earned since ${since}. It's included in your income. Savings accounts earn the most.`,
      interest,
    ],
  ] as const;
  return (
    <div>
      <p className="max-w-160 text-ink-2">
        You set up a bank, simulated its first month, and made a plan.{' '}
        {stayed.amount >= 0
          ? `Since ${since}, you kept ${money(stayed.amount)} of ${money(moneyIn.amount)} in income.`
          : `Since ${since}, you spent ${money(-stayed.amount)} more than you received. A forecast shows how long your money would last.`}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12 [&_dt]:text-ink-3 [&_dt]:text-sm">
        {figures.map(([name, formula, { amount, parts }]) => (
          <Description key={name} term={name}>
            <Explain
              title={name}
              formula={formula}
              inputs={[...getLines(parts, row.currency), { name: 'Total', value: money(amount) }]}
              source="Corrections and transfers between your accounts don't count."
            >
              <Money amount={amount} currency={row.currency} size="balance" />
            </Explain>
          </Description>
        ))}
      </dl>
      {row.left_out.length > 0 && (
        <p className="mt-3 text-ink-3 text-sm">
          Excludes {row.left_out.join(' and ')}: no exchange rate is available.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <LinkButton to="/forecasts" variant="primary">
          View forecast
        </LinkButton>
        <LinkButton to="/transactions">View transactions</LinkButton>
      </div>
    </div>
  );
}

/** Lists the largest parts and combines all smaller parts, so that the lines add up to the figure. */
function getLines(parts: Figure['parts'], currency: string) {
  const lines = parts.slice(0, MAX_LISTED_PARTS).map(({ name, amount }) => ({
    name,
    value: formatMoney(amount, currency),
  }));
  const rest = parts.slice(MAX_LISTED_PARTS);
  if (rest.length === 0) return lines;
  const left = sumAmounts(rest.map(({ amount }) => amount));
  return [...lines, { name: `${rest.length} more`, value: formatMoney(left, currency) }];
}
