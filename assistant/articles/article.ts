/** The groups of the help, in the order in which they are listed. */
export const GROUPS = [
  'Moving money',
  'Time and checkpoints',
  'Cards',
  'Loans and mortgages',
  'Planning',
  'Records and documents',
  'You and your data',
] as const;

/** Help for one question. What stands in curly quotes is the name of something on screen, word for word. */
export type Article = {
  /** Of its address, for good. */
  slug: string;
  title: string;
  group: (typeof GROUPS)[number];
  /** Words by which customers look for it that do not stand in it. */
  words: string;
  /** Paragraphs. The first one answers by itself. */
  text: readonly string[];
  /** What to press, in order. */
  steps?: readonly string[];
  /** Where it is done. */
  links: readonly { to: string; label: string }[];
};
