import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runWhenIdle } from './when-idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('waits until the page has been open for a while', () => {
  const work = vi.fn();
  runWhenIdle(work);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledOnce();
});

it('loads nothing while offline, and once when the network returns', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const work = vi.fn();
  runWhenIdle(work);
  vi.advanceTimersByTime(5_000);
  expect(work).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(work).toHaveBeenCalledOnce();
});
