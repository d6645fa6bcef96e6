import { createHash, createHmac, randomInt } from 'node:crypto';
import { AuthError } from '../auth-error.ts';
import type { Challenge } from '../identities/flow-states.ts';
import type { Queries, UserRow } from '../users.ts';

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

export type OneTimeToken = {
  user_id: string;
  token_type: TokenType;
  relates_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
};

/**
 * A token that a customer presents: the code with the address that received the code, or the hash from the
 * link.
 */
export type Presented = { address: string; code: string } | { tokenHash: string };

type TokenRequest = {
  userId: string;
  type: TokenType;
  address: string;
  code?: string;
  challenge?: Challenge | null;
};

const PKCE_PREFIX = 'pkce_';
const HASH_LENGTH = 56;

/**
 * Creates codes and links for emails. A link contains a keyed hash of the address and code, and the database
 * stores only a hash of that hash. Codes and links can't be read from the database, and guessing a link is as
 * hard as guessing a full hash.
 */
export function createOneTimeTokens(
  secret: Uint8Array,
  { digits, validSeconds }: { digits: number; validSeconds: number },
) {
  const computeHash = (address: string, code: string) =>
    createHmac('sha256', secret)
      .update(`one-time token ${address} ${code}`)
      .digest('hex')
      .slice(0, HASH_LENGTH);

  return {
    /**
     * Creates a token for a user and purpose, and replaces an earlier one. Returns the code and the link's
     * hash, which can't be retrieved later. The code is random unless a fixed code is given. If there is no
     * user, does the same work but stores nothing.
     */
    async issue(sql: Queries, requested: TokenRequest): Promise<{ code: string; tokenHash: string }> {
      const { userId, type, address, challenge, code = randomCode(digits) } = requested;
      const tokenHash = computeHash(address, code);
      await sql`
        insert into auth.one_time_tokens
          (user_id, token_type, token_hash, relates_to, code_challenge, code_challenge_method)
        select u.id, ${type}::auth.one_time_token_type, ${hashForStorage(tokenHash)}, ${address},
          ${challenge?.challenge ?? null}, ${challenge?.method ?? null}::auth.code_challenge_method
        from auth.users u where u.id = ${userId}
        on conflict (user_id, token_type) do update set
          token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = now(), updated_at = now(),
          code_challenge = excluded.code_challenge, code_challenge_method = excluded.code_challenge_method`;
      return { code, tokenHash: challenge ? `${PKCE_PREFIX}${tokenHash}` : tokenHash };
    },

    /** Uses up a token. Throws 403 `otp_expired` if it is unknown or expired. */
    async redeem(sql: Queries, presented: Presented, types: readonly TokenType[]): Promise<OneTimeToken> {
      const byLink = 'tokenHash' in presented;
      const hash = byLink ? presented.tokenHash : computeHash(presented.address, presented.code);
      const [token] = await sql<OneTimeToken[]>`
        delete from auth.one_time_tokens
        where token_hash = ${hashForStorage(hash)} and token_type::text = any(${[...types]})
          and created_at > now() - make_interval(secs => ${validSeconds})
        returning user_id, token_type, relates_to, code_challenge, code_challenge_method`;
      if (token) return token;
      const message = byLink ? 'Email link is invalid or has expired' : 'Token has expired or is invalid';
      throw new AuthError(403, 'otp_expired', message);
    },
  };
}

/** The auth.users column that stores when a message with this type of token was last sent. */
const SENT_AT: Record<TokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
};

type Recipient = Pick<UserRow, 'email' | 'email_change' | 'raw_user_meta_data'>;

/**
 * Records that a message with this type of token is being sent. Returns the message's recipient, or undefined
 * if there is no such user.
 */
export async function recordSending(sql: Queries, userId: string, type: TokenType) {
  const [user] = await sql<Recipient[]>`
    update auth.users set ${sql({ [SENT_AT[type]]: new Date() })} where id = ${userId}
    returning email, email_change, raw_user_meta_data`;
  return user;
}

export const randomCode = (digits: number) => Array.from({ length: digits }, () => randomInt(10)).join('');

function hashForStorage(tokenHash: string): string {
  const bare = tokenHash.startsWith(PKCE_PREFIX) ? tokenHash.slice(PKCE_PREFIX.length) : tokenHash;
  return createHash('sha256').update(bare).digest('hex');
}
