/**
 * Hides amounts on screen and from screen readers, in all text, labels, and titles of the document. Changes
 * and restores only the data of text nodes and attributes, which React tolerates. Hovered, focused, or tapped
 * amounts are shown.
 */

/** `$1,234.56`, `−€5`, `$12k`, `1,234.56`; no percentages. */
const AMOUNT = /[−+-]?(?:[$€£]\s?\d[\d,]*(?:\.\d+)?(?:\s?[kKmMB]\b)?|\b\d[\d,]*\.\d{2}\b(?!\s?%|\.\d))/g;
const SPOKEN = 'amount hidden';
const ATTRIBUTES = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt', 'value'];
/** Skips scripts, styles, and the customer's own input. */
const UNTOUCHED = 'script, style, textarea, input, option:not([value]), [contenteditable], [data-unveiled]';
/** The elements revealed together: a whole chart, or else the smallest of these around the target. */
const CHART = 'figure';
const READING =
  'select, data, p, li, tr, dt, dd, button, a, label, h1, h2, h3, summary, svg, [role="status"]';
/** After a tap. */
const SHOWN_FOR_MS = 4_000;

const texts = new Map<Text, { whole: string; hidden: string }>();
const attributes = new Map<Element, Map<string, { whole: string; hidden: string }>>();
/** Elements that privacy mode itself labeled. */
const labeled = new Set<Element>();
let shown: Element | null = null;
let observer: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the placeholder of an amount: the currency without sign and size. */
export function hideAmountsIn(text: string): string {
  return text.replace(AMOUNT, (amount) => `${/[$€£]/.exec(amount)?.[0] ?? ''}••••`);
}

/** The placeholder for screen readers. */
export function speakHiddenAmounts(text: string): string {
  return text.replace(AMOUNT, SPOKEN);
}

export function hideAmounts(): void {
  if (observer) return;
  observer = new MutationObserver(follow);
  hide(document.documentElement);
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
  for (const [event, listener] of LISTENERS) document.addEventListener(event, listener, true);
}

export function showAmounts(): void {
  observer?.disconnect();
  observer = undefined;
  clearTimeout(timer);
  shown = null;
  for (const [event, listener] of LISTENERS) document.removeEventListener(event, listener, true);
  for (const [node, { whole, hidden }] of texts) if (node.data === hidden) node.data = whole;
  for (const [element, changed] of attributes)
    for (const [name, { whole, hidden }] of changed)
      if (element.getAttribute(name) === hidden) element.setAttribute(name, whole);
  for (const element of labeled) unlabel(element);
  texts.clear();
  attributes.clear();
  labeled.clear();
}

const LISTENERS = [
  ['pointerover', (event: Event) => isMouse(event) && reveal(event.target)],
  ['pointerout', (event: Event) => isMouse(event) && reveal((event as PointerEvent).relatedTarget)],
  ['focusin', (event: Event) => reveal(event.target)],
  ['focusout', () => reveal(null)],
  ['pointerdown', press],
] as const;

const isMouse = (event: Event) => (event as PointerEvent).pointerType !== 'touch';

function press(event: Event): void {
  if (isMouse(event)) return;
  clearTimeout(timer);
  reveal(event.target);
  timer = setTimeout(() => reveal(null), SHOWN_FOR_MS);
}

/** Shows the amounts of the active element and hides those shown before. */
function reveal(target: EventTarget | null): void {
  const next = target instanceof Element ? readAt(target) : null;
  if (next === shown) return;
  const before = shown;
  shown = next;
  if (before) hide(before);
  if (next) show(next);
}

function readAt(target: Element): Element | null {
  const read = target.closest(CHART) ?? target.closest(READING);
  // Text outside such elements is shown alone.
  return read ?? ([...target.childNodes].some((node) => node instanceof Text) ? target : null);
}

const isShown = (node: Node) => shown?.contains(node) ?? false;

