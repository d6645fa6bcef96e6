import { parseDay, Zone } from '@engine/calendar/calendar.ts';
import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { useQuery } from '@tanstack/react-query';
import { FastForward } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { type FastForwardTarget, onFastForwardRequested } from '@/entities/household/request-fast-forward';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { lazyComponent } from '@/lib/bundle/lazy';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { formatClockDate, formatListDate, getDay } from '@/lib/dates';
import { listen } from '@/lib/supabase';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/overlays/menu';
import { StripSpace } from '@/ui/strip-space';
import { advanceFastForward, type FastForwardState, useFastForward } from './clock-store';
import { RULER_DAYS, Ruler } from './ruler';
import { useAdvance } from './use-advance';

const DateDialog = lazyComponent(() => import('./date-dialog').then((module) => module.DateDialog));
const DigestDialog = lazyComponent(() => import('./digest-dialog').then((module) => module.DigestDialog));

const ScenarioWarningDialog = lazyComponent(() =>
  import('@/entities/scenario/scenario-warning-dialog').then((module) => module.ScenarioWarningDialog),
);

/** A fast-forward to a date stops at noon, so that it includes the morning's events. */
const NOON_MINUTES = 12 * 60;

/** The id of the text that explains why the clock is disabled. */
const OFFLINE_ID = 'clock-offline';

/** A fast-forward in the menu. If it has a label, it is also a button in the bar. */
type Step = { label?: string; words: string; request: FastForwardTarget | null };

export function ClockStrip({ customerId }: { customerId: string }) {
  const me = useQuery(customerQueries.me());
  const household = useQuery(clockQueries.household());
  const progress = useFastForward();
  const isOnline = useOnline();
  const { advance, warning, result, dismiss } = useAdvance();
  const [choosingDate, setChoosingDate] = useState(false);
  useProgress(customerId, progress !== null);
  useFastForwardRequest(progress === null, advance);
  const row = household.data;
  const projected = useLoaded(upcomingPart, Boolean(row));
  const upcoming = useMemo(
    () => (row && projected ? projected.upcomingOf(row, RULER_DAYS) : []),
    [row, projected],
  );
  if (!me.data) return <StripSpace />;
  const zone = me.data.time_zone;
  const now = progress ? progress.at : Date.parse(me.data.now);
  const steps = getSteps(isOnline ? upcoming : [], isOnline && row !== null && row !== undefined);
  const getRepeat = (previous?: FastForwardTarget) => {
    if (!previous || !('by' in previous)) return undefined;
    const step = steps.find(({ request }) => request && 'by' in request && request.by === previous.by);
    if (!step?.label) return undefined;
    const { label, words } = step;
    const onPress = () => {
      dismiss();
      void advance(previous, words);
    };
    return { label, onPress };
  };
  return (
    <section aria-label="Simulated time" className="relative border-line border-b bg-surface print:hidden">
      <div className="mx-auto flex h-14 max-w-360 items-center gap-4 px-(--gutter) xl:h-15 xl:gap-10">
        <p className="min-w-0 flex-1 xl:w-36 xl:flex-none">
          <span className="block text-ink-3 text-xs">Simulated date</span>
          <span className="figures block truncate font-semibold" aria-live="polite">
            {formatClockDate(new Date(now), zone)}
          </span>
        </p>
        {progress ? (
          <FastForwardProgress progress={progress} />
        ) : (
          <>
            <Ruler now={now} zone={zone} upcoming={upcoming} />
            <Steps steps={steps} isOnline={isOnline} onStep={advance} onDate={() => setChoosingDate(true)} />
          </>
        )}
      </div>
      {!isOnline && !progress && (
        <p id={OFFLINE_ID} className="mx-auto max-w-360 px-(--gutter) pb-2 text-ink-2 text-sm md:text-right">
          You can't fast-forward while you're offline.
        </p>
      )}
      <Suspense fallback={null}>
        {choosingDate && (
          <DateDialog
            today={getDay(new Date(now), zone)}
            onClose={() => setChoosingDate(false)}
            onChoose={(day) => {
              setChoosingDate(false);
              void advance(
                { to: new Date(new Zone(zone).at(parseDay(day), NOON_MINUTES)).toISOString() },
                `Fast-forwarding to ${formatListDate(day)}`,
              );
            }}
          />
        )}
        {warning && <ScenarioWarningDialog {...warning} />}
        {result && (
          <DigestDialog
            result={result}
            zone={zone}
            onClose={dismiss}
            repeat={'advanced' in result ? getRepeat(result.request) : undefined}
          />
        )}
      </Suspense>
    </section>
  );
}

