import { createHmac, randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { OperatorError } from '../operator-error.ts';
import { connect } from './connect.ts';
import { rightsSql } from './rights.ts';
import { getFirstServer, getServers } from './servers.ts';

/**
 * Returns the password of the bank's login roles. All databases of a server share these roles, so the
 * password is derived from the owner's password. If the owner has none, a random password is created and
 * stored in the database.
 */
export async function getSharedPassword(url: string): Promise<string> {
  const own = decodeURIComponent(getFirstServer(url).password);
  if (own) return createHmac('sha256', own).update('sandbank login roles').digest('hex');
  const client = connect(url, { max: 1 });
  try {
    await client`
      insert into platform.secrets (name, value) values ('login_password', ${randomBytes(24).toString('hex')})
      on conflict do nothing`;
    const [row] = await client`select value from platform.secrets where name = 'login_password'`;
    return row?.value;
  } finally {
    await client.end({ timeout: 5 });
  }
}

/**
 * Ensures that a role can log in with the password. If `isNew` is true, sets the password before any attempt
 * to log in, because PostgreSQL would log a failed authentication.
 */
export async function ensureLogin(url: string, role: string, password: string, isNew = false): Promise<void> {
  if (!isNew && (await logsIn(url, role, password))) return;
  const client = connect(url, { max: 1 });
  try {
    await client.unsafe(`alter role ${role} with login password '${password}'`);
  } catch (error) {
    if (await logsIn(url, role, password)) return;
    throw new OperatorError(
      rightsSql(url, `the password of role ${role} cannot be set (${getReason(error)})`),
    );
  } finally {
    await client.end({ timeout: 5 });
  }
}

const logsIn = (url: string, role: string, password: string) =>
  canQuery(connect(url, { username: role, password, max: 1, fetch_types: false }));

/** Returns true if the server accepts a connection from this client. Closes the client. */
export async function canQuery(client: postgres.Sql): Promise<boolean> {
  try {
    await client`select`;
    return true;
  } catch {
    return false;
  } finally {
    await client.end({ timeout: 0 });
  }
}

/** Returns the URL of the same database for a different role. */
export function getLoginUrl(url: string, role: string, password: string): string {
  const login = getFirstServer(url);
  login.username = role;
  login.password = password;
  return login.href;
}

/** Returns the URL for display, with the password removed. */
export function getPublicName(url: string): string {
  const servers = getServers(url).map((server) => new URL(server));
  const hosts = servers.map(({ hostname, port }) => `${hostname}:${port || 5432}`);
  return `${hosts.join(',')}${servers[0]?.pathname}`;
}

/** Returns the reason for a failed connection or statement, as reported by PostgreSQL or the system. */
export function getReason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'no reason given';
}
