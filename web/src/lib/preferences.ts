import { useSyncExternalStore } from 'react';

/** Display preferences, stored per browser because they depend on the screen and its surroundings. */
export type Preferences = {
  /** Hides amounts until they are hovered, focused, or tapped. */
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

/** Changes and saves preferences. */
export function prefer(changes: Partial<Preferences>): void {
  become({ ...current, ...changes });
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage the choice applies to this page only.
  }
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows other tabs and updates the style sheet. Called once, before the first render. */
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
