import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const KEY = 'theme';
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The saved theme, or else the system's. */
export function currentTheme(): Theme {
  return savedTheme() ?? (systemDark().matches ? 'dark' : 'light');
}

/** Follows changes of the system and other tabs. Called once when the app starts. */
export function startTheme(): void {
  systemDark().addEventListener('change', () => savedTheme() ?? apply(currentTheme()));
  window.addEventListener('storage', ({ key }) => key === KEY && apply(currentTheme()));
  apply(currentTheme());
}

/** Saves the theme and stops following the system. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice applies to this page only.
  }
  apply(theme);
}

/** Clears the theme and follows the system again. */
export function followSystemTheme(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A failed write leaves nothing to delete.
  }
  apply(currentTheme());
}

/** Returns the chosen theme, which may be `system`. */
export function useThemeChoice(): Theme | 'system' {
  return useSyncExternalStore(subscribe, () => savedTheme() ?? 'system');
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, shownTheme, () => 'light'), chooseTheme];
}

function shownTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function savedTheme(): Theme | null {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === 'light' || saved === 'dark' ? saved : null;
  } catch {
    return null;
  }
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
