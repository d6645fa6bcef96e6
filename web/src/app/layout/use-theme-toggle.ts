import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '@/lib/theme';

/** Returns the icon, label, and action of a control that switches between the light and the dark theme. */
export function useThemeToggle() {
  return useTheme() === 'dark'
    ? { Icon: Sun, label: 'Switch to light mode', toggle: () => chooseTheme('light') }
    : { Icon: Moon, label: 'Switch to dark mode', toggle: () => chooseTheme('dark') };
}
