import { useEffect, useEffectEvent } from 'react';

/*
 * Back closes the open dialogs and sheets one by one, without leaving the page. Each open overlay adds a history
 * entry that repeats the page's entry. React Router never sees these entries: they are removed before it
 * navigates, and when an overlay closes in another way.
 */

/** The functions that close the open overlays, oldest first. */
const overlays: (() => void)[] = [];
/** The page below the overlays' entries. */
let page: string | null = null;
/** Called when the browser has removed entries. */
let finishRemoval: (() => void) | null = null;
let navigations = 0;
let isListening = false;

/** The time after which an overlay that refused to close, for example while it saves, gets its entry back. */
const REFUSED_AFTER_MS = 600;
/** The longest wait for the browser to go back. If there is no earlier entry, it never answers. */
const BROWSER_WAIT_MS = 1_000;

/** Calls `close` when the customer goes back while the overlay is open. */
export function useBackButton(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const overlay = () => onBack();
    startBackButton();
    overlays.push(overlay);
    queueMicrotask(matchEntries);
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      queueMicrotask(matchEntries);
    };
  }, [isOpen]);
}

/** Starts to listen for Back. Removes entries that an earlier load of the page has left. */
export function startBackButton(): void {
  if (isListening) return;
  isListening = true;
  // Runs before React Router's listener, which is not a capturing one.
  window.addEventListener('popstate', onPop, true);
  queueMicrotask(matchEntries);
}

/**
 * Runs a navigation of React Router on the page's own entry. Overlays that are still open afterward get new
 * entries.
 */
export function navigateBelowOverlays(navigate: () => Promise<unknown>, isTraversal: boolean) {
  return countEntries() === 0 && !finishRemoval ? navigate() : removeAndNavigate(navigate, isTraversal);
}

async function removeAndNavigate(navigate: () => Promise<unknown>, isTraversal: boolean): Promise<void> {
  navigations += 1;
  try {
    if (finishRemoval) await nextPop();
    if (countEntries() > 0) await removeEntries(countEntries());
    const popped = isTraversal ? nextPop() : undefined;
    await navigate();
    await popped;
  } finally {
    navigations -= 1;
    setTimeout(matchEntries);
  }
}

/** Adds or removes entries until there is one for each open overlay. */
function matchEntries(): void {
  if (navigations > 0 || finishRemoval) return;
  const surplus = countEntries() - overlays.length;
  if (surplus > 0) void removeEntries(surplus).then(matchEntries);
  for (let missing = -surplus; missing > 0; missing -= 1) {
    page = getPage(history.state);
    history.pushState({ ...history.state, overlays: countEntries() + 1 }, '');
  }
}

function onPop(event: PopStateEvent): void {
  if (finishRemoval) {
    event.stopImmediatePropagation();
    finishRemoval();
    return;
  }
  const left = countEntries();
  if (left < overlays.length && getPage(event.state) === page) {
    event.stopImmediatePropagation();
    for (const close of overlays.slice(left).toReversed()) close();
    setTimeout(matchEntries, REFUSED_AFTER_MS);
  } else queueMicrotask(matchEntries);
}

function removeEntries(count: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finishRemoval?.(), BROWSER_WAIT_MS);
    finishRemoval = () => {
      finishRemoval = null;
      clearTimeout(timer);
      resolve();
    };
    history.go(-count);
  });
}

function nextPop(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, BROWSER_WAIT_MS);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('popstate', finish, { capture: true, once: true });
  });
}

const countEntries = (): number => Number(history.state?.overlays ?? 0);

/** Identifies a page's entry by the state that React Router gives it. Overlays' entries have the same state. */
const getPage = (state: { key?: string; idx?: number } | null) => `${state?.key} ${state?.idx}`;
