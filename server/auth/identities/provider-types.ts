import type { Person } from './provider-profile.ts';
import type { ProviderTokens } from './provider-tokens.ts';

export type ProviderSettings = {
  /** The client id. If there are several, the first is used for redirects. */
  clientId: string;
  /** The accepted audiences of ID tokens. */
  clientIds: string[];
  secret: string;
  redirectUri: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
  /** True if an organization manages these accounts. They are never merged with other accounts. */
  isSingleSignOn: boolean;
};

export type SignInSecrets = { state: string; nonce: string; verifier: string };

export type ProviderResult = { person: Person; tokens: ProviderTokens };

/** A sign-in provider. Errors from the provider are thrown unchanged. */
export type Provider = {
  /** The provider name stored with identities. */
  name: string;
  settings: ProviderSettings;
  issuer: string | null;
  getSignInUrl(secrets: SignInSecrets, scopes: string[], parameters: Record<string, string>): Promise<URL>;
  exchangeCode(parameters: URLSearchParams, secrets: SignInSecrets): Promise<ProviderResult>;
  /** Verifies an ID token and returns its claims. Undefined if the provider doesn't sign ID tokens. */
  verify?(idToken: string): Promise<Record<string, unknown>>;
};
