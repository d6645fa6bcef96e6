import { RequestRecorder } from './matrix/asking.ts';
import { trySignIn } from './matrix/auth.ts';
import { openMatrixBank } from './matrix/bank.ts';
import { tryRoutines, tryServerFunctions } from './matrix/calls.ts';
import { tryChannels } from './matrix/channels.ts';
import { tryFiles } from './matrix/files.ts';
import { tryGates } from './matrix/gates.ts';
import { callsEverything, getCallers, mark, settle } from './matrix/people.ts';
import { trySchemas, tryTables } from './matrix/tables.ts';
import type { Proof, ProofResult, ProofSettings } from './proof.ts';

/** Tests all surfaces, or only the surface named in SANDBANK_MATRIX, such as SANDBANK_MATRIX=channels. */
async function proveMatrix({ log }: ProofSettings): Promise<ProofResult> {
  const only = process.env.SANDBANK_MATRIX;
  const bank = await openMatrixBank();
  try {
    const owner = await settle(bank, 'quillfeather');
    const stranger = await settle(bank, 'bystander');
    await mark(bank.bank, owner);
    const requests = await RequestRecorder.create(bank, owner, stranger);
    const callers = await getCallers(bank, owner, stranger);
    const askers = callers.filter(callsEverything);
    log(`${callers.length} callers, ${requests.secrets} secret ids, names, and amounts`);
    const surfaces = {
      tables: () => tryTables(bank, requests, owner, stranger, askers),
      schemas: () => trySchemas(bank, requests, askers),
      files: () => tryFiles(bank, requests, owner, stranger, askers),
      'sign-in': () => trySignIn(bank, requests, owner, stranger, askers),
      channels: () => tryChannels(bank, requests, owner, stranger, callers),
      routines: () => tryRoutines(bank, requests, owner, stranger, askers),
      gates: () =>
        tryGates(
          requests,
          owner,
          callers.filter((caller) => !callsEverything(caller)),
        ),
      'server functions': () => tryServerFunctions(bank, requests, owner, askers),
    };
    let ownRows = 0;
    for (const [name, trySurface] of Object.entries(surfaces)) {
      if (only !== undefined && name !== only) continue;
      await trySurface();
      log(`${name} tried`);
      for (const finding of requests.findings.slice(ownRows, ownRows + 30)) log(`  ${finding}`);
      ownRows = requests.findings.length;
    }
    for (const [surface, cells] of requests.counts)
      log(
        `${surface}: ${[...cells]
          .map(([cell, times]) => `${cell} × ${times}`)
          .sort()
          .join(', ')}`,
      );
    const tried = [...requests.counts.values()]
      .flatMap((cells) => [...cells.values()])
      .reduce((sum, n) => sum + n, 0);
    return {
      tried: `${tried} requests`,
      outcome:
        requests.findings.length === 0
          ? 'nothing revealed, nothing changed'
          : `${requests.findings.length} findings`,
      ok: requests.findings.length === 0,
    };
  } finally {
    await bank.close();
  }
}

export const proof: Proof = {
  name: 'matrix',
  title:
    "Every server endpoint and method, tried by every caller who must not access another customer's data",
  run: proveMatrix,
};
