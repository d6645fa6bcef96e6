import { useSyncExternalStore } from 'react';

/** How this browser shows the bank. Kept in the browser: it says something of the screen and the room, not of the customer. */
export type Preferences = {
  /** Amounts are hidden until they are pointed at, focused or pressed. */
  privacy: boolean;
  density: 'comfortable' | 'compact';
  motion: 'system' | 'reduced';
  weekStart: 'sunday' | 'monday';
};

const KEY = 'sandbank-preferences';
const DEFAULTS: Preferences = {
  privacy: false,
  density: 'comfortable',
  motion: 'system',
  weekStart: 'sunday',
};

const listeners = new Set<() => void>();
let current: Preferences = read();

export function preferences(): Preferences {
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, preferences);
}

/** Changes and keeps some of them. */
export function prefer(changes: Partial<Preferences>): void {
  become({ ...current, ...changes });
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage the choice holds for this page only.
  }
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows other tabs, and tells the style sheet. Once, before anything is rendered. */
export function startPreferences(): void {
  apply();
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) become(read());
  });
}

function become(next: Preferences): void {
  current = next;
  apply();
  for (const listener of listeners) listener();
}

function apply(): void {
  const { dataset } = document.documentElement;
  dataset['density'] = current.density;
  dataset['motion'] = current.motion;
}

function read(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Preferences, unknown>>;
    return {
      privacy: kept.privacy === true,
      density: kept.density === 'compact' ? 'compact' : 'comfortable',
      motion: kept.motion === 'reduced' ? 'reduced' : 'system',
      weekStart: kept.weekStart === 'monday' ? 'monday' : 'sunday',
    };
  } catch {
    return DEFAULTS;
  }
}
