import { parseDay, Zone } from '@engine/calendar/calendar.ts';
import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, FastForward, Rewind } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { type FastForwardTarget, onFastForwardRequested } from '@/entities/household/request-fast-forward';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import type { Checkpoint } from '@/features/checkpoints/queries';
import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyComponent } from '@/lib/bundle/lazy';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { formatAs, formatClockDate, formatTextDate } from '@/lib/dates';
import { listen } from '@/lib/supabase';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { useBackButton } from '@/ui/overlays/back-button';
import { Popover } from '@/ui/overlays/popover';
import { SkeletonRows } from '@/ui/skeleton';
import { StripSpace } from '@/ui/strip-space';
import { useRovingFocus } from '@/ui/use-roving-focus';
import {
  advanceFastForward,
  type FastForwardState,
  isLongFastForward,
  useFastForward,
  useShownInstant,
} from './clock-store';
import type { PanelPart } from './panel/time-panel';
import { PostedItem } from './posted-item';
import { getSteps, RULER_DAYS, type Step } from './steps';
import { useAdvance } from './use-advance';

/** Loads the ruler after the page is painted. */
const Ruler = lazyComponent(async () => {
  await afterPaint();
  return (await import('./ruler/ruler')).Ruler;
});
const TimePanel = lazyComponent(() => import('./panel/time-panel').then((module) => module.TimePanel));
const DigestDialog = lazyComponent(() => import('./digest-dialog').then((module) => module.DigestDialog));
const RestoreDialog = lazyComponent(() =>
  import('@/features/checkpoints/restore-dialog').then((module) => module.RestoreDialog),
);
const ScenarioWarningDialog = lazyComponent(() =>
  import('@/entities/scenario/scenario-warning-dialog').then((module) => module.ScenarioWarningDialog),
);

const SurpriseQuestion = lazyComponent(() =>
  import('@/entities/surprise/surprise-question').then((module) => module.SurpriseQuestion),
);

/** A fast-forward to a date stops at noon, so that it includes the morning's events. */
const NOON_MINUTES = 12 * 60;
/** Once the page is scrolled this far, the strip shrinks and hides the labels of the ruler. */
const SCROLLED_PX = 20;
/** The id of the text that explains why the clock is disabled. */
const OFFLINE_ID = 'clock-offline';

export function ClockStrip({ customerId }: { customerId: string }) {
  const { data: customer } = useQuery(customerQueries.me());
  return customer ? <Strip customer={customer} customerId={customerId} /> : <StripSpace />;
}

