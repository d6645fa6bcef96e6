import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const prepare = JSON.stringify(join(import.meta.dirname, 'prepare.mjs'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbank-prepare-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program with `runToEnd` in a separate process, and returns what that process reported at its end. */
async function runInChild(program: string): Promise<{ succeeded: boolean; isAlive: boolean }> {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `import { writeFileSync } from 'node:fs';\n${program}`);
  const caller = `
    const { runToEnd } = await import(${prepare});
    const { readFileSync } = await import('node:fs');
    const succeeded = await runToEnd(process.execPath, [${JSON.stringify(file)}], { stdio: 'ignore' });
    const pid = Number(readFileSync(${JSON.stringify(join(folder, 'pid'))}, 'utf8'));
    let isAlive = true;
    try { process.kill(pid, 0); } catch { isAlive = false; }
    console.log(JSON.stringify({ succeeded, isAlive }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', caller]);
  return JSON.parse(stdout);
}

const NOTE_PID = () => `writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid));`;

test('a build runs in a process of its own that has ended before the server starts', async () => {
  expect(await runInChild(NOTE_PID())).toEqual({ succeeded: true, isAlive: false });
  expect(await runInChild(`${NOTE_PID()} throw new Error('no');`)).toEqual({
    succeeded: false,
    isAlive: false,
  });
});

test('the commands that serve the bank never load the bundler into their own process', () => {
  for (const file of ['prepare.mjs', 'start.mjs', 'demo-customer.mjs'])
    expect(readFileSync(join(import.meta.dirname, file), 'utf8'), file).not.toMatch(
      /\bimport\b[^\n]*['"](?:vite|esbuild|\.\/build\.mjs)['"]/,
    );
});

test('a build records its sources, so that the next start builds only what changed', async () => {
  const fingerprint = async (settings: Record<string, string>) => {
    const program = `
      const { computeSourcesFingerprint } = await import(${prepare});
      console.log(computeSourcesFingerprint());`;
    const env = { ...process.env, ...settings };
    return (await run(process.execPath, ['--input-type=module', '-e', program], { env })).stdout;
  };
  expect(await fingerprint({})).toBe(await fingerprint({}));
  // `npm start` must not serve a build that was made for a hosted project.
  expect(await fingerprint({ VITE_SUPABASE_URL: 'https://example.supabase.co' })).not.toBe(
    await fingerprint({}),
  );
  const build = readFileSync(join(import.meta.dirname, 'build.mjs'), 'utf8');
  expect(build).toContain('writeFileSync(BUILD_STAMP, fingerprint)');
});
