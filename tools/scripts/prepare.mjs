// Prepares every command. Checks the Node.js version, installs the locked packages, and rebuilds dist/ after
// changes. Uses plain JavaScript and no dependencies, because this file runs before packages are installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MINIMUM_NODE = [20, 19];

/** Prints a message and ends the process with a non-zero exit code. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Ends the process if the libraries don't support this Node.js version. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [minimumMajor, minimumMinor] = MINIMUM_NODE;
  if (major < minimumMajor || (major === minimumMajor && minor < minimumMinor)) {
    fail(`Sandbank requires Node.js ${MINIMUM_NODE.join('.')} or later. This is ${process.versions.node}.`);
  }
}

/**
 * Runs `npm ci` if the installed packages differ from package-lock.json. If the command fails, for example
 * after an interrupted install, deletes node_modules and tries again.
 */
export async function installMissingPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const modules = join(ROOT, 'node_modules');
  const stamp = join(modules, '.sandbank-lock');
  const expectedStamp = `${lock} ${process.platform}-${process.arch} node ${process.versions.modules}`;
  if (readOrNull(stamp) === expectedStamp) return;
  console.info('Installing packages (first start only) …');
  try {
    let installed = await runNpm('inherit-nothing');
    if (!installed) {
      rmSync(modules, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
      installed = await runNpm('inherit-errors');
    }
    if (!installed) throw new Error('npm ci failed');
    writeFileSync(stamp, expectedStamp);
  } catch {
    fail(
      'Failed to install the packages. Check that the npm registry is reachable and this folder is writable.',
    );
  }
}

/** Runs `npm ci`. Resolves to true if it succeeded. */
function runNpm(errors) {
  // Uses the same npm that started this process, because npm might not be in PATH.
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm ? [process.execPath, [npm]] : ['npm', []];
  const options = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  return runToEnd(command, [...prefix, ...options], {
    stdio: ['ignore', 'ignore', errors === 'inherit-errors' ? 'inherit' : 'ignore'],
    shell: !npm && process.platform === 'win32',
  });
}

/** Runs a command until it ends and passes signals on to it. Resolves to true if it succeeded. */
export function runToEnd(command, args, options) {
  const child = spawn(command, args, { ...options, cwd: ROOT });
  const pass = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  const end = () => child.kill();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  process.on('exit', end);
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => {
      for (const signal of signals) process.off(signal, pass);
      process.off('exit', end);
      resolve(code === 0);
    });
  });
}

/** The file in which a build records the hash of its sources. */
export const BUILD_STAMP = join(ROOT, 'dist', '.stamp');

/**
 * Rebuilds dist/ if a source file or a build setting has changed since the last build. Resolves to false if
 * the build failed.
 */
export async function buildChanges() {
  if (readOrNull(BUILD_STAMP) === computeSourcesFingerprint()) return true;
  console.info('Building …');
  // Builds in a child process, because the bundler would otherwise use half a gigabyte of memory in the
  // server process.
  const stdio = ['ignore', 'inherit', 'inherit'];
  return runToEnd(process.execPath, [join(ROOT, 'tools', 'scripts', 'build.mjs')], { stdio });
}

/**
 * Returns a hash of the build's VITE_ settings, and of the names, sizes, and times of all files that the
 * build reads.
 */
export function computeSourcesFingerprint() {
  const hash = createHash('sha256');
  for (const name of Object.keys(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\n`);
  for (const place of [
    'web',
    'engine',
    'assistant',
    'content',
    'server',
    'supabase/functions',
    'supabase/schema.sql',
    'tools/scripts/build.mjs',
    'tools/scripts/household-schema.ts',
    'package-lock.json',
  ]) {
    for (const file of filesBelow(join(ROOT, place))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function* filesBelow(place) {
  if (!existsSync(place)) return;
  if (statSync(place).isFile()) {
    yield place;
    return;
  }
  for (const entry of readdirSync(place, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    yield* filesBelow(join(place, entry.name));
  }
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
