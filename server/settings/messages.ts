import { z } from 'zod';
import { section } from './section.ts';

/** `[auth.email.smtp]`: the mail server. Enabled if present, as in the Supabase CLI. */
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

/** `[auth.email.template.<kind>]`: the operator's template for a kind of mail. */
export const templatesSchema = z
  .partialRecord(
    z.enum(['invite', 'confirmation', 'recovery', 'magic_link', 'email_change', 'reauthentication']),
    z.looseObject({
      subject: z.string().optional(),
      content_path: z.string().optional(),
    }),
  )
  .default({});

const twilioSchema = section({
  enabled: z.boolean().default(false),
  account_sid: z.string().default(''),
  message_service_sid: z.string().default(''),
  auth_token: z.string().default(''),
  /** Not a key of the CLI: the address of Twilio's API, for proxies and tests. */
  api_url: z.url().default('https://api.twilio.com'),
});

/** `[auth.sms]`: sign-in by phone and its message provider. */
export const smsSchema = section({
  enable_signup: z.boolean().default(false),
  enable_confirmations: z.boolean().default(false),
  template: z.string().default('Your code is {{ .Code }}'),
  max_frequency: z.string().default('5s'),
  test_otp: z.record(z.string(), z.string()).default({}),
  twilio: twilioSchema,
});

/** `[auth.sessions]`: when sessions expire; empty for never. */
export const sessionsSchema = section({
  timebox: z.string().default(''),
  inactivity_timeout: z.string().default(''),
});
