import './styles.css';
import { onlineManager } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { registerServiceWorker } from '@/app/offline/service-worker';
import { startPrivacy } from '@/app/privacy';
import { startPreferences } from '@/lib/storage/preferences';
import { startTheme } from '@/lib/theme';

// `onlineManager` only observes changes, so its initial state must be set.
onlineManager.setOnline(navigator.onLine);

// Stops Zod from testing whether it can compile code. The page's Content-Security-Policy forbids compiling
// code, and the browser would report the test as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element for the app.');
startTheme();
startPreferences();
startPrivacy();
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The landing page is prerendered. All other pages are rendered here.
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
registerServiceWorker();
