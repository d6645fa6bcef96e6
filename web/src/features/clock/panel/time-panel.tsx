import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { useQuery } from '@tanstack/react-query';
import { FastForward, Flag, GitBranch, type LucideIcon, Rewind } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Customer } from '@/entities/customer/queries';
import { scenarioRunPath } from '@/entities/scenario/scenario-run';
import type { Checkpoint } from '@/features/checkpoints/queries';
import { scenarioQueries } from '@/features/scenarios/queries';
import { LinkButton, TextLink } from '@/ui/link';
import type { Step } from '../steps';
import { Checkpoints } from './checkpoints';
import { DatePicker } from './date-picker';
import { StepList } from './step-list';

export type PanelPart = 'fast-forward' | 'rewind';

type TimePanelProps = {
  customer: Customer;
  upcoming: readonly Upcoming[];
  steps: readonly Step[];
  /** The part that gets the focus. */
  start: PanelPart;
  isReady: boolean;
  onClose: () => void;
  onStep: (step: Step) => void;
  onDay: (day: string) => void;
  onRestore: (checkpoint: Checkpoint) => void;
};

/** Renders everything that moves or branches simulated time. */
export function TimePanel({
  customer,
  upcoming,
  steps,
  start,
  isReady,
  onClose,
  onStep,
  onDay,
  onRestore,
}: TimePanelProps) {
  const { data: scenarioRun } = useQuery(scenarioQueries.current());
  return (
    <div className="grid md:grid-cols-2 md:divide-x md:divide-line xl:grid-cols-[21rem_22rem_19rem]">
      <Part icon={FastForward} title="Fast-forward">
        <StepList steps={steps} onStep={onStep} />
        <DatePicker customer={customer} upcoming={upcoming} isReady={isReady} onDay={onDay} />
      </Part>
      <Part icon={Rewind} title="Rewind" isStart={start === 'rewind'}>
        <Checkpoints timeZone={customer.time_zone} onRestore={onRestore} onLeave={onClose} />
      </Part>
      <div className="max-xl:col-span-full max-xl:border-line max-xl:border-t md:max-xl:grid md:max-xl:grid-cols-2 md:max-xl:divide-x md:max-xl:divide-line">
        <Part icon={GitBranch} title="What if">
          <p className="mb-4 text-ink-2">
            Try a decision on a copy of your future. No money moves until you apply it.
          </p>
          <LinkButton to="/forecasts/what-if" onClick={onClose} className="w-full">
            Open what-ifs
          </LinkButton>
        </Part>
        <div className="border-line xl:border-t">
          <Part icon={Flag} title="Scenarios">
            <p className="mb-4 text-ink-2">
              {scenarioRun?.state === 'playing' ? (
                <>
                  You're playing{' '}
                  <TextLink to={scenarioRunPath(scenarioRun.id)} onClick={onClose}>
                    {scenarioRun.title}
                  </TextLink>
                  .
                </>
              ) : (
                "Manage someone else's money for a while. We save your own bank so you can come back to it."
              )}
            </p>
            <LinkButton to="/tips/stories" onClick={onClose} className="w-full">
              View scenarios
            </LinkButton>
          </Part>
        </div>
      </div>
    </div>
  );
}

type PartProps = { icon: LucideIcon; title: string; isStart?: boolean; children: ReactNode };

function Part({ icon: Icon, title, isStart = false, children }: PartProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isStart) section.current?.focus();
  }, [isStart]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className="p-5 focus:outline-none max-md:not-first:border-line max-md:not-first:border-t"
    >
      <h2 className="mb-3 flex items-center gap-2 font-semibold">
        <Icon className="size-4.5 text-ink-2" /> {title}
      </h2>
      {children}
    </section>
  );
}
