import { dayText } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor, markMinor, sumMinor } from '@engine/money/minor.ts';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '@/lib/bundle/use-loaded';
import { formatAs, formatClockDate } from '@/lib/dates';
import { prefersReducedMotion } from '@/lib/screen/reduced-motion';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { LAST_DAY, OUTLOOK, type Step, TODAY } from './outlook';
import type { Moment } from './simulation';

/** The engine and the household, loaded when the visitor approaches the clock. */
const engine = lazyPart(() => import('./simulation'));

const STEPS = [
  { step: 'P1D', label: '+1 day', pauseMs: 0 },
  { step: 'P1M', label: '+1 month', pauseMs: 20 },
  { step: 'P1Y', label: '+1 year', pauseMs: 60 },
] as const satisfies { step: Step; label: string; pauseMs: number }[];

const SHOWN_CAUSES = 3;
const START_WORTH = markMinor(OUTLOOK.today.worth);

/** Moves the demo household's clock. Shows the engine's figure at each stop of a fast-forward. */
export function useHeroClock() {
  const [moment, setMoment] = useState<Moment | null>(null);
  const [state, setState] = useState<'ready' | 'moving' | 'failed'>('ready');
  /** Identifies the current fast-forward. A later one, or leaving the page, ends it. */
  const current = useRef(0);
  useEffect(
    () => () => {
      current.current += 1;
    },
    [],
  );
  async function move({ step, pauseMs }: (typeof STEPS)[number]) {
    const own = ++current.current;
    setState('moving');
    try {
      const { simulateStep } = await engine.load();
      const hasReducedMotion = prefersReducedMotion();
      let last = moment;
      for (const stop of simulateStep(moment, step)) {
        if (own !== current.current) return;
        last = stop;
        if (hasReducedMotion || pauseMs === 0) continue;
        setMoment(stop);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      if (own !== current.current) return;
      setMoment(last);
      setState('ready');
    } catch {
      if (own === current.current) setState('failed');
    }
  }
  function reset() {
    current.current += 1;
    setMoment(null);
    setState('ready');
  }
  return { moment, state, move, reset, day: moment?.day ?? TODAY, worth: moment?.worth ?? START_WORTH };
}

/** Renders the demo household's date and net worth, with buttons that move its clock. */
export function HeroClock({ moment, state, move, reset, day, worth }: ReturnType<typeof useHeroClock>) {
  const prepare = () => void engine.load().catch(() => {});
  const isMoving = state === 'moving';
  const isAtEnd = day >= LAST_DAY;
  const steps = useRef<HTMLSpanElement>(null);
  const goBack = () => {
    // The button disappears, so the focus moves to the steps.
    steps.current?.querySelector('button')?.focus();
    reset();
  };
  return (
    <section
      aria-label="Try the clock"
      onPointerEnter={prepare}
      onFocus={prepare}
      className="min-w-0 lg:w-96 lg:shrink-0"
    >
      <div aria-live="polite" aria-busy={isMoving}>
        <p className="text-ink-3 text-sm">
          Net worth on <span className="figures">{formatClockDate(dayText(day))}</span>
        </p>
        <p>
          <Money amount={fromMinor(worth)} size="page" className="max-sm:text-2xl" />
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <span ref={steps} className="flex overflow-hidden rounded-2 border border-line-strong bg-surface">
          {STEPS.map((item) => (
            <button
              key={item.step}
              type="button"
              disabled={isAtEnd}
              onClick={() => isMoving || void move(item)}
              className="control-height whitespace-nowrap border-line-strong px-3 font-medium text-sm not-first:border-l hover:bg-sunken focus-visible:-outline-offset-2 disabled:opacity-50 sm:px-4"
            >
              {item.label}
            </button>
          ))}
        </span>
        <Button variant="ghost" className={moment ? 'px-3!' : 'invisible px-3!'} onClick={goBack}>
          Back to today
        </Button>
      </div>
      <div className="mt-3 min-h-33 text-sm">
        {state === 'failed' ? (
          <p className="text-ink-2">We couldn't load the clock. Check your connection and try again.</p>
        ) : moment ? (
          <Change moment={moment} isAtEnd={isAtEnd} />
        ) : (
          <p className="max-w-80 text-ink-2">
            Fast-forward and watch paychecks, bills, and interest change a household's net worth.
          </p>
        )}
      </div>
    </section>
  );
}

/** Lists the largest causes of the change, and the rest as one amount. Together they are the change. */
function Change({ moment: { change, causes, digest }, isAtEnd }: { moment: Moment; isAtEnd: boolean }) {
  const largest = causes.toSorted((left, right) => Math.abs(right.amount) - Math.abs(left.amount));
  const shown = largest.length > SHOWN_CAUSES + 1 ? largest.slice(0, SHOWN_CAUSES) : largest;
  const rest = sumMinor(largest.slice(shown.length), ({ amount }) => amount);
  const news = digest.lines
    .filter(({ group }) => group === 'repaid' || group === 'goal_reached')
    .flatMap(({ items }) => items)
    .at(-1);
  return (
    <>
      <dl className="figures max-w-80">
        {shown.map(({ label, amount }) => (
          <Cause key={label} label={label} amount={amount} />
        ))}
        {shown.length < largest.length && <Cause label="Everything else" amount={rest} />}
        <Cause label="Change" amount={change} isTotal />
      </dl>
      {news && (
        <p className="mt-1 font-medium text-accent-ink">
          {formatAs(new Date(news.at), 'MMM yyyy')}: {news.description}.
        </p>
      )}
      {isAtEnd && (
        <p className="mt-1 text-ink-2">
          You've reached 10 years. Try the demo to explore the household yourself.
        </p>
      )}
    </>
  );
}

function Cause({ label, amount, isTotal = false }: { label: string; amount: Minor; isTotal?: boolean }) {
  return (
    <div
      className={
        isTotal
          ? 'flex justify-between border-line border-t font-semibold'
          : 'flex justify-between text-ink-2'
      }
    >
      <dt>{label}</dt>
      <dd>
        <Money amount={fromMinor(amount)} signed size="small" />
      </dd>
    </div>
  );
}