type Advance = (request: FastForwardTarget, words: string) => Promise<void>;
type StepsProps = { steps: readonly Step[]; isOnline: boolean; onStep: Advance; onDate: () => void };

function Steps({ steps, isOnline, onStep, onDate }: StepsProps) {
  const press = ({ request, words }: Step) => {
    if (request) void onStep(request, words);
  };
  return (
    <div className="flex items-stretch overflow-hidden rounded-2 border border-line-strong">
      {steps
        .filter(({ label }) => label)
        .map((step) => (
          <button
            key={step.label}
            type="button"
            disabled={step.request === null}
            aria-describedby={isOnline ? undefined : OFFLINE_ID}
            aria-label={`${step.label}: ${step.words}`}
            onClick={() => press(step)}
            className={classNames(
              'control-height whitespace-nowrap border-line-strong px-3 font-medium text-sm hover:bg-sunken focus-visible:-outline-offset-2 disabled:opacity-50',
              step.label === '+1 day' ? 'border-r' : 'hidden border-r md:block',
            )}
          >
            {step.label}
          </button>
        ))}
      <Menu
        trigger={
          <Button
            variant="ghost"
            disabled={!isOnline}
            aria-describedby={isOnline ? undefined : OFFLINE_ID}
            aria-label="More fast-forward options"
            className="rounded-none px-3!"
          >
            <FastForward className="size-4.5" />
          </Button>
        }
      >
        <MenuLabel>Fast-forward to</MenuLabel>
        {steps.map((step) => (
          <MenuItem
            key={step.words}
            disabled={step.request === null}
            onSelect={() => press(step)}
            className={classNames(step.label && 'md:hidden')}
          >
            {step.words}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={onDate}>Pick a date…</MenuItem>
      </Menu>
    </div>
  );
}

/** Returns the fast-forward options for the menu and the bar. */
function getSteps(upcoming: readonly Upcoming[], isReady: boolean): Step[] {
  const pay = upcoming.find(({ isPay }) => isPay);
  const after = (by: string) => (isReady ? { by } : null);
  return [
    { label: '+1 day', words: 'One day later', request: after('P1D') },
    { words: 'One week later', request: after('P1W') },
    {
      label: 'Payday',
      words: pay ? 'Next payday' : 'Add a paycheck to use Payday',
      // Stops one minute after the pay arrives, so that simultaneous events are included.
      request: pay ? { to: new Date(pay.at + 60_000).toISOString() } : null,
    },
    { label: '+1 month', words: 'One month later', request: after('P1M') },
    { words: 'Three months later', request: after('P3M') },
    { label: '+1 year', words: 'One year later', request: after('P1Y') },
    { words: 'Five years later', request: after('P5Y') },
  ];
}

/**
 * Fast-forwards when another part of the app requests it, such as the first-steps checklist. Ignores requests
 * during a fast-forward.
 */
function useFastForwardRequest(stands: boolean, advance: Advance): void {
  const fastForward = useEffectEvent((target: FastForwardTarget) => {
    if (stands) void advance(target, 'Fast-forwarding');
  });
  useEffect(() => onFastForwardRequested((target) => fastForward(target)), []);
}

/**
 * Updates the customer's row with each posted step during a fast-forward, so that the progress is visible.
 */
function useProgress(customerId: string, runs: boolean): void {
  useEffect(() => {
    if (!runs) return;
    return listen((bank) =>
      bank
        .channel(`clock:${customerId}`)
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

function FastForwardProgress({ progress }: { progress: FastForwardState }) {
  const share =
    progress.to === null ? null : Math.min(1, (progress.at - progress.from) / (progress.to - progress.from));
  return (
    <div className="flex flex-[2] items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-ink-2 text-sm" role="status">
          {progress.words}…
        </p>
        <div
          role="progressbar"
          aria-label={progress.words}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share === null ? undefined : Math.round(share * 100)}
          className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className={
              share === null
                ? 'h-full w-1/3 animate-pulse rounded-full bg-accent'
                : 'h-full rounded-full bg-accent transition-[width] duration-200'
            }
            style={share === null ? undefined : { width: `${share * 100}%` }}
          />
        </div>
      </div>
      <Button size="sm" onClick={progress.cancel}>
        Stop
      </Button>
    </div>
  );
}
