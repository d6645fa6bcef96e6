import type { Context } from 'hono';
import type postgres from 'postgres';
import type { ServerContext } from '../http/context.ts';
import type { Config } from '../settings/settings.ts';
import { type Client, readClient } from './client.ts';
import { createProviders, type Providers } from './identities/providers.ts';
import type { Delivery } from './mail/delivery.ts';
import { createOneTimeTokens, type OneTimeTokens } from './mail/one-time-tokens.ts';
import { type MailTemplates, readMailTemplates } from './mail/templates.ts';
import type { PasswordRules } from './passwords/password-policy.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { readSessionLimits, type SessionLimits } from './sessions/ended-sessions.ts';
import type { Queries, UserRow } from './users.ts';

/** The shared dependencies of the auth handlers. */
export type AuthContext = {
  context: ServerContext;
  config: Config['auth'];
  sql: postgres.Sql;
  passwords: PasswordRules;
  limits: RateLimits;
  tokens: OneTimeTokens;
  /** The sign-in providers. */
  providers: Providers;
  /** The operator's email templates. */
  templates: MailTemplates;
  delivery: Delivery;
  sessionLimits: SessionLimits;
};

export function createAuthContext(context: ServerContext, delivery: Delivery): AuthContext {
  const { auth: config } = context.settings.config;
  const { email } = config;
  const sql = context.database.auth;
  const { secret } = context.keys;
  return {
    context,
    config,
    sql,
    passwords: {
      minimumLength: config.minimum_password_length,
      requirements: config.password_requirements,
      refuseCommon: config.password_hibp_enabled,
    },
    limits: createRateLimits(sql, secret, config),
    tokens: createOneTimeTokens(secret, { digits: email.otp_length, validSeconds: email.otp_expiry }),
    providers: createProviders(config, context.settings.publicUrl),
    templates: readMailTemplates(email, context.settings.projectFolder),
    delivery,
    sessionLimits: readSessionLimits(config.sessions),
  };
}

/** The client of a request. */
export function getClient(auth: AuthContext, c: Context): Client {
  return readClient(c, auth.context.settings.trustProxy);
}

/** Records an action of a user, who may be unknown, in the operator's log. */
export async function audit(
  sql: Queries,
  client: Client,
  action: string,
  user: Pick<UserRow, 'id' | 'email'> | undefined,
  name: string | null = user?.email ?? null,
): Promise<void> {
  const payload = { action, actor_id: user?.id ?? null, actor_username: name };
  await sql`
    insert into auth.audit_log_entries (payload, ip_address) values (${sql.json(payload)}, ${client.address})`;
}

/** Handles a request of the auth interface. Returns the JSON of the response, or a response. */
export type Handler = (auth: AuthContext, c: Context) => unknown;
