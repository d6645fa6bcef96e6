import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { loadEnvironment } from './environment';
import { leaveBy } from './navigation/leaving';
import { createStore, useStore } from './storage/create-store';
import { toast } from './toast';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-in'; session: Session }
  /** The password was correct, but the second factor is missing. */
  | { status: 'unproven'; session: Session }
  | { status: 'signed-out' }
  /** The customer is signing out. The guard doesn't redirect in this state. */
  | { status: 'leaving' };

const sessionState = createStore<SessionState>({ status: 'loading' });
/** A counter that increases when a customer's session ends. */
const endedSessions = createStore(0);
let started: Promise<void> | undefined;

/** Matches the storage key of the client's session. */
const STORED = /^sb-.+-auth-token$/;

/** Returns true if this browser has a stored session. Doesn't load the client. */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => STORED.test(key));
  } catch {
    return false;
  }
}

/** Connects to the bank and reads the session. Runs only once. */
export function startSession(): Promise<void> {
  started ??= readSession();
  return started;
}

/**
 * Resolves to the client. Visitors can click on prerendered pages before the client has loaded. Click
 * handlers wait for this promise.
 */
export async function whenConnected(): Promise<SupabaseClient<Database>> {
  await startSession();
  const { supabase } = await import('./supabase');
  return supabase;
}

/**
 * Returns this browser's session. If `eager` is false, skips loading the client if no session is stored and
 * no sign-in is in progress.
 */
export function useSession({ eager = true } = {}): SessionState {
  const current = useStore(sessionState, SIGNED_OUT);
  if (current.status !== 'loading') return current;
  const isExpected = hasStoredSession() || bringsSession();
  if (eager || isExpected) void startSession();
  return isExpected ? current : SIGNED_OUT;
}

/** Returns true if the URL may contain a session, from a provider sign-in or an email link. */
function bringsSession(): boolean {
  return /[#?&](access_token|code|token_hash|error)=/.test(window.location.search + window.location.hash);
}

/** Returns the customer on pages behind the guard. Throws if no customer has signed in. */
export function useCustomer(): Session['user'] {
  const current = useStore(sessionState);
  const customer = current.status === 'signed-in' ? current.session.user : lastCustomer;
  if (!customer) throw new Error('This page requires a signed-in customer.');
  return customer;
}

/** Returns the current session without waiting for a refresh. Returns null if no customer is signed in. */
export function currentSession(): Session | null {
  const state = sessionState.get();
  return state.status === 'signed-in' ? state.session : null;
}

/**
 * Calls the listener when the session ends, in this or another tab. The listener runs before any component
 * renders without a session.
 */
export const onCustomerLeft = endedSessions.subscribe;

/**
 * Signs out of this browser. Throws if the bank doesn't confirm the sign-out. Call `finishSignOut` on the
 * landing page.
 */
export async function signOut(): Promise<void> {
  const { supabase } = await import('./supabase');
  isLeaving = true;
  try {
    await leaveBy(async () => {
      const { error } = await supabase.auth.signOut({ scope: 'local' });
      if (error) throw error;
    });
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  become(null);
}

/** Removes a session that the bank has reported as ended, in every tab. */
export async function leaveEnded(): Promise<void> {
  if (!currentSession() || isLeaving) return;
  const { supabase } = await import('./supabase');
  hasEnded = true;
  toast.error("You've been signed out. Sign in again.", { id: 'ended' });
  // The bank has already deleted the session. The client's public sign-out method would send a request, so
  // this calls a private method.
  await supabase.auth['_removeSession']();
  become(null);
}

/** Refreshes the token to get the session's current assurance level. */
export async function renewSession(): Promise<void> {
  const { supabase } = await import('./supabase');
  const { error } = await supabase.auth.refreshSession();
  if (error) throw error;
}

/** Reads the session id and assurance level from the session's token. */
export function sessionClaims(session: Session): { session_id: string; aal: string } {
  const payload = session.access_token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}

export function finishSignOut(): void {
  isLeaving = false;
  if (sessionState.get().status === 'leaving') setState(SIGNED_OUT);
}

const SIGNED_OUT: SessionState = { status: 'signed-out' };
let lastCustomer: Session['user'] | undefined;
/** True after the customer clicks "Sign out". */
let isLeaving = false;
/** True after the session ended elsewhere, until the sign-in page appears. */
let hasEnded = false;

/** Returns true if the session ended elsewhere and a toast has already explained it. */
export const wasSessionEnded = () => hasEnded;

export function clearEnded(): void {
  hasEnded = false;
}

async function readSession(): Promise<void> {
  try {
    const [{ connectSupabase }, environment] = await Promise.all([import('./supabase'), loadEnvironment()]);
    const client = connectSupabase(environment);
    client.auth.onAuthStateChange((event, session) => {
      // A failed refresh is not a sign-out, because the session is still stored.
      if (session || event === 'SIGNED_OUT' || !readStoredSession()) become(session);
    });
    const stored = navigator.onLine ? null : readStoredSession();
    if (stored) become(stored);
    const { data, error } = await client.auth.getSession();
    if (error) throw error;
    become(data.session);
  } catch (error) {
    if (!navigator.onLine && currentSession()) return;
    console.error("We couldn't read the session.", error);
    toast.error('Authentication error. Please try again later.', { id: 'session' });
    started = undefined;
    setState(SIGNED_OUT);
  }
}

/**
 * Reads the session from storage. An expired session can't be renewed offline, but it still identifies the
 * customer whose offline copy can be read. The bank requires a valid session after the connection returns.
 */
function readStoredSession(): Session | null {
  try {
    const key = Object.keys(localStorage).find((name) => STORED.test(name));
    const stored = JSON.parse((key && localStorage.getItem(key)) ?? 'null') as Session | null;
    return stored?.user && stored.access_token ? stored : null;
  } catch {
    return null;
  }
}

function become(session: Session | null): void {
  if (!session) {
    setState(isLeaving ? { status: 'leaving' } : SIGNED_OUT);
    return;
  }
  const state = sessionState.get();
  const status = lacksSecondProof(session) ? 'unproven' : 'signed-in';
  if (status === 'signed-in') lastCustomer = session.user;
  if (
    state.status !== status ||
    state.session.access_token !== session.access_token ||
    state.session.user !== session.user
  )
    setState({ status, session });
}

function lacksSecondProof(session: Session): boolean {
  const hasFactor = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && sessionClaims(session).aal === 'aal1';
}

function setState(next: SessionState): void {
  const before = customerIn(sessionState.get());
  // The app now controls this attribute, which `theme.js` set before the first render.
  if (next.status !== 'loading') document.documentElement.removeAttribute('data-known');
  sessionState.set(next);
  if (before && before !== customerIn(next)) endedSessions.set(endedSessions.get() + 1);
}

function customerIn(current: SessionState): string | undefined {
  return current.status === 'signed-in' ? current.session.user.id : undefined;
}
