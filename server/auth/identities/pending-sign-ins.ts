import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AuthContext } from '../context.ts';
import type { Challenge } from './flow-states.ts';
import type { SignInSecrets } from './provider-types.ts';

/** The time limit for the sign-in at the provider. */
const VALID_SECONDS = 600;

const STATE = /^[\w-]{43}$/;

/** The state of a provider sign-in, which the callback needs. */
export type PendingSignIn = {
  provider: string;
  redirectTo: string;
  challenge: Challenge | null;
  /** The signed-in customer who links a provider; null for a sign-in. */
  linkingUserId: string | null;
};

/** Stores a provider sign-in. Only the hash of its state is stored. */
export async function startProviderSignIn(auth: AuthContext, signIn: PendingSignIn): Promise<SignInSecrets> {
  const { provider, redirectTo, challenge, linkingUserId } = signIn;
  const state = randomBytes(32).toString('base64url');
  await auth.sql`
    insert into platform.provider_sign_ins (state_hash, provider, redirect_to, code_challenge, code_challenge_method,
      linking_user_id)
    values (${hashState(state)}, ${provider}, ${redirectTo}, ${challenge?.challenge ?? null}, ${challenge?.method ?? null},
      ${linkingUserId})`;
  return deriveSecrets(auth, state);
}

type Row = {
  provider: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: Challenge['method'] | null;
  linking_user_id: string | null;
  is_late: boolean;
};

/** Uses up a state and returns its sign-in. Returns null if the state is unknown, used, or expired. */
export async function redeemProviderState(auth: AuthContext, state: string) {
  if (!STATE.test(state)) return null;
  const [row] = await auth.sql<Row[]>`
    delete from platform.provider_sign_ins where state_hash = ${hashState(state)}
    returning provider, redirect_to, code_challenge, code_challenge_method, linking_user_id,
      created_at < now() - make_interval(secs => ${VALID_SECONDS}) as is_late`;
  if (!row || row.is_late) return null;
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    provider: row.provider,
    redirectTo: row.redirect_to,
    challenge: challenge && method ? { challenge, method } : null,
    linkingUserId: row.linking_user_id,
    secrets: deriveSecrets(auth, state),
  };
}

/** Derives the verifier and nonce from the state, so that neither needs to be stored. */
function deriveSecrets(auth: AuthContext, state: string): SignInSecrets {
  const derived = (what: string) =>
    createHmac('sha256', auth.context.keys.secret).update(`provider ${what} ${state}`).digest('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}

const hashState = (state: string) => createHash('sha256').update(state).digest('hex');
