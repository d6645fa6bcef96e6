import { Hono } from 'hono';
import type { AuthContext } from './context.ts';

const VERSION = 'v2.180.0';

/** Public settings of the auth API. */
export function informationRoutes({ config, context, providers }: AuthContext): Hono {
  const { email } = config;
  return new Hono()
    .get('/health', (c) =>
      c.json({
        version: VERSION,
        name: 'GoTrue',
        description: 'Auth interface of this server, as GoTrue speaks it',
      }),
    )
    .get('/settings', (c) =>
      c.json({
        external: {
          ...providers.names,
          anonymous_users: config.enable_anonymous_sign_ins,
          email: email.enable_signup,
          phone: config.sms.enable_signup,
        },
        disable_signup: !config.enable_signup,
        mailer_autoconfirm: !email.enable_confirmations,
        phone_autoconfirm: !config.sms.enable_confirmations,
        sms_provider: config.sms.twilio.enabled ? 'twilio' : '',
        // Clients check this name to offer sign-in by organization.
        saml_enabled: providers.organizations.length > 0,
        passkeys_enabled: config.passkey.enabled,
      }),
    )
    .get('/.well-known/jwks.json', (c) => {
      c.header('Cache-Control', 'public, max-age=600');
      return c.json(context.keys.jwks);
    });
}
