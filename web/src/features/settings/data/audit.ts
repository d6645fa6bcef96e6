import { loadEnvironment } from '@/lib/environment';
import { connectVisitor, supabase } from '@/lib/supabase';

/** How a customer proves anew that it is them: by a code of their app, or where there is none by the password. */
export type Proof =
  | { factorId: string; code: string }
  | { email: string; password: string }
  | { phone: string; password: string };

/** One for all proofs: a second client under the same name would disturb the first. */
let visitor: typeof supabase | undefined;

/**
 * Does what needs a fresh proof: with a code on this session, or with the password in a session of its own that ends
 * right after. Refuses as the sign-in service and the work do.
 */
export async function withAudit<Answer>(
  proof: Proof | null,
  work: (client: typeof supabase) => PromiseLike<Answer>,
): Promise<Answer> {
  // A new sign-in counts as proof of identity.
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
