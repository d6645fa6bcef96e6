import { z } from 'zod';
import { section } from './section.ts';

const offered = { enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) };

/** `[auth.mfa]`, `[auth.passkey]` and `[auth.webauthn]` of config.toml, with the Supabase CLI's defaults. */
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
    /** The host of credentials. Defaults to that of the public address. */
    rp_id: z.string().default(''),
    /** The origins that may use credentials. Defaults to the public address. */
    rp_origins: z.array(z.string()).default([]),
  }),
};
