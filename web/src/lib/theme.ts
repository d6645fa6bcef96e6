import { createStore, useStore } from './storage/create-store';

export type Theme = 'light' | 'dark';

const KEY = 'theme';
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const shownTheme = createStore<Theme>('light');
const themeChoice = createStore<Theme | 'system'>('system');

/** Returns the saved theme, or else the system's theme. */
export function currentTheme(): Theme {
  return savedTheme() ?? (systemDark().matches ? 'dark' : 'light');
}

/** Follows theme changes in the system and other tabs. Called once when the app starts. */
export function startTheme(): void {
  systemDark().addEventListener('change', () => savedTheme() ?? apply(currentTheme()));
  window.addEventListener('storage', ({ key }) => key === KEY && apply(currentTheme()));
  apply(currentTheme());
}

/** Saves the theme, or returns to the system's theme. */
export function chooseTheme(choice: Theme | 'system'): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // If storage isn't available, the choice applies only to this page.
  }
  apply(choice === 'system' ? currentTheme() : choice);
}

/** Returns the chosen theme, which can be `system`. */
export const useThemeChoice = () => useStore(themeChoice);

export const useTheme = () => useStore(shownTheme);

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
  themeChoice.set(savedTheme() ?? 'system');
  shownTheme.set(theme);
}
