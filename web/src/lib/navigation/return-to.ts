import { useLocation, useNavigate } from 'react-router';

/** The state of a link to a task of the checklist. The task's page returns to the checklist when it is done. */
export const RETURN_TO_CHECKLIST = { returnTo: '/dashboard' };

/** Returns the page that a task was started from, or null. Accepts only paths of this app. */
function getReturnPath(state: unknown): string | null {
  const path = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  return typeof path === 'string' && path.startsWith('/') && !path.startsWith('//') ? path : null;
}

/**
 * Returns a function that goes back to the page that a task was started from. Returns null if the customer
 * opened the task's page directly.
 */
export function useReturn(): (() => void) | null {
  const { state } = useLocation();
  const navigate = useNavigate();
  const path = getReturnPath(state);
  return path === null ? null : () => void navigate(path);
}
