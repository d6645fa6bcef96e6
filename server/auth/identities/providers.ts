import { OperatorError } from '../../operator-error.ts';
import type { Config } from '../../settings/settings.ts';
import { invalid } from '../auth-error.ts';
import { gitHubProvider } from './provider-github.ts';
import { GOOGLE, type KnownProvider, openIdProvider } from './provider-openid.ts';
import type { Provider, ProviderSettings } from './provider-types.ts';

type ProviderConfig = Config['auth']['external'][string];
type Organization = { id: string; domains: readonly string[]; provider: Provider };

/**
 * The providers that Supabase supports. The value is null if a provider doesn't support OpenID or if its
 * issuer depends on the tenant.
 */
const KNOWN_PROVIDERS: Record<string, KnownProvider | null> = {
  apple: {
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'email', 'name'],
    // Apple sends the name and address only with this response mode.
    parameters: { response_mode: 'form_post' },
  },
  azure: { issuer: 'https://login.microsoftonline.com/common' },
  bitbucket: null,
  discord: null,
  facebook: null,
  figma: null,
  github: null,
  gitlab: { issuer: 'https://gitlab.com' },
  google: { issuer: GOOGLE },
  kakao: { issuer: 'https://kauth.kakao.com' },
  keycloak: null,
  linkedin_oidc: { issuer: 'https://www.linkedin.com/oauth' },
  notion: null,
  slack_oidc: { issuer: 'https://slack.com' },
  spotify: null,
  twitch: { issuer: 'https://id.twitch.tv/oauth2' },
  twitter: null,
  workos: null,
  zoom: null,
};

/** The identity names for sign-in by email address or phone number. No provider can use these names. */
const OWN_NAMES = ['email', 'phone'];

/** Creates the configured providers. Throws OperatorError if a provider's configuration is invalid. */
export function createProviders(config: Config['auth'], publicUrl: string) {
  const callback = `${publicUrl}/auth/v1/callback`;
  const disabled = Object.fromEntries(Object.keys(KNOWN_PROVIDERS).map((name) => [name, false]));
  const enabled = Object.entries(config.external).filter(([, table]) => table.enabled);
  const providers = new Map(enabled.map(([name, table]) => [name, createProvider(name, table, callback)]));
  const names = { ...disabled, ...Object.fromEntries([...providers.keys()].map((name) => [name, true])) };
  return {
    /** All known provider names. The value is true if the provider is enabled. */
    names,
    /** Organizations with their own provider. */
    organizations: getOrganizations(config, callback),
    /** Returns the provider with this name. Throws 400 if it is unknown or disabled. */
    find(input: string): Provider {
      const name = input.toLowerCase();
      const provider = providers.get(name);
      if (provider) return provider;
      throw invalid(
        Object.hasOwn(names, name)
          ? 'Unsupported provider: provider is not enabled'
          : `Unsupported provider: Provider ${name} could not be found`,
      );
    },
    /**
     * Returns the provider with this name or issuer. If it is disabled, returns its issuer. Returns null if
     * it is unknown.
     */
    findByIssuer(input: string): Provider | { disabledIssuer: string } | null {
      const provider = providers.get(input.toLowerCase());
      if (provider) return provider;
      for (const provider of providers.values()) if (provider.issuer === input) return provider;
      if (Object.values(KNOWN_PROVIDERS).some((provider) => provider?.issuer === input))
        return { disabledIssuer: input };
      const name = input.toLowerCase();
      return Object.hasOwn(names, name) ? { disabledIssuer: KNOWN_PROVIDERS[name]?.issuer ?? name } : null;
    },
  };
}

function createProvider(name: string, table: ProviderConfig, callback: string): Provider {
  const section = `[auth.external.${name}] of supabase/config.toml`;
  if (OWN_NAMES.includes(name) || name.startsWith('sso:') || !/^[a-z0-9][a-z0-9_:-]*$/.test(name))
    throw new OperatorError(`${section}: this is not a valid provider name.`);
  const settings = getSettings(section, table, callback);
  if (table.url !== '' && !isWebAddress(table.url))
    throw new OperatorError(`${section}: url is not a valid URL.`);
  if (name === 'github' && table.secret === '') throw new OperatorError(`${section}: secret is missing.`);
  if (name === 'github') return gitHubProvider(name, settings, table.url);
  const known = KNOWN_PROVIDERS[name];
  const issuer = table.url || known?.issuer;
  if (!issuer) throw new OperatorError(`${section}: url must be the issuer of an OpenID provider.`);
  return openIdProvider(name, settings, {
    ...known,
    issuer: name === 'azure' ? getAzureIssuer(issuer) : issuer,
  });
}

/**
 * Returns the OpenID issuer for the provider's URL, which contains the tenant. Adds `/v2.0` if necessary,
 * because only version 2 supports OpenID.
 */
function getAzureIssuer(url: string): string {
  const tenant = url.replace(/\/+$/, '');
  return tenant.endsWith('/v2.0') ? tenant : `${tenant}/v2.0`;
}

function getOrganizations(config: Config['auth'], callback: string): Organization[] {
  return Object.entries(config.sso)
    .filter(([, table]) => table.enabled)
    .map(([name, table]) => {
      const section = `[auth.sso.${name}] of supabase/config.toml`;
      if (!isWebAddress(table.url))
        throw new OperatorError(`${section}: url must be the URL of an OpenID issuer.`);
      const flags = { skip_nonce_check: false, email_optional: false };
      const settings = { ...getSettings(section, { ...table, ...flags }, callback), isSingleSignOn: true };
      const id = table.provider_id.toLowerCase();
      const provider = openIdProvider(`sso:${id}`, settings, { issuer: table.url });
      return { id, domains: table.domains, provider };
    });
}

function getSettings(section: string, table: ProviderConfig, callback: string): ProviderSettings {
  const clientIds = table.client_id
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const [clientId] = clientIds;
  if (!clientId) throw new OperatorError(`${section}: client_id is missing.`);
  const redirectUri = table.redirect_uri || callback;
  if (!isWebAddress(redirectUri)) throw new OperatorError(`${section}: redirect_uri is not a valid URL.`);
  return {
    clientId,
    clientIds,
    secret: table.secret,
    redirectUri,
    skipNonceCheck: table.skip_nonce_check,
    emailOptional: table.email_optional,
    isSingleSignOn: false,
  };
}

const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
