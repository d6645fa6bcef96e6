// `npm run prove [-- NAME [ROUNDS [SEED]]]`: the long proofs of the folder proofs, all of them or one.
import { spawn } from 'node:child_process';
import { checkNode, installWhatIsMissing, ROOT } from './prepare.mjs';

checkNode();
await installWhatIsMissing();
const child = spawn(process.execPath, ['--import', 'tsx', 'tools/proofs/run.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
// Ctrl-C in a terminal reaches the proofs by itself; this process waits until they have ended what they started.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
