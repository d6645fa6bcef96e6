/** The parts of oidc-provider that tests use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Account = { accountId: string; claims(): Record<string, unknown> };
  export type Configuration = {
    clients: Record<string, unknown>[];
    claims: Record<string, string[]>;
    conformIdTokenClaims?: boolean;
    cookies: { keys: string[] };
    features: Record<string, { enabled: boolean }>;
    findAccount(context: unknown, subject: string): Account | undefined;
    responseTypes: string[];
    pkce: { required(): boolean };
    ttl: Record<string, number>;
  };
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
