import { useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { showsFirstSteps } from '@/entities/household/shows-first-steps';
import { useTourAnchors } from '@/entities/tour/tour-anchor';
import { useFastForward } from '@/features/clock/clock-store';
import { withParameters } from '@/lib/navigation/search-parameters';
import { toast } from '@/lib/toast';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { NoticeChip } from '@/ui/notice-chip';
import { ExplainHint } from './explain-hint';
import { type TourId, tourMutations } from './mutations';
import { TourCard } from './tour-card';
import { TOUR_PARAMETER, TOURS, type Tour, type TourStep } from './tours';

/** A page counts as loaded after this long without requests. */
const LOADED_AFTER_MS = 1_000;
/** The anchor of the bar with the simulated date. */
const CLOCK = 'clock';

/** Offers the page's tour once, runs it, and shows the hint about explanations. */
export function PageTours() {
  const { data: customer } = useQuery(customerQueries.me());
  return customer ? <Tours customer={customer} /> : null;
}

/** A tour in progress, with the steps that were on the page when it started. */
type Running = { id: TourId; steps: readonly TourStep[]; index: number };

function Tours({ customer }: { customer: Customer }) {
  const anchors = useTourAnchors();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const { data: household } = useQuery(clockQueries.household());
  const isMoving = useFastForward() !== null;
  const isOnline = useOnline();
  const [running, setRunning] = useState<Running | null>(null);
  const { isSeen, record } = useSeenTours(customer);
  const isPresent = ({ anchor }: TourStep) => anchors.has(anchor);
  const start = ({ id, steps, missing }: Tour) => {
    const present = steps.filter(isPresent);
    if (isOnTourPage(present, isPresent)) setRunning({ id, steps: present, index: 0 });
    else toast.info(missing);
  };
  const end = () => setRunning(null);
  const requested = TOURS.find(({ id }) => id === search.get(TOUR_PARAMETER));
  const step = running?.steps[running.index];
  const anchor = step && anchors.get(step.anchor);
  // The tour ends when the customer leaves the page or moves time. If only the step's element has
  // disappeared, the tour continues with the nearest step.
  if (running && (isMoving || !step || !isOnTourPage(running.steps, isPresent))) end();
  else if (running && !anchor) setRunning({ ...running, index: findNearest(running, isPresent) });
  const isIdle = isOnline && !isMoving && running === null;
  const offered = isIdle ? TOURS.find(({ id, needs }) => anchors.has(needs) && !isSeen(id)) : undefined;
  const dock = anchors.get(CLOCK)?.closest('section') ?? undefined;
  return (
    <>
      {requested && (
        <OnceLoaded
          onLoaded={() => {
            setSearch((before) => withParameters(before, { [TOUR_PARAMETER]: null }), {
              replace: true,
              preventScrollReset: true,
            });
            start(requested);
          }}
        />
      )}
      {offered && (
        <NoticeChip dismissLabel="Dismiss tour" onDismiss={() => record(offered.id)}>
          <button type="button" className="touch-area text-link" onClick={() => start(offered)}>
            Take the tour
          </button>
        </NoticeChip>
      )}
      {running && step && anchor && (
        <TourCard
          anchor={anchor}
          dock={dock}
          title={step.title}
          text={step.text}
          position={`${running.index + 1} of ${running.steps.length}`}
          isRequested
          onShown={() => record(running.id)}
          onFailure={() => {
            end();
            toast.error("We couldn't load the tour", { description: 'Try again.' });
          }}
          onClose={end}
        >
          <TourButtons
            {...running}
            isPresent={isPresent}
            onIndex={(index) => setRunning({ ...running, index })}
            onEnd={end}
          />
        </TourCard>
      )}
      <ExplainHint
        key={pathname}
        // The checklist of new customers, and the first step of the dashboard's tour, say the same.
        canShow={
          isIdle &&
          !offered &&
          !isSeen('explain') &&
          !isSeen('dashboard') &&
          !showsFirstSteps(customer, household)
        }
        isIdle={isIdle}
        dock={dock}
        onSeen={() => record('explain')}
      />
    </>
  );
}

type IsPresent = (step: TourStep) => boolean;

/** Returns true if the tour's page is open. The clock is on every page. */
const isOnTourPage = (steps: readonly TourStep[], isPresent: IsPresent) =>
  steps.some((step) => step.anchor !== CLOCK && isPresent(step));

/** Returns the index of the step on the page that is nearest to the current step. */
function findNearest({ steps, index }: Running, isPresent: IsPresent): number {
  const present = steps.flatMap((step, at) => (isPresent(step) ? [at] : []));
  return present.sort((left, right) => Math.abs(left - index) - Math.abs(right - index))[0] ?? index;
}

type TourButtonsProps = Omit<Running, 'id'> & {
  isPresent: IsPresent;
  onIndex: (index: number) => void;
  onEnd: () => void;
};

/** Renders the buttons of a tour. They skip steps that are no longer on the page. */
function TourButtons({ steps, index, isPresent, onIndex, onEnd }: TourButtonsProps) {
  const previous = steps.findLastIndex((step, at) => at < index && isPresent(step));
  const next = steps.findIndex((step, at) => at > index && isPresent(step));
  const isLast = next === -1;
  return (
    <>
      {!isLast && (
        <Button size="sm" variant="ghost" className="-ml-3" onClick={onEnd}>
          Skip
        </Button>
      )}
      <span className="flex-1" />
      {previous !== -1 && (
        <Button size="sm" onClick={() => onIndex(previous)}>
          Back
        </Button>
      )}
      <Button size="sm" variant="primary" onClick={() => (isLast ? onEnd() : onIndex(next))}>
        {isLast ? 'Done' : 'Next'}
      </Button>
    </>
  );
}

/**
 * Returns which tours the customer has seen, on any device, and a function that records one. Tours that are
 * seen offline are recorded once the customer is online.
 */
function useSeenTours({ seen_tours }: Customer) {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const { mutate } = useMutation({
    ...tourMutations.record,
    onSuccess: (recorded) =>
      queryClient.setQueryData(customerQueries.me().queryKey, (me) => me && { ...me, seen_tours: recorded }),
  });
  // Marks a tour as seen right away, even if saving fails.
  const [added, setAdded] = useState<readonly TourId[]>([]);
  const isSeen = (tour: TourId) => seen_tours.includes(tour) || added.includes(tour);
  const unsaved = added.find((tour) => !seen_tours.includes(tour));
  useEffect(() => {
    if (isOnline && unsaved) mutate(unsaved);
  }, [isOnline, unsaved, mutate]);
  return { isSeen, record: (tour: TourId) => !isSeen(tour) && setAdded((before) => [...before, tour]) };
}

/** Calls back once the page has loaded. */
function OnceLoaded({ onLoaded }: { onLoaded: () => void }) {
  const isLoading = useIsFetching() > 0;
  const report = useEffectEvent(onLoaded);
  useEffect(() => {
    if (isLoading) return;
    const timer = setTimeout(() => report(), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return null;
}
