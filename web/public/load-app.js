// Loads the app and its styles on a prerendered page, which is readable without scripts. A page with a form loads the app
// after the first paint. Other pages load the app when the browser is idle or the visitor starts to use the
// page.
(() => {
  const { app, with: preloads, styles, when } = document.currentScript.dataset;
  let press = null;
  let isLoading = false;

  function loadApp() {
    if (isLoading) return;
    isLoading = true;
    for (const href of [app, ...preloads.split(' ')]) appendLink('modulepreload', href);
    // The prerendered page has only its own styles, so the app starts after all styles arrived.
    const sheet = appendLink('stylesheet', styles);
    sheet.addEventListener('load', runApp);
    sheet.addEventListener('error', runApp);
  }

  function appendLink(rel, href) {
    const link = document.createElement('link');
    link.rel = rel;
    link.href = href;
    document.head.append(link);
    return link;
  }

  function runApp() {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = app;
    document.head.append(script);
  }

  function onPress(event) {
    const button = event.target.closest('button');
    // The header is hydrated before the rest of the page.
    const isHydrated = 'hydrated' in document.documentElement.dataset && !button?.closest('main');
    press = button && !isHydrated ? { event, button } : null;
    loadApp();
  }
  function reportPointerPosition() {
    if (!matchMedia('(hover: hover)').matches) return;
    const resting = [...document.querySelectorAll(':hover')].at(-1);
    resting?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
  }
  // Keeps the browser from submitting a form before the app is hydrated.
  const onSubmit = (event) => event.preventDefault();
  const begins = ['pointerover', 'touchstart', 'focusin', 'keydown'];
  for (const name of begins) addEventListener(name, loadApp, { once: true, passive: true });
  // Records clicks before the app is hydrated.
  addEventListener('click', onPress, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('sandbank-hydrated', () => {
    removeEventListener('click', onPress, true);
    removeEventListener('submit', onSubmit, true);
    setTimeout(reportPointerPosition);
    // A click that is still being dispatched reaches the app without a replay.
    if (!press || press.event.eventPhase !== Event.NONE) return;
    const { button } = press;
    const target = button.isConnected
      ? button
      : [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === button.textContent,
        );
    target?.click();
  });

  if (when === 'after-paint') {
    requestAnimationFrame(() => setTimeout(loadApp));
    return;
  }
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200));
  const idle = () => whenIdle(loadApp, { timeout: 4000 });
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle);
})();
