// The landing page stands without scripts. The app comes when the browser has nothing else to do, or when somebody
// begins to use the page.
(() => {
  const { app, with: preloads } = document.currentScript.dataset;
  let pressed = null;
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
    pressed = event.target.closest('button');
    wake();
  }
  const begins = ['pointerover', 'touchstart', 'focusin', 'keydown'];
  for (const name of begins) addEventListener(name, wake, { once: true, passive: true });
  addEventListener('click', onPress);
  addEventListener('sandbank-awake', () => {
    removeEventListener('click', onPress);
    if (!pressed) return;
    const { textContent } = pressed;
    const again = pressed.isConnected
      ? pressed
      : [...document.querySelectorAll('button')].find((button) => button.textContent === textContent);
    again?.click();
  });

  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200));
  const idle = () => whenIdle(wake, { timeout: 4000 });
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle);
})();