function follow(records: MutationRecord[]): void {
  for (const { type, target, addedNodes, attributeName } of records) {
    if (type === 'childList') for (const node of addedNodes) hide(node);
    else if (type === 'characterData') hideText(target as Text);
    else if (attributeName) hideAttribute(target as Element, attributeName);
  }
  forgetRemoved();
}

/** Forgets elements that were removed from the page. */
function forgetRemoved(): void {
  for (const node of texts.keys()) if (!node.isConnected) texts.delete(node);
  for (const element of attributes.keys()) if (!element.isConnected) attributes.delete(element);
  for (const element of labeled) if (!element.isConnected) labeled.delete(element);
}

function hide(root: Node): void {
  if (root instanceof Text) hideText(root);
  if (!(root instanceof Element)) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    if (node instanceof Text) hideText(node);
    else for (const name of ATTRIBUTES) hideAttribute(node as Element, name);
  }
}

function hideText(node: Text): void {
  const { parentElement: parent, data } = node;
  if (!parent || isShown(node) || parent.closest(UNTOUCHED)) return;
  const original = texts.get(node);
  if (original?.hidden === data) return;
  // Whole units and cents of an amount may be in two nodes: `$1,234` and `.56`.
  const isCents = /^\.\d\d$/.test(data.trim()) && parent.closest('data') !== null;
  const hidden = isCents ? '' : hideAmountsIn(data);
  if (hidden === data) {
    forget(node, parent);
    return;
  }
  texts.set(node, { whole: data, hidden });
  node.data = hidden;
  setLabel(parent, isCents ? null : speakHiddenAmounts(data));
}

/** The text contains no amount (any more). */
function forget(node: Text, parent: Element): void {
  if (!texts.delete(node)) return;
  if (labeled.delete(parent)) unlabel(parent);
}

/** Labels elements that contain only text. Elsewhere screen readers skip or read the dots. */
function setLabel(parent: Element, label: string | null): void {
  const element = parent.closest('data') ?? parent;
  const isPlain = element.localName === 'data' || element.childElementCount === 0;
  if (!isPlain || label === null || !SPEAKABLE.has(element.localName)) return;
  const isOurs = labeled.has(element);
  if (!isOurs && (element.hasAttribute('aria-label') || element.hasAttribute('role'))) return;
  labeled.add(element);
  element.setAttribute('role', 'img');
  const words = element.localName === 'data' ? SPOKEN : label;
  if (element.getAttribute('aria-label') !== words) element.setAttribute('aria-label', words);
}

/** Elements without a role, which can be labeled as an image. */
const SPEAKABLE = new Set(['data', 'span', 'div', 'p']);

function unlabel(element: Element): void {
  element.removeAttribute('aria-label');
  element.removeAttribute('role');
}

function hideAttribute(element: Element, name: string): void {
  if (labeled.has(element) && name === 'aria-label') return;
  const value = element.getAttribute(name);
  if (value === null || isShown(element) || (name === 'value' && element.localName !== 'data')) return;
  if (element.matches(UNTOUCHED) && name === 'value') return;
  const changed = attributes.get(element) ?? new Map<string, { whole: string; hidden: string }>();
  if (changed.get(name)?.hidden === value) return;
  const hidden = name === 'value' ? '' : speakHiddenAmounts(value);
  if (hidden === value) return;
  changed.set(name, { whole: value, hidden });
  attributes.set(element, changed);
  element.setAttribute(name, hidden);
}

function show(root: Element): void {
  for (const [node, { whole, hidden }] of texts)
    if (root.contains(node) && node.data === hidden) {
      texts.delete(node);
      node.data = whole;
    }
  for (const [element, changed] of attributes) {
    if (!root.contains(element)) continue;
    attributes.delete(element);
    for (const [name, { whole, hidden }] of changed)
      if (element.getAttribute(name) === hidden) element.setAttribute(name, whole);
  }
  for (const element of labeled)
    if (root.contains(element)) {
      labeled.delete(element);
      unlabel(element);
    }
}
