// Before the first paint: the saved theme, else the system's. A file of its own because the page allows no inline script.
(() => {
  let theme = null;
  let known = false;
  try {
    theme = localStorage.getItem('theme');
    known = Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
  } catch {
    // Storage may be closed to us; the system's preference decides then.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = theme;
  // Hides the visitor's part of the landing page from customers before the first paint.
  if (known) document.documentElement.dataset.known = '';
  // Loads the parts of the dashboard together with the app for a returning customer.
  if (known && location.pathname === '/dashboard') {
    for (const href of (document.currentScript.dataset.dashboard ?? '').split(' ').filter(Boolean)) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  }
})();
