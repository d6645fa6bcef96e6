import type { Context } from 'hono';
import type { ServerContext } from '../http/context.ts';
import { type Client, readClient } from './client.ts';
import { createProviders } from './identities/providers.ts';
import type { Delivery } from './mail/delivery.ts';
import { createOneTimeTokens } from './mail/one-time-tokens.ts';
import { readMailTemplates } from './mail/templates.ts';
import type { PasswordRules } from './passwords/password-policy.ts';
import { createRateLimits } from './rate-limits.ts';
import { readSessionLimits } from './sessions/ended-sessions.ts';
import type { Queries, UserRow } from './users.ts';

/** The shared dependencies of the auth handlers. */
export type AuthContext = ReturnType<typeof createAuthContext>;

export function createAuthContext(context: ServerContext, delivery: Delivery) {
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
    } satisfies PasswordRules,
    limits: createRateLimits(sql, secret, config),
    tokens: createOneTimeTokens(secret, { digits: email.otp_length, validSeconds: email.otp_expiry }),
    providers: createProviders(config, context.settings.publicUrl),
    templates: readMailTemplates(email, context.settings.projectFolder),
    delivery,
    sessionLimits: readSessionLimits(config.sessions),
  };
}

export const getClient = (auth: AuthContext, c: Context) => readClient(c, auth.context.settings.trustProxy);

/** Records an action in the operator's audit log. `user` is undefined if the user is unknown. */
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

/** Handles an auth API request. Returns the JSON of the response, or a complete response. */
export type Handler = (auth: AuthContext, c: Context) => unknown;
