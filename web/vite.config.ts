import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Pictures in previews of other sites need the whole address, where the operator says it.
process.env.VITE_SITE_URL ??= '';

export default defineConfig({
  root: folder('.'),
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: { '@engine': folder('../engine'), '@assistant': folder('../assistant'), '@': folder('./src') },
  },
  build: {
    outDir: folder('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // What changes with a new React only stays in the browser's cache when the app changes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
        },
      },
    },
  },
});
