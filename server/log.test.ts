import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbank-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const getLines = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('the server log is rotated by size, and only the newest files are kept', async () => {
  const { log, close } = openLog(folder, undefined, { size: '10K', age: '1d', files: 2 });
  for (let line = 1; line <= 40; line += 1) log.info({ line, text: 'x'.repeat(8_000) }, 'request');
  await expect.poll(() => readdirSync(folder).sort()).toEqual(['server.1.log', 'server.2.log', 'server.log']);
  log.info({ line: 41 }, 'request');
  await close();
  const remaining: number[] = ['server.2.log', 'server.1.log', 'server.log']
    .flatMap(getLines)
    .map(({ line }) => line);
  expect(remaining.at(-1)).toBe(41);
  expect(remaining).toEqual(remaining.toSorted((left, right) => left - right));
  expect(readdirSync(folder)).toHaveLength(3);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0);
});

test('the server log is rotated by age while the server runs', async () => {
  const { log, close } = openLog(folder, undefined, { size: '10M', age: '1s', files: 3 });
  log.info('first');
  await expect.poll(() => readdirSync(folder).length, { timeout: 10_000 }).toBeGreaterThan(1);
  await close();
});

test('the server log of an earlier day is rotated at the start', async () => {
  writeFileSync(join(folder, 'server.log'), '{"msg":"earlier"}\n');
  const before = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(join(folder, 'server.log'), before, before);
  const { log, close } = openLog(folder, undefined);
  log.info('today');
  await close();
  expect(getLines('server.1.log')).toMatchObject([{ msg: 'earlier' }]);
  expect(getLines('server.log')).toMatchObject([{ msg: 'today' }]);
});

test('the server keeps running when its log cannot be written', async () => {
  writeFileSync(join(folder, 'file'), '');
  const { log, close } = openLog(folder, undefined);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  for (let line = 0; line < 3; line += 1) log.info({ text: 'x'.repeat(70_000) });
  await close();
});
