import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { useSyncExternalStore } from 'react';
import type { Database } from './database.types';
import { loadEnvironment } from './environment';
import { leaveBy } from './leaving';
import { toast } from './toast';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-in'; session: Session }
  /** The password was right; the second factor that this customer has is still asked for. */
  | { status: 'unproven'; session: Session }
  | { status: 'signed-out' }
  /** Signing out was asked for: the guard stays silent until the landing page stands. */
  | { status: 'leaving' };

let state: SessionState = { status: 'loading' };
let started: Promise<void> | undefined;
const listeners = new Set<() => void>();
const leaveListeners = new Set<() => void>();

/** Where the client keeps a session. */
const STORED = /^sb-.+-auth-token$/;

/**
 * Returns true if a session is stored in this browser. Cheap, so that the landing page doesn't load the
 * client.
 */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => STORED.test(key));
  } catch {
    return false;
  }
}

/** Connects to the bank and reads the session, once. */
export function startSession(): Promise<void> {
  started ??= readSession();
  return started;
}

/** The way to the bank, also for who presses before it stands: drawn pages take presses early. */
export async function whenConnected(): Promise<SupabaseClient<Database>> {
  await startSession();
  const { supabase } = await import('./supabase');
  return supabase;
}

/**
 * The session of this browser. With `eager: false` it is only read when somebody signed in here before. Where nobody did,
 * and no service sends somebody back, nobody is signed in: that need not be waited for.
 */
export function useSession({ eager = true } = {}): SessionState {
  const current = useSyncExternalStore(subscribe, () => state, atFirst);
  if (current.status !== 'loading') return current;
  const isExpected = hasStoredSession() || bringsSession();
  if (eager || isExpected) void startSession();
  return isExpected ? current : SIGNED_OUT;
}

/** Returns true if the URL may contain a session, after a provider sign-in or from a link in an email. */
function bringsSession(): boolean {
  return /[#?&](access_token|code|token_hash|error)=/.test(window.location.search + window.location.hash);
}

/** The signed-in customer's session, on pages behind the guard. Throws where there is none. */
export function useCustomer(): Session['user'] {
  const current = useSyncExternalStore(subscribe, () => state);
  const known = current.status === 'signed-in' ? current.session.user : lastCustomer;
  if (!known) throw new Error('This page requires a signed-in customer.');
  return known;
}

/** The session as it stands, without waiting for a refresh; null when nobody is signed in. */
export function currentSession(): Session | null {
  return state.status === 'signed-in' ? state.session : null;
}

/** Tells when a customer's session has ended, here or in another tab, before anything is rendered without it. */
export function onCustomerLeft(listener: () => void): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

/** Signs out of this browser; throws when the bank does not confirm it. Call `finishSignOut` at the landing page. */
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

/** The bank says that this session has ended: the browser forgets it at once, in every tab. */
export async function leaveEnded(): Promise<void> {
  if (state.status !== 'signed-in' || isLeaving) return;
  const { supabase } = await import('./supabase');
  hasEnded = true;
  toast.error("You've been signed out. Sign in again.", { id: 'ended' });
  // There is nothing left to end at the bank. The client has no public way to forget without asking.
  await supabase.auth['_removeSession']();
  become(null);
}

/** Asks for a token that says what this session has proven by now. */
export async function renewSession(): Promise<void> {
  const { supabase } = await import('./supabase');
  const { error } = await supabase.auth.refreshSession();
  if (error) throw error;
}

/** Returns the session id and assurance level from the token. */
export function sessionClaims(session: Session): { session_id: string; aal: string } {
  const payload = session.access_token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}

export function finishSignOut(): void {
  isLeaving = false;
  if (state.status === 'leaving') set(SIGNED_OUT);
}

const SIGNED_OUT: SessionState = { status: 'signed-out' };
let lastCustomer: Session['user'] | undefined;
/** From the press of 'Sign out' on: the end of the session was asked for. */
let isLeaving = false;
/** From the end of a session elsewhere on, until the sign-in page stands. */
let hasEnded = false;

/** Returns true if the customer was just told why the session ended. */
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
    if (!navigator.onLine && state.status === 'signed-in') return;
    console.error("We couldn't read the session.", error);
    toast.error('Authentication error. Please try again later.', { id: 'session' });
    started = undefined;
    set(SIGNED_OUT);
  }
}

/**
 * Without a network an expired session cannot be renewed. It still says whose copy may be read here; the bank asks for a
 * valid one as soon as it is reached.
 */
function readStoredSession(): Session | null {
  try {
    const key = Object.keys(localStorage).find((each) => STORED.test(each));
    const stored = JSON.parse((key && localStorage.getItem(key)) ?? 'null') as Session | null;
    return stored?.user && stored.access_token ? stored : null;
  } catch {
    return null;
  }
}

function become(session: Session | null): void {
  if (!session) {
    set(isLeaving ? { status: 'leaving' } : SIGNED_OUT);
    return;
  }
  const status = lacksSecondProof(session) ? 'unproven' : 'signed-in';
  if (status === 'signed-in') lastCustomer = session.user;
  if (
    state.status !== status ||
    state.session.access_token !== session.access_token ||
    state.session.user !== session.user
  )
    set({ status, session });
}

function lacksSecondProof(session: Session): boolean {
  const hasFactor = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && sessionClaims(session).aal === 'aal1';
}

function set(next: SessionState): void {
  const before = customerIn(state);
  state = next;
  // From here on the page itself knows whose it is; `theme.js` has set this before there was any.
  if (next.status !== 'loading') document.documentElement.removeAttribute('data-known');
  if (before && before !== customerIn(next)) for (const listener of leaveListeners) listener();
  for (const listener of listeners) listener();
}

function customerIn(current: SessionState): string | undefined {
  return current.status === 'signed-in' ? current.session.user.id : undefined;
}

/** The state of the prerendered landing page. */
const atFirst = () => SIGNED_OUT;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
