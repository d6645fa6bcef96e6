import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';

/**
 * The operator's keys in `[auth]`, as in the Supabase CLI. If they are missing, keys are created at the first
 * start.
 */
export const keySettings = {
  /**
   * The secret that signs and verifies HS256 tokens. API keys in the older HS256 format are accepted only if
   * it is set.
   */
  jwt_secret: z.string().default(''),
  /**
   * The path of a JSON array of private JWKs, relative to config.toml's folder. The first key signs tokens.
   */
  signing_keys_path: z.string().default(''),
  publishable_key: z.string().default(''),
  secret_key: z.string().default(''),
};

const signingKeySchema = z.looseObject({
  kty: z.enum(['EC', 'RSA', 'OKP']),
  alg: z.enum(['ES256', 'RS256', 'EdDSA']).optional(),
  crv: z.string().optional(),
  kid: z.string().min(1).optional(),
  d: z.string().min(1),
});

/** The operator's keys. Empty or null values mean that keys are generated. */
export type KeySettings = ReturnType<typeof readKeySettings>;

export const NO_KEYS: KeySettings = {
  jwtSecret: null,
  signingKeys: [],
  publishableKey: null,
  secretKey: null,
};

const SHORTEST_SECRET = 16;
/** The secret that the Supabase CLI publishes. */
const WELL_KNOWN_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long';

type Environment = Record<string, string | undefined>;
type Chosen = { [Key in keyof typeof keySettings]?: string };

/**
 * Reads the operator's keys. Environment variables with the CLI's names take precedence over config.toml in
 * `folder`. Throws OperatorError if a key is invalid.
 */
export function readKeySettings(environment: Environment, auth: Chosen, folder: string) {
  const chosen = (name: keyof Chosen) =>
    environment[`SUPABASE_AUTH_${name.toUpperCase()}`] || auth[name] || null;
  const jwtSecret = environment.SUPABASE_JWT_SECRET || chosen('jwt_secret');
  if (jwtSecret && jwtSecret.length < SHORTEST_SECRET)
    throw new OperatorError(
      `The token secret (jwt_secret) is too short. It must have at least ${SHORTEST_SECRET} characters.`,
    );
  const path = chosen('signing_keys_path');
  return {
    jwtSecret,
    signingKeys: path ? readSigningKeys(resolve(folder, path)) : [],
    publishableKey: requireOpaqueKey(chosen('publishable_key'), 'sb_publishable_'),
    secretKey: requireOpaqueKey(chosen('secret_key'), 'sb_secret_'),
  };
}

/** Returns true if the secret is public, so that anyone could create valid keys. */
export const isWellKnown = ({ jwtSecret }: KeySettings): boolean => jwtSecret === WELL_KNOWN_SECRET;

function readSigningKeys(path: string) {
  try {
    return z
      .array(signingKeySchema)
      .min(1)
      .parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // The file is secret, so errors report only the kind and position of a problem.
    const reason =
      error instanceof z.ZodError
        ? `it must be an array of private keys for ES256, RS256, or EdDSA (${error.issues[0]?.path.join('.')})`
        : ((error as NodeJS.ErrnoException).code ?? 'it is not JSON');
    throw new OperatorError(`Failed to read the signing keys in ${path}: ${reason}.`);
  }
}

function requireOpaqueKey(key: string | null, prefix: string): string | null {
  if (key && !(key.startsWith(prefix) && key.length >= prefix.length + SHORTEST_SECRET))
    throw new OperatorError(
      `A key must start with ${prefix}, followed by at least ${SHORTEST_SECRET} characters.`,
    );
  return key;
}
