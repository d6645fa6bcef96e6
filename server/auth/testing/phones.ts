import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { TestServer } from '../../testing/server.ts';

/** Returns a random phone number in E.164 format. */
export const newPhone = () => `+1555${randomInt(10 ** 7, 10 ** 8)}`;
export const bare = (phone: string) => phone.slice(1);

/** Returns the newest code that was sent to a number, or undefined if there is none. */
export async function codeFor(server: TestServer, phone: string): Promise<string | undefined> {
  const [message] = await server.context.database.owner`
    select code, body from platform.mails where channel = 'sms' and recipient = ${bare(phone)} order by id desc limit 1`;
  if (message) expect(message.body).toBe(`Your code is ${message.code}`);
  return message?.code;
}

/** Returns the code of the newest message to a number. Throws if there is no message. */
export async function sentCode(server: TestServer, phone: string): Promise<string> {
  const code = await codeFor(server, phone);
  if (!code) throw new Error(`no message for ${phone}`);
  return code;
}

/** Settings without rate limits for sign-in by phone. */
export const SMS = { enable_signup: true, max_frequency: '0s' };
