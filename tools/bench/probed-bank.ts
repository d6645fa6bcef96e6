import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BankProcess, removeBuild, startBankProcess } from '../../server/testing/bank-process.ts';

/** A server's memory use after garbage collection, in bytes. */
export type Memory = { heap: number; external: number; rss: number };
export type ProbedBank = { url: string; pid: number; memory(): Promise<Memory> };

/** Runs work with the complete server on a database and reports the server's memory use. */
export async function withProbedBank(
  databaseUrl: string,
  work: (bank: ProbedBank) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-bench-bank-'));
  let bank: BankProcess | undefined;
  try {
    bank = await startBankProcess({
      DATABASE_URL: databaseUrl,
      SANDBANK_DATA: folder,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import ${new URL('./memory-probe.mjs', import.meta.url).href}`,
    });
    const { process: child, url } = bank;
    await work({ url, pid: child.pid ?? 0, memory: () => getMemory(child) });
  } finally {
    await bank?.end('SIGTERM');
    removeBuild();
    rmSync(folder, { recursive: true, force: true });
  }
}

function getMemory(child: BankProcess['process']): Promise<Memory> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('memory' in message)) return;
      child.off('message', hear);
      resolve(message.memory as Memory);
    };
    child.on('message', hear);
    child.send('memory');
  });
}
