// `npm run dev`: runs the bank with hot reload. Vite serves the web app inside the server process. Changes in
// server/ or supabase/functions/ restart the server.
import { spawn } from 'node:child_process';
import { checkNode, installMissingPackages, ROOT } from './prepare.mjs';

checkNode();
await installMissingPackages();
const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', '--exclude', 'web/**', 'server/main.ts'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, SANDBANK_DEV: '1' } },
);
// Ctrl-C also stops the server, because it reaches the whole process group. This process only waits until the
// server has ended.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(code ?? 0));
