import { readFileSync } from 'node:fs';
import { parseScenario, problemLine } from '../../engine/scenarios/file.ts';

/** `npm run pack -- check FILE…`: validates scenario files and lists their problems. */
const [verb, ...files] = process.argv.slice(2);
if (verb !== 'check' || files.length === 0) {
  process.stderr.write('Usage: npm run pack -- check FILE…\n');
  process.exit(2);
}
for (const file of files) {
  const read = parseScenario(getText(file));
  if ('pack' in read) {
    const { title, edition, months, objectives } = read.pack;
    process.stdout.write(
      `${file}: "${title}", edition ${edition}: ${months} months, ${objectives.length} objectives. Valid.\n`,
    );
  } else {
    process.exitCode = 1;
    for (const problem of read.problems) process.stdout.write(`${file}: ${problemLine(problem)}\n`);
  }
}

function getText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    process.stderr.write(`Failed to read ${file}.\n`);
    process.exit(2);
  }
}
