import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchWhileHere, leaveBy } from './leaving';

let bank: Server;
let url: string;
let questions: string[];
beforeEach(async () => {
  questions = [];
  bank = createServer((request, response) => {
    questions.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('{}');
  });
  await new Promise<void>((ready) => bank.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((closed) => bank.close(closed)));

it('requests of a page during sign-out are never sent', async () => {
  let read = false;
  await leaveBy(async () => {
    void fetchWhileHere(`${url}/rest/v1/accounts`).then(() => {
      read = true;
    });
    await fetchWhileHere(`${url}/auth/v1/logout`);
  });
  await fetchWhileHere(`${url}/rest/v1/public`);
  expect(questions).toEqual(['/auth/v1/logout', '/rest/v1/public']);
  expect(read).toBe(false);
});

it('requests of a page are sent after a failed sign-out', async () => {
  let reading: Promise<Response> | undefined;
  const leaving = leaveBy(async () => {
    reading = fetchWhileHere(`${url}/rest/v1/accounts`);
    throw new Error('No line.');
  });
  await expect(leaving).rejects.toThrow('No line.');
  expect((await reading)?.status).toBe(200);
});
