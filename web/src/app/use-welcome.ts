import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { toast } from '@/lib/toast';

/** Required by the specification. */
const WELCOME_AFTER_MS = 2_000;
const WELCOME = 'Welcome to Your Banking Dashboard';
const SEEN_KEY = 'sandbank-welcomed';

/** Shows the welcome notice once per browser, two seconds after the first dashboard view. */
export function useWelcome(): void {
  const { pathname } = useLocation();
  const onDashboard = pathname === '/dashboard';
  useEffect(() => {
    if (!onDashboard || wasSeen()) return;
    const timer = setTimeout(() => {
      if (wasSeen()) return;
      markSeen();
      toast(WELCOME, {
        description: 'All the money here is pretend, and every balance adds up to the cent.',
      });
    }, WELCOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onDashboard]);
}

function wasSeen(): boolean {
  try {
    return localStorage.getItem(SEEN_KEY) !== null;
  } catch {
    return true;
  }
}

function markSeen(): void {
  try {
    localStorage.setItem(SEEN_KEY, 'yes');
  } catch {
    // If storage is blocked, the notice counts as seen. Otherwise, it would appear on every visit.
  }
}
