import type { SupabaseClient } from '@supabase/supabase-js';
import { whenConnected } from '@/lib/session';

/** The types of the client and of the browser differ, but both describe the same JSON. */
type VerifiedCredential = Parameters<
  SupabaseClient['auth']['passkey']['verifyAuthentication']
>[0]['credential'];

/**
 * Adds the customer's passkeys to the browser's suggestions for the address field, and signs in with the one
 * that the customer chooses. Resolves without an effect if the browser can't suggest passkeys. Rejects with
 * an AbortError if aborted, or with the sign-in service's error.
 */
export async function signInWithSuggestedPasskey(signal: AbortSignal): Promise<void> {
  if (!(await canSuggestPasskeys())) return;
  const { auth } = await whenConnected();
  signal.throwIfAborted();
  const started = await auth.passkey.startAuthentication();
  if (started.error) throw started.error;
  const credential = await navigator.credentials.get({
    mediation: 'conditional',
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
      started.data.options as PublicKeyCredentialRequestOptionsJSON,
    ),
    signal,
  });
  const { error } = await auth.passkey.verifyAuthentication({
    challengeId: started.data.challenge_id,
    credential: (credential as PublicKeyCredential).toJSON() as VerifiedCredential,
  });
  if (error) throw error;
}

async function canSuggestPasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in window) || !('parseRequestOptionsFromJSON' in PublicKeyCredential))
    return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
