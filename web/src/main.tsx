import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startPrivacy } from './app/privacy';
import { registerServiceWorker } from './app/service-worker';
import { startPreferences } from './lib/preferences';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
startPreferences();
startPrivacy();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
registerServiceWorker();
