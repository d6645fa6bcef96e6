import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { extendTailwindMerge } from 'tailwind-merge';
import { afterEach } from 'vitest';
import { explanation } from '@/entities/explanation/explain';
import { setCurrentDay } from '@/lib/dates';
import { toastTimes } from '@/lib/toast';
import { watched } from '@/ui/class-names';
import { overlays } from '@/ui/overlays/overlays';

/** Provides browser features that jsdom lacks, and cleans up after each test. */

class NeverResized implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NeverResized;
window.scrollTo = () => {};
window.matchMedia ??= (media: string) =>
  ({
    matches: false,
    media,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

/**
 * Caches computed styles, which would take a sixth of a test's time. Tests load no style sheet of the app, so
 * a style depends only on the browser's rules for the tag, the parent's tag, and these attributes, and on
 * inherited inline styles.
 */
const computeStyle = window.getComputedStyle.bind(window);
const styles = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = (element: Element, pseudo?: string | null) => {
  const attributes = ['hidden', 'type', 'open', 'dir'].map((name) => element.getAttribute(name));
  let inline = '';
  for (let node: Element | null = element; node; node = node.parentElement)
    inline += node.getAttribute('style') ?? ',';
  const key = JSON.stringify([
    element.localName,
    element.parentElement?.localName,
    pseudo,
    inline,
    ...attributes,
  ]);
  let style = styles.get(key);
  if (!style) {
    style = computeStyle(element, pseudo);
    styles.set(key, style);
  }
  return style;
};

/**
 * Finds a field's labels by the index of ids. jsdom would compare every element of the page with every label,
 * which takes a tenth of a test's time in forms.
 */
const LABELABLE = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]) {
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get(this: HTMLElement) {
      if (!this.matches(LABELABLE)) return null;
      const { ownerDocument } = this;
      return [...ownerDocument.querySelectorAll('label')].filter((label) =>
        label.hasAttribute('for')
          ? ownerDocument.getElementById(label.htmlFor) === this
          : label.contains(this) && label.querySelector(LABELABLE) === this,
      );
    },
  });
}

/**
 * Turns off the stack traces that React records for each element in development. They take a tenth of a
 * test's time and only extend React's own warnings.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });

/**
 * The timeout is long enough for busy machines. It doesn't slow down tests, because existing elements are
 * found immediately.
 */
configure({
  asyncUtilTimeout: 10_000,
  // Formats the page only when a failure is reported, because waiting creates many errors that are never
  // shown.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | undefined;
    const print = () => `${message ?? ''}\n\n${prettyDOM(container)}`;
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (text ??= print()),
      set: (next: string) => {
        text = next;
      },
    });
    return error;
  },
});
// Keeps toasts open, because on a busy machine a toast can close before the test looks for it.
toastTimes.autoCloseMs = 120_000;
afterEach(cleanup);
// The modules are shared by all test files of a worker, so an earlier file may have set another day.
setCurrentDay(new Date().toISOString().slice(0, 10));
// Loads the lazy parts in advance, so that tests don't wait for them.
await Promise.all([overlays.load(), explanation.load()]);

const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'] }] } },
});
const seen = new Set<string>();

/** Rejects class names that conflict, because their order in the style sheet would decide between them. */
watched.look = (joined) => {
  if (seen.has(joined)) return;
  seen.add(joined);
  const remaining = new Set(merge(joined).split(' '));
  const lost = joined.split(' ').filter((name) => !remaining.has(name));
  if (lost.length > 0) throw new Error(`Another class undoes ${lost.join(', ')} in "${joined}".`);
};
