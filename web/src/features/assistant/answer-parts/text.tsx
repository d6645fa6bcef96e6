/** Paragraphs; an empty line begins the next one. */
export function PartText({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, index) => (
      // A paragraph that still comes in keeps its place.
      // biome-ignore lint/suspicious/noArrayIndexKey: Paragraphs are only ever added at the end.
      <p key={index} className="whitespace-pre-line break-words">
        {paragraph}
      </p>
    ));
}
