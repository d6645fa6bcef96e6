import { Hono } from 'hono';
import type { Room } from './room.ts';

/** Sign-in by these providers can be switched on in a Supabase project; here none of them is. */
const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'linkedin_oidc',
  'notion',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

const VERSION = 'v2.180.0';

/** What anybody may know about the auth interface. */
export function informationRoutes({ config, context }: Room): Hono {
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
          ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])),
          anonymous_users: config.enable_anonymous_sign_ins,
          email: email.enable_signup,
          phone: false,
        },
        disable_signup: !config.enable_signup,
        mailer_autoconfirm: !email.enable_confirmations,
        phone_autoconfirm: false,
        sms_provider: '',
        saml_enabled: false,
        passkeys_enabled: false,
      }),
    )
    .get('/.well-known/jwks.json', (c) => {
      c.header('Cache-Control', 'public, max-age=600');
      return c.json(context.keys.jwks);
    });
}
