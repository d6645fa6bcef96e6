import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import { MigrationError } from './database/migrate.ts';
import { containFailures } from './functions/containment.ts';
import { createApp } from './http/app.ts';
import { BESIDE_OTHERS, listen } from './http/listen.ts';
import { serve } from './http/serve.ts';
import { openLog } from './log.ts';
import { OperatorError } from './operator-error.ts';
import { packageRoot } from './package-root.ts';
import { startSchedule } from './scheduler/schedule.ts';
import { createDataFolder, lockDataFolderSoon } from './settings/data-folder.ts';
import { checkDataFolder, recordDataFolder } from './settings/data-folder-record.ts';
import { openDevelopmentWeb } from './settings/development.ts';
import { openKeys } from './settings/keys.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { isWellKnown } from './settings/token-keys.ts';

/** Cleanup steps, which run in reverse order. */
type Cleanup = (() => unknown)[];

/**
 * Starts the bank with the settings in the environment. Stops it on SIGINT or SIGTERM; a second signal stops
 * it immediately. Prints an OperatorError as one sentence and exits with code 1.
 */
export async function start() {
  const cleanup: Cleanup = [];
  const stop = once(() => runCleanup(cleanup));
  const isStopping = stopAtSignals(stop);
  try {
    return { ...(await open(cleanup)), stop };
  } catch (error) {
    await stop();
    // A signal during startup is not an error. The signal handler ends the process.
    if (isStopping()) return new Promise<never>(() => {});
    console.error(error instanceof OperatorError || error instanceof MigrationError ? error.message : error);
    process.exit(1);
  }
}

async function open(cleanup: Cleanup) {
  const chosen = readSettings(process.env);
  const folder = await takeDataFolder(chosen, cleanup);
  const { log, close: closeLog } = openLog(folder.logs, process.env.LOG_LEVEL);
  cleanup.push(closeLog);
  containFailures(log, () => runCleanup(cleanup).finally(() => process.exit(1)));
  const warn = (text: string) => {
    log.warn(text);
    console.warn(text);
  };

  for (const note of chosen.notes) warn(note);
  const { migrationsFolder, seedFiles } = chosen;
  const openAt = async (url: string) => {
    const { limits } = chosen.config.api;
    const stopping = new AbortController();
    cleanup.push(() => stopping.abort());
    const { signal } = stopping;
    const database = await openDatabase(url, { warn, migrationsFolder, seedFiles, limits, signal });
    cleanup.push(() => database.close());
    return database;
  };
  // If other processes share the database, listens only after this process has opened it. Otherwise, reserves
  // the address first.
  const shared = chosen.databaseUrl ? await openAt(chosen.databaseUrl) : null;
  const http = await listen(chosen);
  cleanup.push(() => http.close());
  const publicUrl = chosen.publicUrlIsChosen
    ? chosen.publicUrl
    : `http://${getShownHost(chosen.host)}:${http.port}`;
  const settings = readSettings({ ...process.env, PORT: String(http.port), SANDBANK_URL: publicUrl });
  settings.publicUrlIsChosen = chosen.publicUrlIsChosen;
  folder.announce(publicUrl);

  const database = shared ?? (await openAt(await startDatabase(settings, cleanup, warn)));
  const keys = await openKeys(database, settings.publicUrl, settings.keys);
  if (isWellKnown(settings.keys))
    warn(
      'The token secret (jwt_secret) is the publicly known default. Choose another secret before other machines can reach this bank.',
    );
  const context = { database, keys, settings, log };
  const app = createApp(context);
  const [first] = http.servers;
  const web = settings.development && settings.isBank && first ? await openDevelopmentWeb(first) : null;
  if (web) cleanup.push(web.close);
  serve(app, http, web?.listener ?? null);
  // Runs first during cleanup: stops accepting requests, finishes those in progress, and closes sockets.
  cleanup.push(() => Promise.all([http.close(shared ? BESIDE_OTHERS : undefined), app.close()]));
  const schedule = await startSchedule(context, app.fetch, app.metrics.jobFinished);
  cleanup.push(() => schedule.close());
  log.info({ url: publicUrl }, 'ready');
  void app.loadFunctions();
  const { dataFolder, isBank } = settings;
  return { url: publicUrl, serviceKey: keys.serviceKey, dataFolder, isBank };
}

/**
 * Locks the data folder for this process. If the operator provides the database, the folder contains only
 * logs. Processes can then share the folder or have none.
 */
async function takeDataFolder(settings: Settings, cleanup: Cleanup) {
  const { dataFolder } = settings;
  const logs = join(dataFolder, 'logs');
  if (settings.databaseUrl) {
    const announce = () => {};
    try {
      createDataFolder(dataFolder);
      return { logs, announce };
    } catch {
      return { logs: null, announce };
    }
  }
  const project = { folder: settings.projectFolder, isBank: settings.isBank };
  const isCompatible = checkDataFolder({ dataFolder, project, development: settings.development });
  createDataFolder(dataFolder);
  const lock = await lockDataFolderSoon(dataFolder);
  cleanup.push(() => lock.release());
  if (isCompatible) recordDataFolder(dataFolder, project);
  return { logs, announce: lock.announce };
}

async function startDatabase({ dataFolder }: Settings, cleanup: Cleanup, warn: (text: string) => void) {
  const postgres = await startEmbeddedPostgres({ dataFolder, warn });
  cleanup.push(() => postgres.stop());
  return postgres.url;
}

/** Stops the bank on a signal. Returns a function that returns true after a signal. */
function stopAtSignals(stop: () => Promise<void>): () => boolean {
  let isStopping = false;
  const onSignal = async () => {
    if (isStopping) process.exit(130);
    isStopping = true;
    await stop().catch(() => {});
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return () => isStopping;
}

async function runCleanup(cleanup: Cleanup): Promise<void> {
  for (let step = cleanup.pop(); step; step = cleanup.pop()) {
    try {
      await step();
    } catch {
      // If a step fails, the remaining steps still run.
    }
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}

function getShownHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function isProgram(): boolean {
  const [, program = ''] = process.argv;
  return existsSync(program) && realpathSync(program) === fileURLToPath(import.meta.url);
}

if (isProgram()) {
  const environment = join(packageRoot, '.env');
  if (existsSync(environment)) process.loadEnvFile(environment);
  const bank = await start();
  console.info(`Sandbank is ready at ${bank.url}`);
  process.send?.({ ready: bank.url });
}
