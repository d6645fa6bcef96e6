import { z } from 'zod';

const client = {
  enabled: z.boolean().default(false),
  /** Several, separated by commas, where one service has several applications; the first one signs in. */
  client_id: z.string().default(''),
  secret: z.string().default(''),
  /** Where the provider sends customers back to. Absent: `/auth/v1/callback` of the public address. */
  redirect_uri: z.string().default(''),
  /** The issuer of an OpenID provider, the address of a GitHub server; absent for those whose address is known. */
  url: z.string().default(''),
};

const externalProvider = z.looseObject({
  ...client,
  /** For providers that put no nonce into their tokens. */
  skip_nonce_check: z.boolean().default(false),
  /** Lets customers in whose address the provider does not tell. */
  email_optional: z.boolean().default(false),
});

const singleSignOn = z.looseObject({
  ...client,
  /** By which a client may choose it instead of by domain. */
  provider_id: z.guid(),
  /** Domains of the email addresses of an organization. */
  domains: z.array(z.string().toLowerCase()).default([]),
});

/**
 * `[auth.external.<name>]`: sign-in by other services, with the Supabase CLI's keys. `[auth.sso.<name>]` is not a table
 * of the CLI, which keeps single sign-on in the database: an organization's own OpenID provider.
 */
export const providerSettings = {
  external: z.record(z.string(), externalProvider).default({}),
  sso: z.record(z.string(), singleSignOn).default({}),
};
