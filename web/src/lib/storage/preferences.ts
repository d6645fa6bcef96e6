import { createStore, useStore } from './create-store';

/**
 * Display preferences. They are stored per browser, because they depend on the screen and its surroundings.
 */
export type Preferences = {
  /** Hides amounts until the customer hovers over, focuses, or taps them. */
  privacy: boolean;
  /** Hides amounts while another window, tab, or app is in front. */
  hideWhenAway: boolean;
  contrast: 'system' | 'high';
  density: 'comfortable' | 'compact';
  motion: 'system' | 'reduced';
  weekStart: 'sunday' | 'monday';
  /** Shows streaks and achievements with the financial health score. */
  showsStreaks: boolean;
};

const KEY = 'sandbank-preferences';
const DEFAULTS: Preferences = {
  privacy: false,
  hideWhenAway: false,
  contrast: 'system',
  density: 'comfortable',
  motion: 'system',
  weekStart: 'sunday',
  showsStreaks: true,
};

/** The customer's preferences. Change them with `savePreferences`. */
export const preferences = createStore(read());

export const usePreferences = () => useStore(preferences);

export function savePreferences(changes: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...changes });
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences.get()));
  } catch {
    // If storage isn't available, the choice applies only to this page.
  }
}

/**
 * Applies the preferences to the style sheet and follows changes in other tabs. Called once, before the first
 * render.
 */
export function startPreferences(): void {
  apply();
  preferences.subscribe(apply);
  systemContrast().addEventListener('change', apply);
  areColorsForced().addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) preferences.set(read());
  });
}

const systemContrast = () => window.matchMedia('(prefers-contrast: more)');
const areColorsForced = () => window.matchMedia('(forced-colors: active)');

function apply(): void {
  const { classList, dataset } = document.documentElement;
  const { contrast, density, motion } = preferences.get();
  const isHigh = contrast === 'high' || systemContrast().matches;
  classList.toggle('high-contrast', isHigh);
  // Most customers don't need these colors, so they aren't part of the first stylesheet.
  if (isHigh || areColorsForced().matches) void import('@/contrast.css');
  dataset['density'] = density;
  dataset['motion'] = motion;
}

function read(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<
      Record<keyof Preferences, unknown>
    >;
    return {
      privacy: stored.privacy === true,
      hideWhenAway: stored.hideWhenAway === true,
      contrast: stored.contrast === 'high' ? 'high' : 'system',
      density: stored.density === 'compact' ? 'compact' : 'comfortable',
      motion: stored.motion === 'reduced' ? 'reduced' : 'system',
      weekStart: stored.weekStart === 'monday' ? 'monday' : 'sunday',
      showsStreaks: stored.showsStreaks !== false,
    };
  } catch {
    return DEFAULTS;
  }
}
