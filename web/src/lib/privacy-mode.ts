/**
 * Hides amounts on screen and from screen readers, in all text, labels, and titles of the document. Shows
 * amounts that the customer hovers over, focuses, or taps. Changes only the data of text nodes and
 * attributes, which doesn't conflict with React.
 */

/** Matches amounts such as `$1,234.56`, `−€5`, `$12k`, and `1,234.56`, but not percentages. */
const AMOUNT = /[−+-]?(?:[$€£]\s?\d[\d,]*(?:\.\d+)?(?:\s?[kKmMB]\b)?|\b\d[\d,]*\.\d{2}\b(?!\s?%|\.\d))/g;
const SPOKEN = 'amount hidden';
const ATTRIBUTES = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt', 'value'];
/** Excludes scripts, styles, and the customer's own input. */
const UNTOUCHED = 'script, style, textarea, input, option:not([value]), [contenteditable], [data-unveiled]';
/**
 * Matches charts. All amounts in a chart, or in the closest `READING` element outside charts, are shown
 * together.
 */
const CHART = 'figure';
const READING =
  'select, data, p, li, tr, dt, dd, button, a, label, h1, h2, h3, summary, svg, [role="status"]';
/** The number of milliseconds for which amounts are shown after a tap. */
const SHOWN_FOR_MS = 4_000;

/**
 * The text nodes and attributes with hidden amounts. `whole` is the original value, and `hidden` is the value
 * with placeholders.
 */
const originals = new Map<Text | Attr, { whole: string; hidden: string }>();
/** Elements whose label was set by privacy mode. */
const labeled = new Set<Element>();
let shown: Element | null = null;
let observer: MutationObserver | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Replaces each amount with a placeholder that keeps the currency but hides the sign and size. */
export function hideAmountsIn(text: string): string {
  return text.replace(AMOUNT, (amount) => `${/[$€£]/.exec(amount)?.[0] ?? ''}••••`);
}

/** Replaces each amount with the placeholder for screen readers. */
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
  restore(() => true);
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

/** Shows the amounts at the target and hides the amounts that were shown before. */
function reveal(target: EventTarget | null): void {
  const next = target instanceof Element ? readAt(target) : null;
  if (next === shown) return;
  const before = shown;
  shown = next;
  if (before) hide(before);
  if (next) restore((element) => next.contains(element));
}

function readAt(target: Element): Element | null {
  const read = target.closest(CHART) ?? target.closest(READING);
  // If the target isn't inside a chart or a `READING` element, shows only the target's own text.
  return read ?? ([...target.childNodes].some((node) => node instanceof Text) ? target : null);
}

const isShown = (element: Element) => shown?.contains(element) ?? false;

const getElement = (node: Text | Attr) => (node instanceof Attr ? node.ownerElement : node.parentElement);

function follow(records: MutationRecord[]): void {
  for (const { type, target, addedNodes, attributeName } of records) {
    if (type === 'childList') for (const node of addedNodes) hide(node);
    else if (type === 'characterData') hideNode(target as Text);
    else if (attributeName) hideAttribute(target as Element, attributeName);
  }
  forgetRemoved();
}

/** Drops references to elements that were removed from the page. */
function forgetRemoved(): void {
  for (const node of originals.keys()) if (!getElement(node)?.isConnected) originals.delete(node);
  for (const element of labeled) if (!element.isConnected) labeled.delete(element);
}

function hide(root: Node): void {
  if (root instanceof Text) hideNode(root);
  if (!(root instanceof Element)) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    if (node instanceof Text) hideNode(node);
    else for (const name of ATTRIBUTES) hideAttribute(node as Element, name);
  }
}

function hideAttribute(element: Element, name: string): void {
  const attribute = element.getAttributeNode(name);
  if (attribute && !(labeled.has(element) && name === 'aria-label')) hideNode(attribute);
}

function hideNode(node: Text | Attr): void {
  const element = getElement(node);
  const whole = node.nodeValue;
  if (!element || whole === null || isShown(element) || originals.get(node)?.hidden === whole) return;
  const hidden = node instanceof Text ? getHiddenText(whole, element) : getHiddenAttribute(node, element);
  if (hidden === whole) {
    forget(node, element);
    return;
  }
  originals.set(node, { whole, hidden });
  node.nodeValue = hidden;
  if (node instanceof Text && hidden !== '') setLabel(element, speakHiddenAmounts(whole));
}

function getHiddenText(text: string, parent: Element): string {
  if (parent.closest(UNTOUCHED)) return text;
  // An amount's whole units and cents can be in two text nodes: `$1,234` and `.56`.
  const isCents = /^\.\d\d$/.test(text.trim()) && parent.closest('data') !== null;
  return isCents ? '' : hideAmountsIn(text);
}

function getHiddenAttribute({ name, value }: Attr, element: Element): string {
  if (name !== 'value') return speakHiddenAmounts(value);
  return element.localName === 'data' && !element.matches(UNTOUCHED) ? '' : value;
}

/** Drops a text node or attribute that no longer contains an amount. */
function forget(node: Text | Attr, element: Element): void {
  if (originals.delete(node) && node instanceof Text && labeled.delete(element)) unlabel(element);
}

/**
 * Sets a label that screen readers announce instead of the dots. Only elements that contain nothing but text
 * can be labeled.
 */
function setLabel(parent: Element, label: string): void {
  const element = parent.closest('data') ?? parent;
  const isPlain = element.localName === 'data' || element.childElementCount === 0;
  if (!isPlain || !SPEAKABLE.has(element.localName)) return;
  if (!labeled.has(element) && (element.hasAttribute('aria-label') || element.hasAttribute('role'))) return;
  labeled.add(element);
  element.setAttribute('role', 'img');
  const text = element.localName === 'data' ? SPOKEN : label;
  if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
}

/** Elements that have no role and can be labeled as an image. */
const SPEAKABLE = new Set(['data', 'span', 'div', 'p']);

function unlabel(element: Element): void {
  element.removeAttribute('aria-label');
  element.removeAttribute('role');
}

/** Shows the hidden amounts of the included elements again. Keeps texts that have changed in the meantime. */
function restore(isIncluded: (element: Element) => boolean): void {
  for (const [node, { whole, hidden }] of originals) {
    const element = getElement(node);
    if (!element || !isIncluded(element)) continue;
    originals.delete(node);
    if (node.nodeValue === hidden) node.nodeValue = whole;
  }
  for (const element of labeled)
    if (isIncluded(element)) {
      labeled.delete(element);
      unlabel(element);
    }
}
