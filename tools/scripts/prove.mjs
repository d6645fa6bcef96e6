// `npm run prove [-- NAME [ROUNDS [SEED]]]`: runs one of the long proofs in tools/proofs, or all of them.
import { spawn } from 'node:child_process';
import { checkNode, installMissingPackages, ROOT } from './prepare.mjs';

checkNode();
await installMissingPackages();
const child = spawn(process.execPath, ['--import', 'tsx', 'tools/proofs/run.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
// Ctrl-C reaches the whole process group, so this only waits for the proofs to clean up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
