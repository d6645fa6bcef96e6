import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeStored } from '@/lib/storage/customer-keys';
import {
  type Alert,
  clearNotifications,
  deleteNotification,
  forgetNotifications,
  getDestination,
  markAllRead,
  markRead,
  markUnread,
  type Notice,
  notify,
  resolve,
  useAnnouncement,
  useNotifications,
} from './notifications';

const low: Alert = {
  kind: 'low_balance',
  key: 'low-balance a',
  once: 'day',
  type: 'warning',
  title: 'Low Balance Alert',
  message: '',
};
const due: Alert = {
  kind: 'payment_due',
  key: 'payment-due c 3',
  once: 'session',
  type: 'info',
  title: 'Payment Due Soon',
  message: '',
};
const failed: Notice = {
  kind: 'payment_failed',
  id: 'payment_failed rent:1',
  at: '2026-10-13T07:00:00Z',
  type: 'error',
  title: 'Payment Failed',
  message: 'Rent could not be paid.',
  to: '/scheduled-payments',
};
const reached: Notice = {
  ...failed,
  id: 'goal_reached g',
  at: '2026-10-12T07:00:00Z',
  title: 'Goal Reached',
};

let shown: { current: ReturnType<typeof useNotifications> };
let announced: { current: ReturnType<typeof useAnnouncement> };
const titles = () => shown.current.map(({ title }) => title);
const reads = () => shown.current.map(({ read }) => read);
const at = (day: string) => ({ day, now: `${day}T12:00:00Z` });
const raise = (alert: Alert, customer: string, day: string) =>
  act(() => notify({ alerts: [alert], notices: [] }, customer, at(day)));
const show = (notices: Notice[], day = '2026-10-14', customer = 'alice') =>
  act(() => notify({ alerts: [], notices }, customer, at(day)));
/** Simulates a reload, which keeps only the browser's storage. */
const reload = () => show([], '2026-10-14', 'nobody');

beforeEach(() => {
  forgetNotifications();
  removeStored();
  shown = renderHook(useNotifications).result;
  announced = renderHook(useAnnouncement).result;
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('an alert', () => {
  it('reappears after a reload while it applies, with its read state, unless it was deleted', () => {
    raise(low, 'alice', '2026-10-14');
    raise(due, 'alice', '2026-10-14');
    reload();
    act(() => notify({ alerts: [low, due], notices: [] }, 'alice', at('2026-10-14')));
    expect(titles().toSorted()).toEqual(['Low Balance Alert', 'Payment Due Soon']);
    expect(reads()).toEqual([false, false]);
    act(markAllRead);
    reload();
    act(() => notify({ alerts: [low, due], notices: [] }, 'alice', at('2026-10-14')));
    expect(reads()).toEqual([true, true]);
    act(() => void clearNotifications());
    reload();
    act(() => notify({ alerts: [low, due], notices: [] }, 'alice', at('2026-10-14')));
    expect(titles()).toEqual([]);
    raise(low, 'alice', '2026-10-15');
    expect(reads()).toEqual([false]);
  });

  it('for a day is created once that day, and again the next day', () => {
    raise(low, 'alice', '2026-10-14');
    raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
    raise(low, 'alice', '2026-10-15');
    expect(titles()).toHaveLength(2);
  });

  it("for a day isn't repeated when the browser reopens", () => {
    raise(low, 'alice', '2026-10-14');
    expect(localStorage.getItem('sandbank-raised')).toContain('alice low-balance a 2026-10-14');
    expect(sessionStorage.getItem('sandbank-raised')).toBeNull();
  });

  it('for a session is created once, whatever the day', () => {
    raise(due, 'alice', '2026-10-14');
    raise(due, 'alice', '2026-10-15');
    expect(titles()).toEqual(['Payment Due Soon']);
    expect(localStorage.getItem('sandbank-raised')).toBeNull();
    expect(sessionStorage.getItem('sandbank-raised')).toContain('alice payment-due c 3');
  });

  it("of one customer isn't affected by or shown to another", () => {
    raise(low, 'alice', '2026-10-14');
    raise(low, 'bob', '2026-10-14');
    expect(titles()).toHaveLength(1);
  });

  it('has the simulated date and appears above earlier events', () => {
    show([failed]);
    raise(low, 'alice', '2026-10-14');
    show([failed]);
    expect(titles()).toEqual(['Low Balance Alert', 'Payment Failed']);
    expect(shown.current[0]?.date).toBe('2026-10-14T12:00:00Z');
  });

  it('disappears after signing out and is created again after signing in', () => {
    raise(low, 'alice', '2026-10-14');
    act(forgetNotifications);
    expect(titles()).toEqual([]);
    expect(localStorage.getItem('sandbank-raised')).toBeNull();
    raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
  });

  it.each(['getItem', 'setItem'] as const)('is created once per page where storage refuses %s', (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Storage is off.', 'SecurityError');
    });
    for (let time = 0; time < 3; time += 1) raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
  });

  it('is created once per page where access to storage is refused', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Storage is off.', 'SecurityError');
    });
    for (let time = 0; time < 3; time += 1) raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
    act(forgetNotifications);
    expect(titles()).toEqual([]);
  });

  it('is created once where storage holds something else', () => {
    localStorage.setItem('sandbank-raised', '{"not": "a list"}');
    for (let time = 0; time < 3; time += 1) raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
  });
});

