// Creates the demo customer of a data folder once. Its random password is stored in the folder.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The error codes that are returned if a different customer already has this address. */
const EXPECTED = ['email_exists', 'invalid_credentials'];
const EMAIL = 'demo@sandbank.example';

/**
 * Ensures that the demo customer exists and returns its login. Stores the login first, so that the next start
 * can complete an interrupted start. Returns null if the customer couldn't be created, or if another process
 * with a different data folder has already created the customer in the same database. The bank works in both
 * cases.
 */
export async function demoCustomer({ url, serviceKey, dataFolder }) {
  const file = join(dataFolder, 'demo-customer.json');
  try {
    const existing = readLogin(file);
    if (existing?.made) return existing;
    const login = existing ?? { email: EMAIL, password: randomBytes(12).toString('base64url') };
    keep(file, login);
    const person = { email: login.email, password: login.password };
    await post(`${url}/auth/v1/admin/users`, serviceKey, {
      ...person,
      email_confirm: true,
      user_metadata: { name: 'Maya Okafor' },
    });
    const session = await post(`${url}/auth/v1/token?grant_type=password`, null, person);
    if (session.error_code === 'invalid_credentials') return null;
    await post(`${url}/functions/v1/demo`, session.access_token, {
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    // Hides the first steps, because the demo household is already in use.
    const steps = `${url}/rest/v1/customers?id=eq.${session.user.id}`;
    await post(steps, session.access_token, { shows_first_steps: false }, 'PATCH');
    keep(file, { ...login, made: true });
    return login;
  } catch (error) {
    console.warn(`Failed to create the demo customer: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function keep(file, login) {
  writeFileSync(file, JSON.stringify(login), { mode: 0o600 });
}

function readLogin(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

async function post(address, bearer, body, method = 'POST') {
  const headers = { 'content-type': 'application/json' };
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const response = await fetch(address, { method, headers, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok && !EXPECTED.includes(answer.error_code)) {
    throw new Error(
      `${new URL(address).pathname} responded with ${response.status} ${JSON.stringify(answer)}`,
    );
  }
  return answer;
}
