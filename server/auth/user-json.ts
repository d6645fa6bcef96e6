import type { FactorRow, IdentityRow, UserRow } from './users.ts';

/** Returns a user in the form that clients see. Omits empty optional fields. */
export function userJson(user: UserRow): Record<string, unknown> {
  return withoutEmpty({
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    email_confirmed_at: formatInstant(user.email_confirmed_at),
    invited_at: formatInstant(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: formatInstant(user.phone_confirmed_at),
    new_phone: user.phone_change || null,
    phone_change_sent_at: formatInstant(user.phone_change_sent_at),
    confirmation_sent_at: formatInstant(user.confirmation_sent_at),
    confirmed_at: formatInstant(user.confirmed_at),
    recovery_sent_at: formatInstant(user.recovery_sent_at),
    new_email: user.email_change || null,
    email_change_sent_at: formatInstant(user.email_change_sent_at),
    reauthentication_sent_at: formatInstant(user.reauthentication_sent_at),
    last_sign_in_at: formatInstant(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: user.factors.length > 0 ? user.factors.map(factorJson) : null,
    identities: user.identities.map(identityJson),
    created_at: formatInstant(user.created_at),
    updated_at: formatInstant(user.updated_at),
    banned_until: formatInstant(user.banned_until),
    deleted_at: formatInstant(user.deleted_at),
    is_anonymous: user.is_anonymous,
  });
}

export function factorJson(factor: FactorRow): Record<string, unknown> {
  const { friendly_name: name, last_challenged_at: challengedAt } = factor;
  return {
    id: factor.id,
    created_at: formatInstant(factor.created_at),
    updated_at: formatInstant(factor.updated_at),
    status: factor.status,
    ...(name && { friendly_name: name }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: formatInstant(challengedAt),
  };
}

const identityJson = (identity: IdentityRow): Record<string, unknown> =>
  withoutEmpty({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: formatInstant(identity.last_sign_in_at),
    created_at: formatInstant(identity.created_at),
    updated_at: formatInstant(identity.updated_at),
    email: identity.email,
  });

function withoutEmpty(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** Formats an instant according to RFC 3339, in UTC with the suffix Z. */
const formatInstant = (value: Date | string | null) =>
  value === null ? null : new Date(value).toISOString();
