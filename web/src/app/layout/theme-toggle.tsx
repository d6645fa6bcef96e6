import { Moon, Sun } from 'lucide-react';
import { useTheme } from '@/lib/theme';
import { IconButton } from './icon-button';

export function ThemeToggle() {
  const [theme, chooseTheme] = useTheme();
  const isDark = theme === 'dark';
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? 'Switch to light mode' : 'Switch to dark mode'}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  );
}
