// `npm run dev`: the same bank with hot reload. The web app is served by Vite inside the server process;
// a change in server/ or supabase/functions/ restarts the server.
import { spawn } from 'node:child_process';
import { checkNode, installWhatIsMissing, ROOT } from './prepare.mjs';

checkNode();
await installWhatIsMissing();
const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', '--exclude', 'web/**', 'server/main.ts'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, SANDBANK_DEV: '1' } },
);
// Ctrl-C reaches the whole process group; we only wait for the server to finish its work.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(code ?? 0));
