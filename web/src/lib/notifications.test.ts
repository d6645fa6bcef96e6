import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Alert,
  deleteNotification,
  destinationOf,
  forgetNotifications,
  markAllRead,
  markRead,
  notify,
  raiseAlerts,
  useNotifications,
} from './notifications';

const low: Alert = {
  key: 'low-balance a',
  once: 'day',
  type: 'warning',
  title: 'Low Balance Alert',
  message: '',
};
const due: Alert = {
  key: 'payment-due c 3',
  once: 'session',
  type: 'info',
  title: 'Payment Due Soon',
  message: '',
};

let shown: { current: ReturnType<typeof useNotifications> };
const titles = () => shown.current.map(({ title }) => title);
const raise = (alert: Alert, customer: string, day: string) => act(() => raiseAlerts([alert], customer, day));

beforeEach(() => {
  forgetNotifications();
  shown = renderHook(useNotifications).result;
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('an alert', () => {
  it('of a day is raised once that day, and again the next', () => {
    raise(low, 'alice', '2026-10-14');
    raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
    raise(low, 'alice', '2026-10-15');
    expect(titles()).toHaveLength(2);
  });

  it('of a day stays told when the browser is opened again', () => {
    raise(low, 'alice', '2026-10-14');
    expect(localStorage.getItem('sandbank-raised')).toContain('alice low-balance a 2026-10-14');
    expect(sessionStorage.getItem('sandbank-raised')).toBeNull();
  });

  it('of a session is raised once, whatever the day', () => {
    raise(due, 'alice', '2026-10-14');
    raise(due, 'alice', '2026-10-15');
    expect(titles()).toEqual(['Payment Due Soon']);
    expect(localStorage.getItem('sandbank-raised')).toBeNull();
  });

  it('of one customer is not held back by that of another', () => {
    raise(low, 'alice', '2026-10-14');
    raise(low, 'bob', '2026-10-14');
    expect(titles()).toHaveLength(2);
  });

  it('is gone after signing out, and raised anew after signing in', () => {
    raise(low, 'alice', '2026-10-14');
    act(forgetNotifications);
    expect(titles()).toEqual([]);
    expect(localStorage.getItem('sandbank-raised')).toBeNull();
    raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
  });

  it.each(['getItem', 'setItem'] as const)('is raised once a page where storage refuses %s', (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Storage is off.', 'SecurityError');
    });
    for (let time = 0; time < 3; time += 1) raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
  });

  it('is raised once a page where even asking for storage is refused', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Storage is off.', 'SecurityError');
    });
    for (let time = 0; time < 3; time += 1) raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
    act(forgetNotifications);
    expect(titles()).toEqual([]);
  });

  it('is raised once where storage holds something else', () => {
    localStorage.setItem('sandbank-raised', '{"not": "a list"}');
    for (let time = 0; time < 3; time += 1) raise(low, 'alice', '2026-10-14');
    expect(titles()).toHaveLength(1);
  });
});

describe('notifications', () => {
  const tell = (title: string) => act(() => notify({ title, message: '', type: 'info' }));

  it('the newest heads the list; each is read, all are read, one is deleted', () => {
    tell('first');
    tell('second');
    expect(titles()).toEqual(['second', 'first']);
    const [second, first] = shown.current;
    act(() => markRead(first?.id ?? ''));
    expect(shown.current.map(({ read }) => read)).toEqual([false, true]);
    act(markAllRead);
    expect(shown.current.every(({ read }) => read)).toBe(true);
    act(() => deleteNotification(second?.id ?? ''));
    expect(titles()).toEqual(['first']);
  });

  it.each([
    ['Loan Approved', '/loans'],
    ['Credit Limit Alert', '/credit-cards'],
    ['Low Balance Alert', '/dashboard'],
    ['Payment Due Soon', null],
  ])('a click on %s leads to %s', (title, path) => {
    expect(destinationOf({ ...low, id: '1', title, date: '', read: false })).toBe(path);
  });
});