describe('an event alert', () => {
  it('reappears after a reload with its read or deleted state', () => {
    show([failed, reached]);
    expect(titles()).toEqual(['Payment Failed', 'Goal Reached']);
    act(() => markRead(failed.id));
    act(() => deleteNotification(reached.id));
    reload();
    show([failed, reached]);
    expect(titles()).toEqual(['Payment Failed']);
    expect(reads()).toEqual([true]);
    act(() => markUnread(failed.id));
    reload();
    show([failed, reached]);
    expect(reads()).toEqual([false]);
  });

  it('keeps its text on screen until a similar one replaces it', () => {
    show([failed]);
    show([{ ...failed, message: 'Rent could not be paid, and 11 more like it.' }]);
    expect(shown.current[0]?.message).toBe('Rent could not be paid.');
    show([{ ...failed, id: 'payment_failed rent:2', at: '2026-10-14T07:00:00Z' }]);
    expect(shown.current.map(({ id }) => id)).toEqual(['payment_failed rent:2']);
  });

  it('without its own time keeps the time it first appeared', () => {
    const budget: Notice = { ...failed, id: 'budget_passed f 2026-10', at: null };
    show([budget], '2026-10-14');
    reload();
    show([budget], '2026-10-20');
    expect(shown.current[0]?.date).toBe('2026-10-14T12:00:00Z');
  });

  it('is marked as seen up to the newest once nothing is unread', () => {
    show([failed, reached]);
    act(() => markRead(reached.id));
    expect(localStorage.getItem('sandbank-of:alice:notifications')).toContain('"seen":"2026-10-07');
    act(() => markRead(failed.id));
    expect(localStorage.getItem('sandbank-of:alice:notifications')).toContain(`"seen":"${failed.at}"`);
  });

  it('of a time that is in the future again, after restoring a checkpoint, appears again', () => {
    show([failed]);
    act(() => deleteNotification(failed.id));
    show([], '2026-10-01');
    show([failed]);
    expect(reads()).toEqual([false]);
  });

  it('leaves no trace after signing out', () => {
    show([failed]);
    act(markAllRead);
    act(forgetNotifications);
    removeStored();
    show([failed]);
    expect(reads()).toEqual([false]);
  });

  it('stays deleted where the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Storage is off.', 'SecurityError');
    });
    show([failed]);
    act(() => deleteNotification(failed.id));
    show([failed]);
    expect(titles()).toEqual([]);
  });

  it.each(['7', '{"seen": 3, "alertMarks": {}}', '{"seen": null, "alertMarks": {"a": 1}}', '{'])(
    'appears where the browser stored %s',
    (text) => {
      localStorage.setItem('sandbank-of:alice:notifications', text);
      show([failed]);
      expect(titles()).toEqual(['Payment Failed']);
    },
  );
});

describe('notifications', () => {
  it('are marked as read together, and each can be restored after deletion', () => {
    raise(low, 'alice', '2026-10-14');
    show([failed]);
    act(markAllRead);
    expect(reads()).toEqual([true, true]);
    const [first] = shown.current;
    let undo: () => void = () => {};
    act(() => {
      undo = deleteNotification(first?.id ?? '');
    });
    expect(titles()).toEqual(['Payment Failed']);
    act(undo);
    expect(titles()).toEqual(['Low Balance Alert', 'Payment Failed']);
    act(() => {
      undo = clearNotifications();
    });
    show([failed]);
    expect(titles()).toEqual([]);
    act(undo);
    expect(titles()).toHaveLength(2);
  });

  it('are not restored for the next customer', () => {
    show([failed]);
    let undo: () => void = () => {};
    act(() => {
      undo = clearNotifications();
    });
    act(forgetNotifications);
    act(undo);
    expect(titles()).toEqual([]);
  });

  it('are announced once when they arrive, but not when the page opens with them', () => {
    show([failed]);
    act(resolve);
    expect(announced.current.text).toBe('');
    show([failed, reached]);
    expect(announced.current.text).toBe('New notification: Goal Reached. Rent could not be paid.');
    const { id } = announced.current;
    show([failed, reached]);
    expect(announced.current.id).toBe(id);
    act(() => notify({ alerts: [low, due], notices: [failed, reached] }, 'alice', at('2026-10-14')));
    expect(announced.current.text).toBe('2 new notifications.');
  });

  it.each([
    ['Loan Approved', '/loans'],
    ['Credit Limit Alert', '/credit-cards'],
    ['Low Balance Alert', '/dashboard'],
    ['Payment Due Soon', null],
    ['Payment Failed', null],
  ])('a click on %s leads to %s', (title, path) => {
    expect(getDestination({ title })).toBe(path);
  });
});
