// `npm run prove [-- NAME [ROUNDS [SEED]]]`: runs one of the long proofs in tools/proofs, or all of them.
import { spawn } from 'node:child_process';
import { checkNode, installMissingPackages, ROOT } from './prepare.mjs';

checkNode();
await installMissingPackages();
const child = spawn(process.execPath, ['--import', 'tsx', 'tools/proofs/run.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
// Ctrl-C also stops the proofs, because it reaches the whole process group. This process only waits until
// they have cleaned up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
