/**
 * Returns the page that a visitor requested before signing in, from the state of the sign-in page. Accepts only
 * paths of this app. Returns the dashboard if there is none.
 */
export function getRequestedPage(state: unknown): string {
  const requested =
    typeof state === 'object' && state !== null && 'requestedPage' in state ? state.requestedPage : null;
  return typeof requested === 'string' && requested.startsWith('/') && !requested.startsWith('//')
    ? requested
    : '/dashboard';
}
