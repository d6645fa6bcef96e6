import type { Person } from './provider-profile.ts';
import type { ProviderTokens } from './provider-tokens.ts';

/** Settings of one provider, ready for use. */
export type ProviderSettings = {
  /** The first of several, with which customers are sent to the provider. */
  clientId: string;
  /** For which an ID token may have been made. */
  clientIds: string[];
  secret: string;
  redirectUri: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
  /** The organization that vouches for its people alone: their accounts never mix with others. */
  isSingleSignOn: boolean;
};

/** The secrets of one customer's way to a provider and back. */
export type Journey = { state: string; nonce: string; verifier: string };

/** The identity and tokens that a provider returned. */
export type UpcomingDeposit = { person: Person; tokens: ProviderTokens };

/** Another service that tells who a customer is. What goes wrong on its side is thrown as it comes. */
export type Provider = {
  /** Under which its identities are kept. */
  name: string;
  settings: ProviderSettings;
  issuer: string | null;
  /** Where the customer is sent. */
  address(journey: Journey, scopes: string[], parameters: Record<string, string>): Promise<URL>;
  /** Exchanges the callback parameters for the identity. */
  arrive(parameters: URLSearchParams, journey: Journey): Promise<UpcomingDeposit>;
  /** The claims of an ID token that the provider signed; absent where it signs none. */
  verify?(idToken: string): Promise<Record<string, unknown>>;
};
