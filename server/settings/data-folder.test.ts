import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStartTime } from '../database/process-state.ts';
import { lockDataFolder } from './data-folder.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbank-lock-'));
  lock = join(folder, 'server.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (holder: unknown) => writeFileSync(lock, JSON.stringify(holder));

test('a folder is locked and released without a trace', () => {
  const taken = lockDataFolder(folder);
  taken.announce('http://localhost:3000');
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({
    pid: process.pid,
    url: 'http://localhost:3000',
  });
  taken.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder locked by a running process is refused with its address', () => {
  write({ pid: process.ppid, started: readStartTime(process.ppid), url: 'http://localhost:3001' });
  expect(() => lockDataFolder(folder)).toThrow(`at http://localhost:3001 (process ${process.ppid})`);
});

test('a lock of a dead process, a reused pid, or invalid content is removed', () => {
  const leftovers = [{ pid: 2 ** 22 + 1, started: '1', url: null }, { pid: 'x' }, null, { pid: -1 }];
  if (readStartTime(process.ppid)) leftovers.push({ pid: process.ppid, started: '1', url: null });
  for (const holder of leftovers) {
    write(holder);
    lockDataFolder(folder).release();
  }
  writeFileSync(lock, '');
  lockDataFolder(folder).release();
  expect(readdirSync(folder)).toEqual([]);
});
