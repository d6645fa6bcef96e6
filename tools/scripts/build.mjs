// Builds everything that `npm start` serves: dist/web (the app, also compressed), dist/server, and dist/functions.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as buildScript } from 'esbuild';
import { transform } from 'lightningcss';
import { build as viteBuild } from 'vite';
import { BUILD_STAMP, computeSourcesFingerprint } from './prepare.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const WORTH_COMPRESSING = /\.(?:js|css|html|svg|json|txt|webmanifest|map)$/;
const SMALLEST_TO_COMPRESS_BYTES = 512;
const FONT = /^instrument-sans-plain-.+\.woff2$/;
/** Matches the static imports of a built script. */
const IMPORT = /\b(?:from|import)\s*"\.\/([^"]+\.js)"/g;
const DRAWN = [
  { path: '/', file: 'landing.html', title: 'Banking simulator', part: 'landing-page', when: 'idle' },
  { path: '/auth', file: 'auth.html', title: 'Sign in', part: 'auth-page', when: 'after-paint' },
];
/** Matches a class in a stylesheet, with its escapes. */
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/g;
const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/;
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/** Builds everything into dist/ and records the sources, so that `npm start` doesn't rebuild them. */
async function build() {
  // A file that changes during this build is rebuilt the next time.
  const fingerprint = computeSourcesFingerprint();
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  await buildServer();
  await buildWeb();
  writeFileSync(BUILD_STAMP, fingerprint);
}

async function buildWeb() {
  await viteBuild({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'web', 'vite.config.ts'),
    logLevel: 'warn',
  });
  preload(join(ROOT, 'dist', 'web'));
  await drawPages(join(ROOT, 'dist', 'web'));
  await buildWorker(join(ROOT, 'dist', 'web'));
  compressBelow(join(ROOT, 'dist', 'web'));
}

/**
 * Preloads the resources that every page needs: fonts and the configuration. Lists the dashboard's chunks for
 * `theme.js`, which detects if they are needed.
 */
function preload(folder) {
  const font = readdirSync(join(folder, 'assets')).find((name) => FONT.test(name));
  if (!font) throw new Error('The build contains no font.');
  const page = join(folder, 'index.html');
  const links = [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${font}">`];
  if (!process.env.VITE_SUPABASE_URL)
    links.push('<link rel="preload" as="fetch" crossorigin href="/config.json">');
  const html = readFileSync(page, 'utf8');
  const parts = ['dashboard-page', 'clock-strip'].flatMap((name) => getParts(folder, name));
  const more = [...new Set(parts)].filter((part) => !html.includes(part));
  writeFileSync(
    page,
    html
      .replace('</title>', `</title>\n    ${links.join('\n    ')}`)
      .replace('<script src="/theme.js">', `<script src="/theme.js" data-dashboard="${more.join(' ')}">`),
  );
}

/** Returns the URLs of a built script and all its imports. */
function getParts(folder, name) {
  const assets = join(folder, 'assets');
  const first = readdirSync(assets).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  if (!first) throw new Error(`The build contains no ${name}.`);
  const reachable = new Set([first]);
  for (const file of reachable)
    for (const [, imported] of readFileSync(join(assets, file), 'utf8').matchAll(IMPORT))
      reachable.add(imported);
  return [...reachable].map((file) => `/assets/${file}`);
}

/**
 * Writes landing.html and auth.html, the prerendered pages of `/` and `/auth`, which load the app and its full
 * stylesheet later (web/public/load-app.js). Static hosts don't need these files.
 */
async function drawPages(folder) {
  const drawn = mkdtempSync(join(ROOT, 'dist', 'drawn-'));
  try {
    await viteBuild({
      root: join(ROOT, 'web'),
      configFile: join(ROOT, 'web', 'vite.config.ts'),
      publicDir: false,
      logLevel: 'warn',
      build: {
        ssr: join(ROOT, 'web', 'src', 'prerendered-pages.tsx'),
        outDir: drawn,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'drawn.mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
    });
    const { renderPage } = await import(pathToFileURL(join(drawn, 'drawn.mjs')).href);
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    for (const page of DRAWN)
      writeFileSync(join(folder, page.file), drawnPage(folder, html, page, await renderPage(page.path)));
  } finally {
    rmSync(drawn, { recursive: true, force: true });
  }
}

function drawnPage(folder, html, { title, part, when }, content) {
  const [, app] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? [];
  if (!app) throw new Error("The app's page has no module script.");
  const shared = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g)].map(
    ([, href]) => href,
  );
  const preloads = [...new Set([...shared, ...getParts(folder, part)])].filter((script) => script !== app);
  const [stylesheet, styles] = STYLESHEET.exec(html) ?? [];
  if (!stylesheet) throw new Error("The app's page has no stylesheet.");
  const loader = `<script src="/load-app.js" defer data-when="${when}" data-app="${app}" data-with="${preloads.join(' ')}" data-styles="${styles}">`;
  return html
    .replace(/\s*<script type="module".*?<\/script>/, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<link rel="preload" as="fetch"[^>]*>/, '')
    .replace(/ data-dashboard="[^"]*"/, '')
    .replace(stylesheet, stylesheet.replace(styles, writeStyles(folder, styles, part, content)))
    .replace('<title>Sandbank</title>', `<title>${title} · Sandbank</title>`)
    .replace('</head>', `  ${loader}</script>\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`);
}

/** Writes the app's styles without the classes that a prerendered page lacks. Returns the URL of the file. */
function writeStyles(folder, styles, name, content) {
  const css = readFileSync(join(folder, styles));
  const classes = new Set([...content.matchAll(/ class="([^"]*)"/g)].flatMap(([, list]) => list.split(' ')));
  const unusedSymbols = [...css.toString().matchAll(CLASS)]
    .map(([, escaped]) => unescapeClass(escaped))
    .filter((name) => !classes.has(escapeHtml(name)));
  const { code } = transform({ filename: styles, code: css, minify: true, unusedSymbols });
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  writeFileSync(join(folder, 'assets', `${name}-${hash}.css`), code);
  return `/assets/${name}-${hash}.css`;
}

/** Returns a class without the escapes of CSS. */
const unescapeClass = (escaped) =>
  escaped.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/g, (_, code, character) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );

/** Returns a class as React writes it in an attribute. */
const escapeHtml = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** Builds the service worker with the list of this version's files. */
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

/** Bundles the server and the server functions. Packages aren't bundled. */
async function buildServer(folder = 'dist') {
  const functions = join(ROOT, 'supabase', 'functions');
  const names = readdirSync(functions).filter((name) => existsSync(join(functions, name, 'index.ts')));
  const input = {
    'server/main': join(ROOT, 'server', 'main.ts'),
    'server/function-worker': join(ROOT, 'server', 'functions', 'function-worker.ts'),
  };
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

/** Writes .br and .gz versions of all text assets, so that the server doesn't have to compress them. */
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

// If a folder is given, builds only the server into that folder, for tests.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await (process.argv[2] ? buildServer(process.argv[2]) : build());
    // Exits explicitly, because the rendered pages leave timers running.
    process.exit(0);
  } catch (error) {
    const cannotWrite = ['EACCES', 'EROFS', 'ENOSPC'].includes(error?.code);
    console.error(cannotWrite ? `Failed to write the build to ${ROOT}/dist: ${error.code}.` : error);
    process.exit(1);
  }
}
