// A drawn page stands without scripts. The app comes when the browser has nothing else to do, or once the page is
// painted where people begin to write at once, or when somebody begins to use the page.
(() => {
  const { app, with: preloads, when } = document.currentScript.dataset;
  let press = null;
  let called = false;

  function wake() {
    if (called) return;
    called = true;
    for (const href of preloads.split(' ')) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.src = app;
    document.head.append(script);
  }

  function onPress(event) {
    const button = event.target.closest('button');
    // The bar answers before the page below it does.
    const isAnswered = 'awake' in document.documentElement.dataset && !button?.closest('main');
    press = button && !isAnswered ? { event, button } : null;
    wake();
  }
  function tellWhereThePointerRests() {
    if (!matchMedia('(hover: hover)').matches) return;
    const resting = [...document.querySelectorAll(':hover')].at(-1);
    resting?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
  }
  // Input is handled by the app and never submits the page.
  const onSubmit = (event) => event.preventDefault();
  const begins = ['pointerover', 'touchstart', 'focusin', 'keydown'];
  for (const name of begins) addEventListener(name, wake, { once: true, passive: true });
  // Heard before the app hears it: what it cannot answer yet, it swallows.
  addEventListener('click', onPress, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('sandbank-awake', () => {
    removeEventListener('click', onPress, true);
    removeEventListener('submit', onSubmit, true);
    setTimeout(tellWhereThePointerRests);
    // A press that is still on its way wakes the app and reaches it.
    if (!press || press.event.eventPhase !== Event.NONE) return;
    const { button } = press;
    const again = button.isConnected
      ? button
      : [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === button.textContent,
        );
    again?.click();
  });

  if (when === 'painted') {
    requestAnimationFrame(() => setTimeout(wake));
    return;
  }
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200));
  const idle = () => whenIdle(wake, { timeout: 4000 });
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle);
})();
