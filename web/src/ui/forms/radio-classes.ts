/** The classes of a radio button that looks the same in both themes. */
export const RADIO_CLASSES =
  'size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface checked:border-[6px] checked:border-accent';
