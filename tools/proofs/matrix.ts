import { Asking } from './matrix/asking.ts';
import { trySignIn } from './matrix/auth.ts';
import { openMatrixBank } from './matrix/bank.ts';
import { tryRoutines, tryServerFunctions } from './matrix/calls.ts';
import { tryChannels } from './matrix/channels.ts';
import { tryFiles } from './matrix/files.ts';
import { tryGates } from './matrix/gates.ts';
import { asksEverywhere, getAskers, mark, settle } from './matrix/people.ts';
import { trySchemas, tryTables } from './matrix/tables.ts';
import type { Proof, ProofResult, ProofSettings } from './proof.ts';

/** Runs all surfaces, or one: SANDBANK_MATRIX=channels. */
async function proveMatrix({ log }: ProofSettings): Promise<ProofResult> {
  const only = process.env.SANDBANK_MATRIX;
  const bank = await openMatrixBank();
  try {
    const owner = await settle(bank, 'quillfeather');
    const stranger = await settle(bank, 'bystander');
    await mark(bank.bank, owner);
    const asking = await Asking.about(bank, owner, stranger);
    const everybody = await getAskers(bank, owner, stranger);
    const askers = everybody.filter(asksEverywhere);
    log(`${everybody.length} askers, ${asking.secrets} ids, names and amounts that nobody may be told`);
    const surfaces = {
      tables: () => tryTables(bank, asking, owner, stranger, askers),
      schemas: () => trySchemas(bank, asking, askers),
      files: () => tryFiles(bank, asking, owner, stranger, askers),
      'sign-in': () => trySignIn(bank, asking, owner, stranger, askers),
      channels: () => tryChannels(bank, asking, owner, stranger, everybody),
      routines: () => tryRoutines(bank, asking, owner, stranger, askers),
      gates: () =>
        tryGates(
          asking,
          owner,
          everybody.filter((one) => !asksEverywhere(one)),
        ),
      'server functions': () => tryServerFunctions(bank, asking, owner, askers),
    };
    let known = 0;
    for (const [name, trySurface] of Object.entries(surfaces)) {
      if (only !== undefined && name !== only) continue;
      await trySurface();
      log(`${name} tried`);
      for (const finding of asking.findings.slice(known, known + 30)) log(`  ${finding}`);
      known = asking.findings.length;
    }
    for (const [surface, cells] of asking.counts)
      log(
        `${surface}: ${[...cells]
          .map(([cell, times]) => `${cell} × ${times}`)
          .sort()
          .join(', ')}`,
      );
    const tried = [...asking.counts.values()]
      .flatMap((cells) => [...cells.values()])
      .reduce((sum, n) => sum + n, 0);
    return {
      tried: `${tried} requests`,
      found:
        asking.findings.length === 0 ? 'nothing told, nothing changed' : `${asking.findings.length} findings`,
      ok: asking.findings.length === 0,
    };
  } finally {
    await bank.close();
  }
}

export const proof: Proof = {
  name: 'matrix',
  title: 'Everything the server offers, by every verb, to everybody who must not have what is another’s',
  run: proveMatrix,
};
