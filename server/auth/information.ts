import type { Handler } from './context.ts';

const VERSION = 'v2.180.0';

export const getHealth: Handler = () => ({
  version: VERSION,
  name: 'GoTrue',
  description: "This server's auth API, compatible with GoTrue",
});

export const getSettings: Handler = ({ config, providers }) => ({
  external: {
    ...providers.names,
    anonymous_users: config.enable_anonymous_sign_ins,
    email: config.email.enable_signup,
    phone: config.sms.enable_signup,
  },
  disable_signup: !config.enable_signup,
  mailer_autoconfirm: !config.email.enable_confirmations,
  phone_autoconfirm: !config.sms.enable_confirmations,
  sms_provider: config.sms.twilio.enabled ? 'twilio' : '',
  // Clients offer sign-in by organization only if this setting is true.
  saml_enabled: providers.organizations.length > 0,
  passkeys_enabled: config.passkey.enabled,
});

export const getPublicKeys: Handler = ({ context }, c) => {
  c.header('Cache-Control', 'public, max-age=600');
  return context.keys.jwks;
};
