import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { householdSchema } from './household-schema-plugin.ts';
import { lessons } from './lesson-plugin.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Link previews need absolute image URLs. The operator sets the site's URL.
process.env.VITE_SITE_URL ??= '';

/** Modules that only some pages need: charts, forms, the engine, and selects. */
const HEAVY =
  /node_modules\/(zod|react-hook-form|@hookform|d3-[a-z]+|pure-rand|@radix-ui)\/|\/engine\/|\/ui\/forms\/(segmented|switch)\.tsx$/;
/** radix-ui and lucide-react re-export everything, so the packages themselves say nothing about their importers. */
const INDEX = /node_modules\/(radix-ui\/|lucide-react\/dist\/esm\/lucide-react\.)/;
const ICON = /node_modules\/lucide-react\/dist\/esm\/icons\//;
const ICON_IMPORT = /import \{([^}]+)\} from 'lucide-react'/g;
const heaviness = new Map<string, boolean>();

function commonUnlessHeavy(id: string, context: Rolldown.ChunkingContext): string | null {
  return isHeavy(id, context) ? null : 'common';
}

/** Returns true if a module is heavy or imports a heavy module. */
function isHeavy(id: string, context: Rolldown.ChunkingContext): boolean {
  const known = heaviness.get(id);
  if (known !== undefined) return known;
  heaviness.set(id, HEAVY.test(id));
  if (INDEX.test(id)) return false;
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  const heavy = HEAVY.test(id) || imported.some((item) => isHeavy(item, context));
  heaviness.set(id, heavy);
  return heavy;
}

/** The page that customers see after signing in, and the clock above it. */
const FIRST_PAGE = ['dashboard/dashboard-page.tsx', 'clock/clock-strip.tsx'];
const firstPageModules = new Set<string>();

/** Groups the shared modules of the first page, so that it loads few files and no unused modules. */
function firstPageOnly(id: string, context: Rolldown.ChunkingContext): string | null {
  if (firstPageModules.size === 0)
    for (const path of FIRST_PAGE) addImports(folder(`./src/features/${path}`), context);
  return firstPageModules.has(id) ? 'first-page' : null;
}

function addImports(id: string, context: Rolldown.ChunkingContext): void {
  if (firstPageModules.has(id) || INDEX.test(id)) return;
  firstPageModules.add(id);
  for (const icon of findIcons(id)) addImports(icon, context);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) addImports(imported, context);
}

/** Returns the modules of the icons that a source file imports from lucide-react. */
function findIcons(id: string): string[] {
  if (!id.startsWith(folder('./src/'))) return [];
  const names = [...readFileSync(id, 'utf8').matchAll(ICON_IMPORT)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );
  return names.flatMap((name) => ICONS.get(name) ?? []);
}

/** The modules of lucide-react's icons by the names that the package exports. */
const ICONS = readIcons(folder('../node_modules/lucide-react/dist/esm/'));

function readIcons(esm: string): Map<string, string> {
  const index = readFileSync(`${esm}lucide-react.mjs`, 'utf8');
  const exports = [...index.matchAll(/export \{([^}]+)\} from '\.\/(icons\/[^']+)'/g)];
  return new Map(
    exports.flatMap(([, names = '', path = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, `${esm}${path}`] as const),
    ),
  );
}

export default defineConfig({
  root: folder('.'),
  plugins: [react(), tailwindcss(), lessons(), householdSchema()],
  resolve: {
    alias: {
      // Replaces a package that adds style elements, which the Content-Security-Policy forbids.
      'react-style-singleton': folder('./src/lib/bundle/style-singleton.ts'),
      '@engine': folder('../engine'),
      '@assistant': folder('../assistant'),
      '@': folder('./src'),
    },
  },
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Builds only a few chunks, because browsers fetch only six files at a time from a plain HTTP/1.1 server.
    // The chunks are React (cached across app releases), the Supabase client, the app shell, forms, the shared
    // modules of the first page, shared icons, and other shared modules. All other code loads with its page.
    rolldownOptions: {
      // Prerendered pages load the Supabase client late. Other pages load it from the start.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 5 },
            {
              name: 'supabase',
              test: /node_modules\/(@supabase|iceberg-js|tslib)\//,
              priority: 4,
            },
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'forms', test: /node_modules\/(zod|react-hook-form|@hookform)\//, priority: 2 },
            { name: firstPageOnly, debugName: 'first-page', minShareCount: 2, priority: 2 },
            { name: 'icons', test: ICON, minShareCount: 2, priority: 1 },
            // Modules with at least this many importers only import each other, so these chunks have no
            // cycles.
            { name: commonUnlessHeavy, debugName: 'common', minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
});
