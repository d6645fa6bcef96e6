import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';
import { TooManyRequests } from '../auth-error.ts';

/** Parameters for argon2id from OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The maximum number of concurrent hash computations. Each computation uses 19 MiB and a thread. The limit
 * leaves one of the four threads in Node's pool free.
 */
const MAX_RUNNING = Math.min(3, Math.max(1, availableParallelism()));

/** Matches bcrypt hashes with a cost of at most 15. Higher costs would keep the server busy for seconds. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

/** The maximum queue length. If the queue is full, clients are asked to try again later. */
const MAX_QUEUED = 200;

const queue: (() => void)[] = [];
let running = 0;
let decoyHash: Promise<string> | null = null;

/** Hashes a password with argon2id in PHC format. */
export const hashPassword = (password: string): Promise<string> => runQueued(() => hash(password, ARGON2ID));

/**
 * Checks a password against its hash. If there is no hash (unknown user or no password), checks a decoy, so
 * that the response time doesn't reveal whether the account exists.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoyHash ??= hash(randomBytes(24), ARGON2ID);
  if (stored !== null && isBcrypt(stored)) return runQueued(() => compare(password, stored));
  const against = stored?.startsWith('$argon2') ? stored : await decoyHash;
  const matches = await runQueued(() => verify(against, password));
  return matches && against === stored;
}

/** Returns true for a bcrypt hash, which imported users can have. */
export const isBcrypt = (stored: string): boolean => BCRYPT.test(stored);

/** Returns true if the password should be rehashed at the next sign-in. */
export const isOutdated = (stored: string): boolean => !stored.startsWith('$argon2id$');

async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queue.length >= MAX_QUEUED) throw new TooManyRequests(1);
  if (running < MAX_RUNNING) running++;
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}
