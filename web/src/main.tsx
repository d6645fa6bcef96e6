import './styles.css';
import { onlineManager } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { registerServiceWorker } from '@/app/offline/service-worker';
import { startPrivacy } from '@/app/privacy';
import { startPreferences } from '@/lib/preferences';
import { startTheme } from '@/lib/theme';

// The library only observes changes, so it needs the initial state.
onlineManager.setOnline(navigator.onLine);

// Checks of forms would try whether they may write code, which the policy of the page forbids and the browser reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
startTheme();
startPreferences();
startPrivacy();
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The landing page comes drawn; every other page is drawn here.
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
registerServiceWorker();