function Strip({ customer, customerId }: { customer: Customer; customerId: string }) {
  const { data: household } = useQuery(clockQueries.household());
  const progress = useFastForward();
  const isOnline = useOnline();
  const { advance, warning, question, result, dismiss } = useAdvance();
  const [panel, setPanel] = useState<PanelPart | null>(null);
  const { pathname } = useLocation();
  const [panelPage, setPanelPage] = useState(pathname);
  // The panel would otherwise stay open when a link leads to another page.
  if (panelPage !== pathname) {
    setPanelPage(pathname);
    setPanel(null);
  }
  const section = useRef<HTMLElement>(null);
  useStepFocus(section, progress !== null);
  const [restoring, setRestoring] = useState<Checkpoint | null>(null);
  useProgress(customerId, progress !== null);
  useFastForwardRequest(progress === null, advance);
  const projected = useLoaded(upcomingPart, Boolean(household));
  const upcoming = useMemo<readonly Upcoming[]>(
    () => (household && projected ? projected.upcomingOf(household, RULER_DAYS.after) : []),
    [household, projected],
  );
  const isScrolled = useSyncExternalStore(subscribeToScroll, getIsScrolled, () => false);
  const zone = customer.time_zone;
  const now = Date.parse(customer.now);
  const isReady = isOnline && Boolean(household);
  const steps = getSteps({ now, timeZone: zone, upcoming, isReady });
  const start = (request: FastForwardTarget) => {
    setPanel(null);
    dismiss();
    void advance(request);
  };
  const startStep = ({ request }: Step) => request && start(request);
  return (
    <section
      ref={section}
      aria-label="Simulated time"
      data-scrolled={isScrolled || undefined}
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:sticky md:top-9 md:bottom-auto md:border-t-0 md:border-b md:pb-0 print:hidden"
    >
      <div className="mx-auto flex h-16 max-w-360 items-center gap-2 px-(--gutter) transition-transform dock-room md:h-15 md:gap-4 md:in-data-scrolled:translate-y-2.5 xl:gap-8">
        <DateButton
          now={now}
          timeZone={zone}
          isOpen={panel !== null}
          onOpenChange={(isOpen) => setPanel(isOpen ? 'fast-forward' : null)}
        >
          <Suspense fallback={<SkeletonRows rows={5} />}>
            <TimePanel
              customer={customer}
              upcoming={upcoming}
              steps={steps}
              start={panel ?? 'fast-forward'}
              isReady={isReady}
              onClose={() => setPanel(null)}
              onStep={startStep}
              onDay={(day) => {
                start({ to: new Date(new Zone(zone).at(parseDay(day), NOON_MINUTES)).toISOString() });
              }}
              onRestore={(checkpoint) => {
                setPanel(null);
                setRestoring(checkpoint);
              }}
            />
          </Suspense>
        </DateButton>
        <Suspense fallback={<div className="hidden flex-1 xl:block" />}>
          <Ruler now={now} timeZone={zone} upcoming={upcoming} className="hidden flex-1 xl:block" />
        </Suspense>
        {progress ? (
          <InProgress progress={progress} timeZone={zone} upcoming={upcoming} />
        ) : (
          <>
            {!isOnline && (
              <p id={OFFLINE_ID} className="hidden flex-1 text-right text-ink-2 text-sm md:block">
                You can't fast-forward while you're offline.
              </p>
            )}
            <Steps steps={steps} isOnline={isOnline} onStep={startStep} onOpen={setPanel} />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {restoring && (
          <RestoreDialog checkpoint={restoring} timeZone={zone} onClose={() => setRestoring(null)} />
        )}
        {warning && <ScenarioWarningDialog {...warning} />}
        {question && <SurpriseQuestion {...question} />}
        {result && (
          <DigestDialog
            result={result}
            zone={zone}
            onClose={dismiss}
            repeat={'advanced' in result ? getRepeat(steps, result.request, startStep) : undefined}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Returns the button that repeats a fast-forward, if the strip has a button for it. */
function getRepeat(
  steps: readonly Step[],
  previous: FastForwardTarget | undefined,
  onStep: (step: Step) => void,
) {
  if (!previous || !('by' in previous)) return undefined;
  const step = steps.find(({ request }) => request && 'by' in request && request.by === previous.by);
  return step?.label ? { label: step.label, onPress: () => onStep(step) } : undefined;
}

const getIsScrolled = () => window.scrollY > SCROLLED_PX;

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

type DateButtonProps = {
  now: number;
  timeZone: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The content of the panel that the button opens. */
  children: ReactNode;
};

/** Renders the simulated date. During a fast-forward, the date changes with the marker on the ruler. */
function DateButton({ now, timeZone, isOpen, onOpenChange, children }: DateButtonProps) {
  const progress = useFastForward();
  useBackButton(isOpen, () => onOpenChange(false));
  const shown = new Date(useShownInstant() ?? now);
  // A long fast-forward would show each day for less than a frame.
  const isLong = progress !== null && isLongFastForward(progress);
  const date = isLong ? formatAs(shown, 'MMMM yyyy', timeZone) : formatClockDate(shown, timeZone);
  return (
    <Popover
      open={isOpen}
      onOpenChange={(next) => !(next && progress) && onOpenChange(next)}
      aria-label="Simulated time"
      align="start"
      sideOffset={8}
      collisionPadding={8}
      className="max-h-(--radix-popover-content-available-height) w-[calc(100vw-1rem)] max-w-full overflow-y-auto rounded-3 md:w-auto"
      trigger={
        <button
          type="button"
          aria-disabled={progress !== null || undefined}
          className="-ml-3 min-w-0 flex-1 rounded-2 px-3 py-1 text-left hover:bg-sunken aria-expanded:bg-accent-soft md:w-54 md:flex-none md:in-data-scrolled:py-0.5"
        >
          <span className="block truncate text-ink-3 text-xs md:in-data-scrolled:hidden">
            {progress ? (
              <>
                <span className="max-md:hidden">{describeProgress(progress, timeZone)}</span>
                <span className="md:hidden">To {formatTextDate(new Date(progress.to), timeZone)}</span>
              </>
            ) : (
              'Simulated date'
            )}
          </span>
          <span className="figures flex items-center gap-1.5 font-semibold max-md:text-sm">
            <span aria-live={progress ? 'off' : 'polite'} className="min-w-0 truncate">
              {/* The key restarts the animation for each date. */}
              <span
                key={progress ? date : ''}
                className={classNames('inline-block', progress !== null && 'animate-roll')}
              >
                {/* Phones have no room for the weekday. */}
                <span className="max-md:hidden">{date.match(/^\w{3}, /)?.[0]}</span>
                {date.replace(/^\w{3}, /, '')}
              </span>
            </span>
            {!progress && <ChevronDown className="size-4 shrink-0 text-ink-3 max-sm:hidden" />}
          </span>
        </button>
      }
    >
      {children}
    </Popover>
  );
}

type StepsProps = {
  steps: readonly Step[];
  isOnline: boolean;
  onStep: (step: Step) => void;
  /** Opens a part of the panel. */
  onOpen: (part: PanelPart) => void;
};

/** Renders the buttons that move time. They are one Tab stop. */
function Steps({ steps, isOnline, onStep, onOpen }: StepsProps) {
  const describedBy = isOnline ? undefined : OFFLINE_ID;
  const bar = useRovingFocus<HTMLDivElement>();
  return (
    <div role="toolbar" aria-label="Fast-forward and rewind" className="ml-auto flex shrink-0 gap-4" {...bar}>
      <span className="hidden md:block">
        <Button
          aria-label="Rewind"
          aria-haspopup="dialog"
          disabled={!isOnline}
          onClick={() => onOpen('rewind')}
          className="px-3! md:in-data-scrolled:min-h-8"
        >
          <Rewind className="size-4.5" />
        </Button>
      </span>
      <div
        ref={tourAnchor('clock')}
        className="flex items-stretch overflow-hidden rounded-2 border border-line-strong"
      >
        {steps
          .filter(({ label }) => label)
          .map((step) => (
            <button
              key={step.label}
              data-step
              type="button"
              disabled={step.request === null}
              aria-describedby={describedBy}
              aria-label={`${step.label}: ${step.text}`}
              onClick={() => onStep(step)}
              className={classNames(
                'control-height whitespace-nowrap border-line-strong border-r px-3 font-medium text-sm hover:bg-sunken focus-visible:-outline-offset-2 disabled:opacity-50 md:in-data-scrolled:min-h-8',
                step.label !== '+1 day' && 'hidden md:block',
              )}
            >
              {step.label}
            </button>
          ))}
        <Button
          variant="ghost"
          disabled={!isOnline}
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          aria-label="More fast-forward options"
          onClick={() => onOpen('fast-forward')}
          className="rounded-none px-3! md:in-data-scrolled:min-h-8"
        >
          <FastForward className="size-4.5" />
        </Button>
      </div>
    </div>
  );
}

type InProgressProps = { progress: FastForwardState; timeZone: string; upcoming: readonly Upcoming[] };

/** Renders the progress for screen readers, and the button that stops the fast-forward, as Escape does. */
function InProgress({ progress, timeZone, upcoming }: InProgressProps) {
  const stop = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) progress.cancel();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => stop(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const text = describeProgress(progress, timeZone);
  const share = Math.min(1, (progress.at - progress.from) / (progress.to - progress.from || 1));
  return (
    <>
      <PostedItem upcoming={upcoming} />
      <div
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      />
      <p className="sr-only" role="status">
        {text}…
      </p>
      <Button size="sm" onClick={progress.cancel}>
        Stop
      </Button>
    </>
  );
}

const describeProgress = ({ to }: FastForwardState, timeZone: string) =>
  `Fast-forwarding to ${formatTextDate(new Date(to), timeZone)}`;

/** Returns the focus to the pressed step after a fast-forward, during which the steps are hidden. */
function useStepFocus(section: RefObject<HTMLElement | null>, runs: boolean): void {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    const steps = [...(section.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
    if (runs) return;
    const step = steps.find(({ ariaLabel }) => ariaLabel === pressed.current);
    if (document.activeElement === document.body) step?.focus({ preventScroll: true });
    pressed.current = null;
    const remember = ({ target }: FocusEvent) => {
      pressed.current = (target as HTMLElement).ariaLabel;
    };
    for (const each of steps) each.addEventListener('focus', remember);
    return () => {
      for (const each of steps) each.removeEventListener('focus', remember);
    };
  }, [section, runs]);
}

/**
 * Fast-forwards when another part of the app requests it, such as the first-steps checklist. Ignores requests
 * during a fast-forward.
 */
function useFastForwardRequest(
  isEnabled: boolean,
  advance: (target: FastForwardTarget) => Promise<void>,
): void {
  const fastForward = useEffectEvent((target: FastForwardTarget) => {
    if (isEnabled) void advance(target);
  });
  useEffect(() => onFastForwardRequested((target) => fastForward(target)), []);
}

/**
 * Updates the customer's row with each posted step during a fast-forward, so that the progress is visible.
 */
function useProgress(customerId: string, runs: boolean): void {
  useEffect(() => {
    if (!runs) return;
    return listen((bank, number) =>
      bank
        .channel(`clock:${customerId}:${number}`)
        .on(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'customers', filter: `id=eq.${customerId}` },
          () =>
            void bank.rpc('simulated_now').then(({ data }) => data && advanceFastForward(Date.parse(data))),
        )
        .subscribe(),
    );
  }, [customerId, runs]);
}
