import { loadEnvironment } from '@/lib/environment';
import { connectVisitor, supabase } from '@/lib/supabase';

/**
 * A customer's proof of identity: a code from their authenticator app, or the password if they have no app.
 */
export type IdentityProof =
  | { factorId: string; code: string }
  | { email: string; password: string }
  | { phone: string; password: string };

/**
 * All proofs of identity share this client, because a second client with the same storage key would interfere
 * with it.
 */
let visitor: typeof supabase | undefined;

/**
 * Runs an action that needs a fresh proof of identity: a code in this session, or the password in a temporary
 * session. Throws the refusals of the sign-in service and of the action.
 */
export async function withIdentityProof<Answer>(
  proof: IdentityProof | null,
  work: (client: typeof supabase) => PromiseLike<Answer>,
): Promise<Answer> {
  // If `proof` is null, the customer has just signed in, which counts as proof of identity.
  if (!proof) return work(supabase);
  if ('factorId' in proof) {
    const answered = await supabase.auth.mfa.challengeAndVerify(proof);
    if (answered.error) throw answered.error;
    return work(supabase);
  }
  visitor ??= connectVisitor(await loadEnvironment());
  const signedIn = await visitor.auth.signInWithPassword(proof);
  if (signedIn.error) throw signedIn.error;
  try {
    return await work(visitor);
  } finally {
    await visitor.auth.signOut({ scope: 'local' });
  }
}
