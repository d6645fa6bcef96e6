import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getQuestionPath } from '@/entities/assistant/ask-assistant';
import { classNames } from '@/ui/class-names';

type AskLinkProps = { question: string; className?: string; children?: ReactNode };

export function AskLink({ question, className, children = 'Ask about this' }: AskLinkProps) {
  return (
    <Link to={getQuestionPath(question)} title={question} className={classNames('text-link', className)}>
      {children}
    </Link>
  );
}
