// Applies the saved theme, or else the system's theme, before the first paint. This is a separate file
// because the page doesn't allow inline scripts.
(() => {
  let theme = null;
  let known = false;
  try {
    theme = localStorage.getItem('theme');
    known = Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
  } catch {
    // If storage is blocked, the system's theme applies.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = theme;
  // Hides visitor-only sections from returning customers before the first paint.
  if (known) document.documentElement.dataset.known = '';
  // Preloads the dashboard's modules with the app for a returning customer.
  if (known && location.pathname === '/dashboard') {
    for (const href of (document.currentScript.dataset.dashboard ?? '').split(' ').filter(Boolean)) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  }
})();
