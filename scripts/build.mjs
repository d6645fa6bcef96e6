// Builds what `npm start` serves: dist/web (the app, with compressed twins), dist/server and dist/functions.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as buildScript } from 'esbuild';
import { build as viteBuild } from 'vite';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const WORTH_COMPRESSING = /\.(?:js|css|html|svg|json|txt|webmanifest|map)$/;
const SMALLEST_TO_COMPRESS_BYTES = 512;
const FONT = /^instrument-sans-latin-wght-normal-.+\.woff2$/;
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/** Builds everything into dist/. */
export async function build() {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const { NODE_ENV } = process.env;
  await buildServer();
  await buildWeb();
  // Vite says `production` to the whole process, which would close the outbox of the bank that is started next.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
}

async function buildWeb() {
  await viteBuild({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'web', 'vite.config.ts'),
    logLevel: 'warn',
  });
  preloadFont(join(ROOT, 'dist', 'web'));
  await drawLanding(join(ROOT, 'dist', 'web'));
  await buildWorker(join(ROOT, 'dist', 'web'));
  compressBelow(join(ROOT, 'dist', 'web'));
}

/** The letters of every page are asked for with the page, not once its styles have come. */
function preloadFont(folder) {
  const font = readdirSync(join(folder, 'assets')).find((name) => FONT.test(name));
  if (!font) throw new Error('The build has no font.');
  const page = join(folder, 'index.html');
  const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${font}">`;
  writeFileSync(page, readFileSync(page, 'utf8').replace('</title>', `</title>\n    ${link}`));
}

/**
 * landing.html: the app's page with the landing page drawn in it, whose scripts wait until the browser is idle. It is
 * what `/` answers; a host of plain files may leave it out.
 */
async function drawLanding(folder) {
  const drawn = mkdtempSync(join(ROOT, 'dist', 'landing-'));
  try {
    await viteBuild({
      root: join(ROOT, 'web'),
      configFile: join(ROOT, 'web', 'vite.config.ts'),
      publicDir: false,
      logLevel: 'warn',
      build: {
        ssr: join(ROOT, 'web', 'src', 'landing-static.tsx'),
        outDir: drawn,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'landing.mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
    });
    const { renderLanding } = await import(pathToFileURL(join(drawn, 'landing.mjs')).href);
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const [, app] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? [];
    const preloads = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g)].map(
      ([, href]) => href,
    );
    if (!app) throw new Error('The page of the app names no script.');
    const landing = html
      .replace(/\s*<script type="module".*?<\/script>/, '')
      .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
      .replace('<title>Sandbank</title>', '<title>Banking simulator · Sandbank</title>')
      .replace(
        '</head>',
        `  <script src="/landing.js" defer data-app="${app}" data-with="${preloads.join(' ')}"></script>\n  </head>`,
      )
      .replace('<div id="root"></div>', `<div id="root">${await renderLanding()}</div>`);
    writeFileSync(join(folder, 'landing.html'), landing);
  } finally {
    rmSync(drawn, { recursive: true, force: true });
  }
}

/** The service worker, which knows every file of this version: those with a hash in their name by it. */
async function buildWorker(folder) {
  const files = filesBelow(folder)
    .map((file) => `/${relative(folder, file).split(sep).join('/')}`)
    .filter((path) => !path.endsWith('.map'));
  const precached = files.map((url) => ({
    url,
    revision: HASHED.test(url) ? null : digest(join(folder, url)),
  }));
  await buildScript({
    entryPoints: [join(ROOT, 'web', 'worker', 'worker.ts')],
    outfile: join(folder, 'sw.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { PRECACHED: JSON.stringify(precached), 'process.env.NODE_ENV': '"production"' },
  });
}

function digest(file) {
  return createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22);
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** The server and the server functions; packages stay outside the bundle. */
async function buildServer(folder = 'dist') {
  const functions = join(ROOT, 'supabase', 'functions');
  const names = readdirSync(functions).filter((name) => existsSync(join(functions, name, 'index.ts')));
  const input = { 'server/main': join(ROOT, 'server', 'main.ts') };
  for (const name of names) input[`functions/${name}`] = join(functions, name, 'index.ts');
  await viteBuild({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: 'server/chunks/[name]-[hash].js' },
      },
    },
  });
}

/** Writes a .br and a .gz twin beside every text asset, so that no request pays for compression. */
function compressBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) compressBelow(file);
    else if (WORTH_COMPRESSING.test(entry.name)) compress(file);
  }
}

function compress(file) {
  const content = readFileSync(file);
  if (content.length < SMALLEST_TO_COMPRESS_BYTES) return;
  const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

// With a folder as its argument, the server alone is built into it: tests start it from there.
if (process.argv[1] === fileURLToPath(import.meta.url))
  await (process.argv[2] ? buildServer(process.argv[2]) : build());
