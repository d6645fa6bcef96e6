import { z } from 'zod';
import { section } from './section.ts';

/**
 * The settings `[auth.email.smtp]` for the mail server, which is enabled if the table is present, as in the
 * Supabase CLI.
 */
export const smtpSchema = z
  .looseObject({
    enabled: z.boolean().default(true),
    host: z.string().min(1),
    port: z.number().int().min(1).max(65_535),
    user: z.string().default(''),
    pass: z.string().default(''),
    admin_email: z.string().min(3),
    sender_name: z.string().default(''),
  })
  .optional();

/** The settings `[auth.email.template.<kind>]`: the operator's template for a kind of email. */
export const templatesSchema = z
  .partialRecord(
    z.enum(['invite', 'confirmation', 'recovery', 'magic_link', 'email_change', 'reauthentication']),
    z.looseObject({ subject: z.string().optional(), content_path: z.string().optional() }),
  )
  .default({});

const twilioSchema = section({
  enabled: z.boolean().default(false),
  account_sid: z.string().default(''),
  message_service_sid: z.string().default(''),
  auth_token: z.string().default(''),
  /** The address of Twilio's API, for proxies and tests. The CLI doesn't have this key. */
  api_url: z.url().default('https://api.twilio.com'),
});

/** The settings `[auth.sms]` for sign-in by phone and the SMS provider. */
export const smsSchema = section({
  enable_signup: z.boolean().default(false),
  enable_confirmations: z.boolean().default(false),
  template: z.string().default('Your code is {{ .Code }}'),
  max_frequency: z.string().default('5s'),
  test_otp: z.record(z.string(), z.string()).default({}),
  twilio: twilioSchema,
});

/** The settings `[auth.sessions]` that determine when sessions expire. An empty value means never. */
export const sessionsSchema = section({
  timebox: z.string().default(''),
  inactivity_timeout: z.string().default(''),
});

const offered = { enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) };

/**
 * The settings `[auth.mfa]`, `[auth.passkey]`, and `[auth.webauthn]` in config.toml, with the Supabase CLI's
 * defaults.
 */
export const factorSettings = {
  mfa: section({
    max_enrolled_factors: z.number().int().nonnegative().default(10),
    totp: section(offered),
    web_authn: section(offered),
    phone: section({
      ...offered,
      otp_length: z.number().int().min(6).max(10).default(6),
      template: z.string().default('Your code is {{ .Code }}'),
      max_frequency: z.string().default('5s'),
    }),
  }),
  passkey: section({ enabled: z.boolean().default(false) }),
  webauthn: section({
    /** The name that browsers show. Defaults to project_id. */
    rp_display_name: z.string().default(''),
    /** The host for which credentials are valid. Defaults to the host of the public address. */
    rp_id: z.string().default(''),
    /** The origins that can use the credentials. Defaults to the public address. */
    rp_origins: z.array(z.string()).default([]),
  }),
};

const client = {
  enabled: z.boolean().default(false),
  /** Client ids, separated by commas. The first one is used for signing in. */
  client_id: z.string().default(''),
  secret: z.string().default(''),
  /** The callback URL. Defaults to `/auth/v1/callback` at the public address. */
  redirect_uri: z.string().default(''),
  /**
   * The issuer of an OpenID provider, or the address of a GitHub server. Optional for well-known providers.
   */
  url: z.string().default(''),
};

const externalProvider = z.looseObject({
  ...client,
  /** True if the provider's tokens have no nonce. */
  skip_nonce_check: z.boolean().default(false),
  /** True to accept customers who have no email address. */
  email_optional: z.boolean().default(false),
});

const singleSignOn = z.looseObject({
  ...client,
  /** The id that a client can use to select the provider instead of a domain. */
  provider_id: z.guid(),
  domains: z.array(z.string().toLowerCase()).default([]),
});

/**
 * The settings `[auth.external.<name>]` for sign-in providers, with the Supabase CLI's keys.
 * `[auth.sso.<name>]` configures an organization's OpenID provider. The CLI stores such providers in the
 * database.
 */
export const providerSettings = {
  external: z.record(z.string(), externalProvider).default({}),
  sso: z.record(z.string(), singleSignOn).default({}),
};
