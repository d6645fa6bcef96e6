import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Imports that the lint settings must refuse or allow in a file at the given path. */
const CASES = [
  { file: 'web/src/lib/a.ts', imports: '@/features/loans/queries', allowed: false },
  { file: 'web/src/lib/b.ts', imports: '@/ui/button', allowed: false },
  { file: 'web/src/ui/a.tsx', imports: '@/features/loans/queries', allowed: false },
  { file: 'web/src/ui/b.tsx', imports: '@/lib/money', allowed: true },
  {
    file: 'web/src/features/loans/a.ts',
    imports: '@/features/accounts/details/account-dialogs',
    allowed: false,
  },
  { file: 'web/src/features/loans/b.ts', imports: '@/features/accounts/queries', allowed: true },
  { file: 'web/src/ui/c.tsx', imports: '@/entities/debt/list-item', allowed: false },
  { file: 'web/src/entities/debt/a.tsx', imports: '@/features/loans/queries', allowed: false },
  { file: 'web/src/entities/debt/b.tsx', imports: '@/ui/button', allowed: true },
  { file: 'web/src/features/loans/d.ts', imports: '@/app/router', allowed: false },
  { file: 'web/src/app/a.ts', imports: '../../../server/main.ts', allowed: false },
  { file: 'server/a.ts', imports: '../engine/amortization.ts', allowed: false },
  { file: 'server/b.ts', imports: '@/lib/money', allowed: false },
  { file: 'engine/a.ts', imports: 'node:fs', allowed: false },
  { file: 'engine/b.ts', imports: '../web/src/lib/money.ts', allowed: false },
  { file: 'engine/c.ts', imports: './amortization.ts', allowed: true },
  { file: 'supabase/functions/demo/index.ts', imports: '../../../server/main.ts', allowed: false },
  { file: 'supabase/functions/demo/b.ts', imports: '../../../engine/amortization.ts', allowed: true },
];

/** Code that the lint settings must refuse or allow in a file at the given path. */
const NUMBERS = [
  { file: 'web/src/features/loans/e.ts', code: 'const shown = (1.5).toFixed(2);', allowed: false },
  { file: 'web/src/ui/e.ts', code: "const read = Number.parseFloat('1.5');", allowed: false },
  { file: 'web/src/app/e.ts', code: "const shown = new Intl.NumberFormat('en-US');", allowed: false },
  { file: 'web/src/lib/money.ts', code: "const shown = new Intl.NumberFormat('en-US');", allowed: true },
  { file: 'engine/e.ts', code: 'const grown = 1.05 ** 12;', allowed: false },
  { file: 'engine/f.ts', code: 'const wave = Math.sin(1);', allowed: false },
  { file: 'engine/g.ts', code: 'const nearest = Math.round(1.5);', allowed: true },
];

describe('the lint settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-imports-'));
  let refused: Set<string>;
  let refusedNumbers: Set<string>;

  beforeAll(() => {
    copyFileSync('biome.json', join(folder, 'biome.json'));
    cpSync('tools/scripts/lint', join(folder, 'tools/scripts/lint'), { recursive: true });
    for (const { file, imports } of CASES) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(
        join(folder, file),
        `import { something } from '${imports}';\n\nconsole.info(something);\n`,
      );
    }
    for (const { file, code } of NUMBERS) writeFileSync(join(folder, file), `${code}\n`);
    const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome');
    const arguments_ = [
      biome,
      'lint',
      '--vcs-enabled=false',
      '--reporter=json',
      '--max-diagnostics=200',
      '.',
    ];
    const { stdout } = spawnSync(process.execPath, arguments_, { cwd: folder, encoding: 'utf8' });
    const report = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: unknown } }[] };
    const getPlaces = (setting: string) =>
      new Set(
        report.diagnostics
          .filter(({ category }) => category === setting)
          .map(({ location }) => JSON.stringify(location.path)),
      );
    refused = getPlaces('lint/style/noRestrictedImports');
    refusedNumbers = getPlaces('plugin');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(CASES)('$file importing $imports is allowed: $allowed', ({ file, allowed }) => {
    expect([...refused].some((path) => path.includes(file))).toBe(!allowed);
  });

  it.each(NUMBERS)('$code in $file is allowed: $allowed', ({ file, allowed }) => {
    expect([...refusedNumbers].some((path) => path.includes(file))).toBe(!allowed);
  });
});
