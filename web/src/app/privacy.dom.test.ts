import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { preferences, savePreferences } from '@/lib/storage/preferences';
import { startPrivacy } from './privacy';

const balance = () => document.querySelector('p')?.textContent;

/** Moves the focus of the operating system to or from the page. */
function focusWindow(isFocused: boolean): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(isFocused);
  window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur'));
}

describe('privacy mode', () => {
  beforeAll(() => {
    document.body.innerHTML = '<p>You have $1,234.56.</p>';
    startPrivacy();
  });
  afterEach(() => {
    savePreferences({ privacy: false, hideWhenAway: false });
    focusWindow(true);
  });

  it('shows amounts in a window that is not in front, unless the customer chose otherwise', () => {
    focusWindow(false);
    expect(balance()).toBe('You have $1,234.56.');
    savePreferences({ hideWhenAway: true });
    expect(balance()).toBe('You have $••••.');
  });

  it('shows the amounts again when the customer returns', () => {
    savePreferences({ hideWhenAway: true });
    focusWindow(false);
    expect(balance()).toBe('You have $••••.');
    focusWindow(true);
    expect(balance()).toBe('You have $1,234.56.');
  });

  it('keeps amounts hidden after the return if privacy mode is on', () => {
    savePreferences({ privacy: true, hideWhenAway: true });
    focusWindow(false);
    focusWindow(true);
    expect(balance()).toBe('You have $••••.');
    expect(preferences.get().privacy).toBe(true);
  });
});
