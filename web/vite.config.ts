import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { lessons } from './lesson-plugin.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Link previews need absolute image addresses. The operator sets the site's address.
process.env.VITE_SITE_URL ??= '';

/** Modules that only some pages need: charts, forms, the engine, and selects. */
const HEAVY =
  /node_modules\/(zod|react-hook-form|@hookform|d3-[a-z]+|pure-rand|@radix-ui)\/|\/engine\/|\/ui\/forms\/(segmented|switch)\.tsx$/;
/** radix-ui re-exports all components, so it isn't heavy itself. */
const INDEX = /node_modules\/radix-ui\//;
const heaviness = new Map<string, boolean>();

function commonUnlessHeavy(id: string, context: Rolldown.ChunkingContext): string | null {
  return isHeavy(id, context) ? null : 'common';
}

/** Returns true if a module is heavy or imports a heavy one. */
function isHeavy(id: string, context: Rolldown.ChunkingContext): boolean {
  const known = heaviness.get(id);
  if (known !== undefined) return known;
  heaviness.set(id, HEAVY.test(id));
  if (INDEX.test(id)) return false;
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  const heavy = HEAVY.test(id) || imported.some((each) => isHeavy(each, context));
  heaviness.set(id, heavy);
  return heavy;
}

export default defineConfig({
  root: folder('.'),
  plugins: [react(), tailwindcss(), lessons(), toastStyles(), lateClients(), routerWithoutWarnings()],
  resolve: {
    alias: {
      // The package would add style elements, which the Content-Security-Policy forbids.
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
    // Few chunks, because browsers fetch six files at a time from a plain server: React (cached across
    // releases of the app), the Supabase client, the app's shell, forms, and shared modules. The rest loads
    // with its page.
    rolldownOptions: {
      // Prerendered pages load the Supabase client late; the others from the start.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 5 },
            {
              name: 'supabase',
              test: /node_modules\/(@supabase\/(supabase|auth|postgrest|functions)-js|tslib)\//,
              priority: 4,
            },
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'forms', test: /node_modules\/(zod|react-hook-form|@hookform)\//, priority: 2 },
            // Modules with this many importers only import each other, so these chunks have no cycles.
            { name: commonUnlessHeavy, debugName: 'common', minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
});

/**
 * Adds the toasts' styles as a constructed style sheet, because the Content-Security-Policy forbids style
 * elements.
 */
function toastStyles(): Plugin {
  const start = "if (!code || typeof document == 'undefined') return";
  return {
    name: 'toast-styles',
    apply: 'build',
    transform(code, id) {
      if (!/\/node_modules\/sonner\/dist\/index\.mjs$/.test(id)) return null;
      if (!code.includes(start))
        throw new Error('The styles of toasts are added in another way than before.');
      const adopt = `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(code);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; return }`;
      return { code: code.replace(start, `${start}\n  ${adopt}`), map: null };
    },
  };
}

/** Replaces the realtime and storage clients of supabase-js with stubs that load on demand. */
function lateClients(): Plugin {
  const late = new Map([
    ['@supabase/realtime-js', folder('./src/lib/bundle/lazy-realtime.ts')],
    ['@supabase/storage-js', folder('./src/lib/bundle/lazy-storage.ts')],
  ]);
  return {
    name: 'late-clients',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return importer?.includes('/node_modules/@supabase/supabase-js/') ? late.get(source) : undefined;
    },
  };
}

/**
 * Uses the production build of react-router, because importing the package resolves to its development build.
 */
function routerWithoutWarnings(): Plugin {
  const built = folder('../node_modules/react-router/dist/production/index.mjs');
  return {
    name: 'router-without-warnings',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      return source === 'react-router' && this.environment.name === 'client' ? built : undefined;
    },
  };
}
