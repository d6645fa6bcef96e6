import { z } from 'zod';

const offered = { enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) };

/** `[auth.mfa]`, `[auth.passkey]` and `[auth.webauthn]` of config.toml, with the Supabase CLI's defaults. */
export const factorSettings = {
  mfa: z
    .looseObject({
      max_enrolled_factors: z.number().int().nonnegative().default(10),
      totp: z.looseObject(offered).prefault({}),
      web_authn: z.looseObject(offered).prefault({}),
      phone: z
        .looseObject({
          ...offered,
          otp_length: z.number().int().min(6).max(10).default(6),
          template: z.string().default('Your code is {{ .Code }}'),
          max_frequency: z.string().default('5s'),
        })
        .prefault({}),
    })
    .prefault({}),
  passkey: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}),
  webauthn: z
    .looseObject({
      /** The name that browsers show. Defaults to project_id. */
      rp_display_name: z.string().default(''),
      /** The host of credentials. Defaults to that of the public address. */
      rp_id: z.string().default(''),
      /** The origins that may use credentials. Defaults to the public address. */
      rp_origins: z.array(z.string()).default([]),
    })
    .prefault({}),
};
