import type { FactorRow, IdentityRow, UserRow } from './users.ts';

/** Returns a user as clients see one, without empty optional fields. */
export function userJson(user: UserRow): Record<string, unknown> {
  return withoutEmpty({
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    email_confirmed_at: instant(user.email_confirmed_at),
    invited_at: instant(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: instant(user.phone_confirmed_at),
    new_phone: user.phone_change || null,
    phone_change_sent_at: instant(user.phone_change_sent_at),
    confirmation_sent_at: instant(user.confirmation_sent_at),
    confirmed_at: instant(user.confirmed_at),
    recovery_sent_at: instant(user.recovery_sent_at),
    new_email: user.email_change || null,
    email_change_sent_at: instant(user.email_change_sent_at),
    reauthentication_sent_at: instant(user.reauthentication_sent_at),
    last_sign_in_at: instant(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: user.factors.length > 0 ? user.factors.map(factorJson) : null,
    identities: user.identities.map(identityJson),
    created_at: instant(user.created_at),
    updated_at: instant(user.updated_at),
    banned_until: instant(user.banned_until),
    deleted_at: instant(user.deleted_at),
    is_anonymous: user.is_anonymous,
  });
}

/** Returns a factor as clients see one. */
export function factorJson(factor: FactorRow): Record<string, unknown> {
  const { friendly_name: name, last_challenged_at: challengedAt } = factor;
  return {
    id: factor.id,
    created_at: instant(factor.created_at),
    updated_at: instant(factor.updated_at),
    status: factor.status,
    ...(name && { friendly_name: name }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: instant(challengedAt),
  };
}

function identityJson(identity: IdentityRow): Record<string, unknown> {
  return withoutEmpty({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: instant(identity.last_sign_in_at),
    created_at: instant(identity.created_at),
    updated_at: instant(identity.updated_at),
    email: identity.email,
  });
}

function withoutEmpty(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** RFC 3339 with Z. */
function instant(value: Date | string | null): string | null {
  return value === null ? null : new Date(value).toISOString();
}
