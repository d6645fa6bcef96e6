import { DAY_MS } from '@engine/calendar/calendar.ts';
import { prefersReducedMotion } from '@/lib/screen/reduced-motion';
import { getFastForward, isLongFastForward, showInstant } from './clock-store';

const TRAVEL_MS = 1_400;
/** The duration for a fast-forward of one day. */
const SHORT_TRAVEL_MS = 240;
/** The shortest duration of the whole animation if the bank answers late. */
const CATCH_UP_MS = 400;
/** The longest wait for a frame. Browsers draw no frames in hidden tabs. */
const FRAME_WITHIN_MS = 100;
/**
 * The part of the current step that the marker covers at its usual speed before the bank has posted the step, and
 * the part that it then approaches more slowly, so that it never stops.
 */
const SHOWN_BEFORE_POSTED = 0.6;
const SLOW_BEFORE_POSTED = 0.35;
/** The time in which a late marker covers half of the slow part. */
const SLOW_HALF_MS = 900;
const LONGEST_STEP_MS = 31 * DAY_MS;

/**
 * The latest step that the bank has posted, when the page noticed it, and the speed at which the marker gets there in
 * the time that the bank takes for a step.
 */
type Posted = { at: number; noticed: number; speed: number };

/**
 * Moves the shown instant from the start of the current fast-forward to its end, at most to the step that the
 * bank is posting. A fast-forward of several months follows the months that the bank has posted, so that the
 * page can show their figures. Resolves once the shown instant has reached `getEnd()`, or when the fast-forward
 * ends. `getEnd` returns null until the bank has answered.
 */
export async function travel(getEnd: () => number | null): Promise<void> {
  const start = getFastForward();
  if (!start) return;
  const duration = start.to - start.from <= DAY_MS ? SHORT_TRAVEL_MS : TRAVEL_MS;
  const began = performance.now();
  let shown = start.from;
  let drawn = began;
  let step = { at: start.at, reached: began };
  let posted: Posted = { at: start.at, noticed: began, speed: 0 };
  for (let state = getFastForward(); state; state = getFastForward()) {
    const end = getEnd();
    if (end !== null && prefersReducedMotion()) return;
    const now = performance.now();
    // The bank reads the clock after this page, so its end can be later than expected.
    const distance = (end ?? state.to) - state.from;
    const planned = state.from + distance * ease(Math.min(1, (now - began) / duration));
    const posting = Math.min(LONGEST_STEP_MS, state.to - state.at);
    if (step.at !== state.at || planned <= state.at + posting * SHOWN_BEFORE_POSTED)
      step = { at: state.at, reached: now };
    const slowed = (now - step.reached) / (now - step.reached + SLOW_HALF_MS);
    if (posted.at !== state.at)
      posted = {
        at: state.at,
        noticed: now,
        speed: Math.max(0, state.at - shown) / (now - posted.noticed),
      };
    const isFollowing = isLongFastForward(state) && state.at > state.from;
    const following = Math.min(state.at, shown + posted.speed * (now - drawn));
    const limit =
      end ??
      (isFollowing ? following : state.at + posting * (SHOWN_BEFORE_POSTED + SLOW_BEFORE_POSTED * slowed));
    const next = Math.min(planned, limit, shown + (distance * (now - drawn)) / CATCH_UP_MS);
    if (next > shown && !prefersReducedMotion()) {
      shown = next;
      showInstant(shown);
    }
    drawn = now;
    if (end !== null && shown >= end) return;
    await nextFrame();
  }
}

/** Starts and ends slowly: the cubic easing of a value between 0 and 1. */
const ease = (share: number) => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2);

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const frame = requestAnimationFrame(draw);
    const timer = setTimeout(draw, FRAME_WITHIN_MS);
    function draw() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      resolve();
    }
  });
}
