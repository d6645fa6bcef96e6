import { useIsFetching, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { useTourAnchors } from '@/entities/tour/tour-anchor';
import { useFastForward } from '@/features/clock/clock-store';
import { withParameters } from '@/lib/navigation/search-parameters';
import { toast } from '@/lib/toast';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { CHIP_TOUCH, NoticeChip } from '@/ui/notice-chip';
import { ExplainHint } from './explain-hint';
import { type TourId, tourMutations } from './mutations';
import { TourCard } from './tour-card';
import { TOURS, type Tour, type TourStep } from './tours';

/** The parameter of links that start a tour, such as `/dashboard?tour=dashboard`. */
const PARAMETER = 'tour';
/** A page counts as loaded after this long without requests. */
const LOADED_AFTER_MS = 1_000;

/** Offers the page's tour once, runs it, and shows the hint about explanations. */
export function PageTours() {
  const { data: customer } = useQuery(customerQueries.me());
  return customer ? <Tours customer={customer} /> : null;
}

type Running = { steps: readonly TourStep[]; index: number };

function Tours({ customer }: { customer: Customer }) {
  const anchors = useTourAnchors();
  const { pathname } = useLocation();
  const isMoving = useFastForward() !== null;
  const isOnline = useOnline();
  const [running, setRunning] = useState<Running | null>(null);
  const { isSeen, record } = useSeenTours(customer);
  const start = ({ id, steps, missing }: Tour) => {
    const present = steps.filter(({ anchor }) => anchors.has(anchor));
    if (present.length === 0) {
      toast.info(missing);
      return;
    }
    setRunning({ steps: present, index: 0 });
    record(id);
    // The first step of the dashboard's tour says the same as the hint.
    if (id === 'dashboard') record('explain');
  };
  useRequestedTour(start);
  const step = running?.steps[running.index];
  const anchor = step && anchors.get(step.anchor);
  // The tour ends when the customer leaves the page or moves time.
  if (running && (!anchor || isMoving)) setRunning(null);
  const isIdle = isOnline && !isMoving && running === null;
  const offered = isIdle ? TOURS.find(({ id, needs }) => anchors.has(needs) && !isSeen(id)) : undefined;
  const dock = anchors.get('clock')?.closest('section') ?? undefined;
  return (
    <>
      {offered && (
        <NoticeChip dismissLabel="Dismiss tour" onDismiss={() => record(offered.id)}>
          <button type="button" className={`${CHIP_TOUCH} text-link`} onClick={() => start(offered)}>
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
          onClose={() => setRunning(null)}
        >
          <TourButtons {...running} onIndex={(index) => setRunning({ ...running, index })} />
        </TourCard>
      )}
      <ExplainHint
        key={pathname}
        canShow={isIdle && !offered && !isSeen('explain') && !showsChecklist(customer)}
        isIdle={isIdle}
        dock={dock}
        onSeen={() => record('explain')}
      />
    </>
  );
}

type TourButtonsProps = Running & { onIndex: (index: number) => void };

/** Renders the buttons of a tour. An index after the last step ends it. */
function TourButtons({ steps, index, onIndex }: TourButtonsProps) {
  const isLast = index === steps.length - 1;
  return (
    <>
      {!isLast && (
        <Button size="sm" variant="ghost" className="-ml-3" onClick={() => onIndex(steps.length)}>
          Skip
        </Button>
      )}
      <span className="flex-1" />
      {index > 0 && (
        <Button size="sm" onClick={() => onIndex(index - 1)}>
          Back
        </Button>
      )}
      <Button size="sm" variant="primary" onClick={() => onIndex(index + 1)}>
        {isLast ? 'Done' : 'Next'}
      </Button>
    </>
  );
}

/** The checklist of new customers teaches explanations, so they don't need the hint. */
const showsChecklist = ({ demo_until, shows_first_steps }: Customer) =>
  demo_until === null && shows_first_steps !== false;

/** Returns which tours the customer has seen, on any device, and a function that records one. */
function useSeenTours({ seen_tours }: Customer) {
  const { mutate } = useMutation(tourMutations.record);
  // Marks a tour as seen right away, even if saving fails.
  const [added, setAdded] = useState<readonly TourId[]>([]);
  const isSeen = (tour: TourId) => seen_tours.includes(tour) || added.includes(tour);
  function record(tour: TourId): void {
    if (isSeen(tour)) return;
    setAdded((before) => [...before, tour]);
    mutate(tour);
  }
  return { isSeen, record };
}

/** Starts the tour that the URL requests, once the page has loaded. */
function useRequestedTour(start: (tour: Tour) => void): void {
  const [search, setSearch] = useSearchParams();
  const requested = TOURS.find(({ id }) => id === search.get(PARAMETER));
  const isLoading = useIsFetching() > 0;
  const startRequested = useEffectEvent(() => {
    if (!requested) return;
    setSearch((before) => withParameters(before, { [PARAMETER]: null }), {
      replace: true,
      preventScrollReset: true,
    });
    start(requested);
  });
  useEffect(() => {
    if (!requested || isLoading) return;
    const timer = setTimeout(() => startRequested(), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [requested, isLoading]);
}
