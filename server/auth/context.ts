import type { Context } from 'hono';
import type postgres from 'postgres';
import type { ServerContext } from '../http/context.ts';
import type { Config } from '../settings/settings.ts';
import { type Client, readClient } from './client.ts';
import { durationSeconds } from './duration.ts';
import { createProviders, type Providers } from './identities/providers.ts';
import type { Delivery } from './mail/delivery.ts';
import { createOneTimeTokens, type OneTimeTokens } from './mail/one-time-tokens.ts';
import { type MailTemplates, readMailTemplates } from './mail/templates.ts';
import type { PasswordRules } from './passwords/password-policy.ts';
import { createRateLimits, type Limit, type RateLimits } from './rate-limits.ts';
import { readSessionEnds, type SessionEnds } from './sessions/ended-sessions.ts';
import type { Queries } from './users.ts';

/** The shared dependencies of the auth handlers. */
export type AuthContext = {
  context: ServerContext;
  config: Config['auth'];
  sql: postgres.Sql;
  passwords: PasswordRules;
  limits: RateLimits;
  windows: Record<
    'signIn' | 'anonymous' | 'token' | 'verify' | 'mail' | 'mailsSent' | 'text' | 'textsSent' | 'code',
    Limit
  >;
  tokens: OneTimeTokens;
  /** The sign-in providers. */
  providers: Providers;
  /** The operator's email templates. */
  templates: MailTemplates;
  delivery: Delivery;
  sessionEnds: SessionEnds;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Attempts at six-digit codes per address and hour, from all clients. Guessing succeeds 1 time in 50,000. */
const CODES_AN_HOUR = 20;

export function createAuthContext(context: ServerContext, delivery: Delivery): AuthContext {
  const { auth: config } = context.settings.config;
  const { rate_limit: limits, email, sms } = config;
  const sql = context.database.auth;
  const { secret } = context.keys;
  const perFiveMinutes = (most: number) => ({ most, seconds: 5 * MINUTE });
  return {
    context,
    config,
    sql,
    passwords: {
      minimumLength: config.minimum_password_length,
      requirements: config.password_requirements,
      refuseCommon: config.password_hibp_enabled,
    },
    limits: createRateLimits(sql, secret),
    windows: {
      signIn: perFiveMinutes(limits.sign_in_sign_ups),
      anonymous: { most: limits.anonymous_users, seconds: HOUR },
      // Like Supabase, one limit for all grants of /token, including passwords.
      token: perFiveMinutes(limits.token_refresh),
      verify: perFiveMinutes(limits.token_verifications),
      mail: { most: 1, seconds: durationSeconds(email.max_frequency) ?? MINUTE },
      mailsSent: { most: limits.email_sent, seconds: HOUR },
      text: { most: 1, seconds: durationSeconds(sms.max_frequency) ?? MINUTE },
      textsSent: { most: limits.sms_sent, seconds: HOUR },
      code: { most: CODES_AN_HOUR, seconds: HOUR },
    },
    tokens: createOneTimeTokens(secret, { digits: email.otp_length, validSeconds: email.otp_expiry }),
    providers: createProviders(config, context.settings.publicUrl),
    templates: readMailTemplates(email, context.settings.projectFolder),
    delivery,
    sessionEnds: readSessionEnds(config.sessions),
  };
}

/** The client of a request. */
export function getClient(auth: AuthContext, c: Context): Client {
  return readClient(c, auth.context.settings.trustProxy);
}

/** Writes to the operator's log. */
export async function audit(
  sql: Queries,
  client: Client,
  action: string,
  actor: { id: string | null; name: string | null },
): Promise<void> {
  const payload = { action, actor_id: actor.id, actor_username: actor.name };
  await sql`
    insert into auth.audit_log_entries (payload, ip_address) values (${sql.json(payload)}, ${client.address})`;
}
