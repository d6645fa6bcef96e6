// The ready demo customer of a data folder: made once, with a generated password that is kept in the folder.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const EMAIL = 'demo@sandbank.example';

/**
 * Makes sure of the demo customer and returns its login, or null when somebody else's process made it
 * (several processes on one database) or when it could not be made: the bank itself is ready all the same.
 */
export async function demoCustomer({ url, serviceKey, dataFolder }) {
  const file = join(dataFolder, 'demo-customer.json');
  try {
    const known = readLogin(file);
    if (known) return known;
    const login = { email: EMAIL, password: randomBytes(12).toString('base64url') };
    const created = await post(`${url}/auth/v1/admin/users`, serviceKey, {
      ...login,
      email_confirm: true,
      user_metadata: { name: 'Maya Okafor' },
    });
    if (created.error_code === 'email_exists') return null;
    const session = await post(`${url}/auth/v1/token?grant_type=password`, null, login);
    await post(`${url}/functions/v1/demo`, session.access_token, {});
    writeFileSync(file, JSON.stringify(login), { mode: 0o600 });
    return login;
  } catch (error) {
    console.warn(`The demo customer could not be made: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function readLogin(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

async function post(address, bearer, body) {
  const headers = { 'content-type': 'application/json' };
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok && answer.error_code !== 'email_exists') {
    throw new Error(`${new URL(address).pathname} answered ${response.status} ${JSON.stringify(answer)}`);
  }
  return answer;
}
