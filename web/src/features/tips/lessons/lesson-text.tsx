import type { ReactNode } from 'react';
import { Link } from 'react-router';

const LINK = /\[([^\]]+)\]\(([a-z0-9-]+)\)/;

/** A paragraph in which `[words](term)` leads to the glossary. */
export function LessonText({ children }: { children: string }) {
  return <p className="mt-4 text-ink-2">{linked(children)}</p>;
}

function linked(text: string): ReactNode[] {
  const found = LINK.exec(text);
  if (!found) return [text];
  const [whole, words, term] = found;
  const rest = text.slice(found.index + whole.length);
  return [
    text.slice(0, found.index),
    <Link key={`${term} ${rest.length}`} to={`/tips/glossary#${term}`} className="text-link">
      {words}
    </Link>,
    ...linked(rest),
  ];
}
