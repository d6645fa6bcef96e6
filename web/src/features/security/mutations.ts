import { type IdentityProof, withIdentityProof } from '@/entities/customer/identity-proof';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

function orThrow({ error }: { error: unknown }): void {
  if (error) throw error;
}

/** Returns true on success, or false if the customer closed the browser's dialog, which is not an error. */
function wasDone({ error }: { error: { name: string } | null }): boolean {
  if (!error) return true;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return false;
  throw error;
}

export const securityMutations = {
  /** Sets the daily limit for transfers between the customer's accounts; null removes it. */
  setTransferLimit: requestMutation(
    "We couldn't save the limit",
    ({ id, limit }: { id: string; limit: number | null }) =>
      supabase.from('customers').update({ daily_transfer_limit: limit }).eq('id', id).select().single(),
  ),
  changePassword: requestMutation(
    "We couldn't change your password",
    async ({ current, password }: { current: string; password: string }) =>
      orThrow(await supabase.auth.updateUser({ password, ...(current && { current_password: current }) })),
  ),
  /**
   * Adds an app and returns its secret and the URI for the QR code. The app is active after the first valid
   * code.
   */
  enrollApp: requestMutation("We couldn't add the authenticator app", async (friendlyName: string) => {
    const { data, error } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName,
      issuer: 'Sandbank',
    });
    if (error) throw error;
    return { id: data.id, secret: data.totp.secret, uri: data.totp.uri };
  }),
  verifyApp: requestMutation(
    "We couldn't add the authenticator app",
    async (answer: { factorId: string; code: string }) =>
      orThrow(await supabase.auth.mfa.challengeAndVerify(answer)),
  ),
  removeApp: requestMutation("We couldn't remove the authenticator app", async (factorId: string) => {
    orThrow(await supabase.auth.mfa.unenroll({ factorId }));
    // Refreshes the token, because removing an app lowers its assurance level.
    orThrow(await supabase.auth.refreshSession());
  }),
  createCodes: requestMutation("We couldn't create recovery codes", async (proof: IdentityProof | null) =>
    withIdentityProof(
      proof,
      async (client) => (await client.rpc('create_recovery_codes').throwOnError()).data,
    ),
  ),
  /** Adds a passkey. Returns false if the customer canceled. */
  addPasskey: requestMutation("We couldn't add the passkey", async (friendlyName: string) => {
    const created = await supabase.auth.registerPasskey();
    if (!wasDone(created)) return false;
    if (created.data && friendlyName)
      orThrow(await supabase.auth.passkey.update({ passkeyId: created.data.id, friendlyName }));
    return true;
  }),
  renamePasskey: requestMutation(
    "We couldn't rename the passkey",
    async (named: { passkeyId: string; friendlyName: string }) =>
      orThrow(await supabase.auth.passkey.update(named)),
  ),
  removePasskey: requestMutation("We couldn't remove the passkey", async (passkeyId: string) =>
    orThrow(await supabase.auth.passkey.delete({ passkeyId })),
  ),
  endSession: requestMutation("We couldn't sign out that browser", (sessionId: string) =>
    supabase.rpc('end_session', { session_id: sessionId }),
  ),
  endOtherSessions: requestMutation("We couldn't sign out your other browsers", async () =>
    orThrow(await supabase.auth.signOut({ scope: 'others' })),
  ),
  unlink: requestMutation(
    "We couldn't unlink the service",
    async (identity: Parameters<typeof supabase.auth.unlinkIdentity>[0]) =>
      orThrow(await supabase.auth.unlinkIdentity(identity)),
  ),
  /** Opens the provider's sign-in page. */
  link: requestMutation("We couldn't link the service", async (provider: string) =>
    orThrow(
      await supabase.auth.linkIdentity({
        provider: provider as 'github',
        options: { redirectTo: `${window.location.origin}/settings/security` },
      }),
    ),
  ),
  requestDeletion: requestMutation("We couldn't delete your account", async (proof: IdentityProof | null) =>
    withIdentityProof(proof, async (client) => (await client.rpc('delete_my_account').throwOnError()).data),
  ),
  cancelDeletion: requestMutation("We couldn't cancel the deletion", () =>
    supabase.rpc('cancel_account_deletion'),
  ),
};
