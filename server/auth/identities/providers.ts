import type { Config } from '../../settings/settings.ts';
import { WrongState } from '../../wrong-state.ts';
import { invalid } from '../auth-error.ts';
import { gitHubProvider } from './provider-github.ts';
import { GOOGLE, type Known, openIdProvider } from './provider-openid.ts';
import type { Provider, ProviderSettings } from './provider-types.ts';

type Table = Config['auth']['external'][string];
type Organization = { id: string; domains: readonly string[]; provider: Provider };

export type Providers = {
  /** Returns the provider with this name. Throws 400 if it is unknown or disabled. */
  find(name: string): Provider;
  /** Returns the provider with this name or issuer; its issuer if it is disabled, or null if unknown. */
  ofToken(nameOrIssuer: string): Provider | { offIssuer: string } | null;
  /** Organizations with their own provider. */
  organizations: readonly Organization[];
  /** All known names and their state. */
  names: Readonly<Record<string, boolean>>;
};

/** Supabase's providers. Those without an issuer don't support OpenID, or have one per tenant. */
const KNOWN: Record<string, Known | null> = {
  apple: {
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'email', 'name'],
    // Apple sends name and address only this way.
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

/** Names of identities that aren't from providers. */
const OWN_NAMES = ['email', 'phone'];

/** Creates the configured providers. Throws WrongState for an invalid one. */
export function createProviders(config: Config['auth'], publicUrl: string): Providers {
  const callback = `${publicUrl}/auth/v1/callback`;
  const off = Object.fromEntries(Object.keys(KNOWN).map((name) => [name, false]));
  const enabled = Object.entries(config.external).filter(([, table]) => table.enabled);
  const providers = new Map(enabled.map(([name, table]) => [name, createProvider(name, table, callback)]));
  const names = { ...off, ...Object.fromEntries([...providers.keys()].map((name) => [name, true])) };
  return {
    names,
    organizations: getOrganizations(config, callback),
    find(written) {
      const name = written.toLowerCase();
      const provider = providers.get(name);
      if (provider) return provider;
      throw invalid(
        Object.hasOwn(names, name)
          ? 'Unsupported provider: provider is not enabled'
          : `Unsupported provider: Provider ${name} could not be found`,
      );
    },
    ofToken(written) {
      const found = providers.get(written.toLowerCase());
      if (found) return found;
      for (const provider of providers.values()) if (provider.issuer === written) return provider;
      if (Object.values(KNOWN).some((known) => known?.issuer === written)) return { offIssuer: written };
      const name = written.toLowerCase();
      return Object.hasOwn(names, name) ? { offIssuer: KNOWN[name]?.issuer ?? name } : null;
    },
  };
}

function createProvider(name: string, table: Table, callback: string): Provider {
  const place = `[auth.external.${name}] of supabase/config.toml`;
  if (OWN_NAMES.includes(name) || name.startsWith('sso:') || !/^[a-z0-9][a-z0-9_:-]*$/.test(name))
    throw new WrongState(`${place}: this is no name for a provider.`);
  const settings = getSettings(place, table, callback);
  if (table.url !== '' && !isWebAddress(table.url)) throw new WrongState(`${place}: url is not an address.`);
  if (name === 'github' && table.secret === '') throw new WrongState(`${place}: secret is missing.`);
  if (name === 'github') return gitHubProvider(name, settings, table.url);
  const known = KNOWN[name];
  const issuer = table.url || known?.issuer;
  if (!issuer) throw new WrongState(`${place}: url has to name the issuer of an OpenID provider.`);
  return openIdProvider(name, settings, {
    ...known,
    issuer: name === 'azure' ? azureIssuer(issuer) : issuer,
  });
}

/** The CLI's url contains the tenant. Version 2 supports OpenID. */
function azureIssuer(url: string): string {
  const tenant = url.replace(/\/+$/, '');
  return tenant.endsWith('/v2.0') ? tenant : `${tenant}/v2.0`;
}

function getOrganizations(config: Config['auth'], callback: string): Organization[] {
  return Object.entries(config.sso)
    .filter(([, table]) => table.enabled)
    .map(([name, table]) => {
      const place = `[auth.sso.${name}] of supabase/config.toml`;
      if (!isWebAddress(table.url)) throw new WrongState(`${place}: url has to name an OpenID issuer.`);
      const flags = { skip_nonce_check: false, email_optional: false };
      const settings = { ...getSettings(place, { ...table, ...flags }, callback), isSingleSignOn: true };
      const id = table.provider_id.toLowerCase();
      const provider = openIdProvider(`sso:${id}`, settings, { issuer: table.url });
      return { id, domains: table.domains, provider };
    });
}

function getSettings(place: string, table: Table, callback: string): ProviderSettings {
  const clientIds = table.client_id
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const [clientId] = clientIds;
  if (!clientId) throw new WrongState(`${place}: client_id is missing.`);
  const redirectUri = table.redirect_uri || callback;
  if (!isWebAddress(redirectUri)) throw new WrongState(`${place}: redirect_uri is not an address.`);
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

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
