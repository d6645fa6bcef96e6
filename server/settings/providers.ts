import { z } from 'zod';

const client = {
  enabled: z.boolean().default(false),
  /** Client ids, separated by commas; the first one signs in. */
  client_id: z.string().default(''),
  secret: z.string().default(''),
  /** The callback address. Defaults to `/auth/v1/callback` of the public address. */
  redirect_uri: z.string().default(''),
  /** The issuer of an OpenID provider or the address of a GitHub server. Optional for known providers. */
  url: z.string().default(''),
};

const externalProvider = z.looseObject({
  ...client,
  /** For providers whose tokens have no nonce. */
  skip_nonce_check: z.boolean().default(false),
  /** Admits customers without an email address. */
  email_optional: z.boolean().default(false),
});

const singleSignOn = z.looseObject({
  ...client,
  /** The id by which a client can choose it instead of by domain. */
  provider_id: z.guid(),
  /** The organization's email domains. */
  domains: z.array(z.string().toLowerCase()).default([]),
});

/**
 * `[auth.external.<name>]`: sign-in providers with the Supabase CLI's keys. `[auth.sso.<name>]`: an
 * organization's OpenID provider, which the CLI stores in the database instead.
 */
export const providerSettings = {
  external: z.record(z.string(), externalProvider).default({}),
  sso: z.record(z.string(), singleSignOn).default({}),
};
