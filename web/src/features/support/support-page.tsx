import { useParams } from 'react-router';
import { ArticleView } from './article-view';
import { HelpHome } from './help-home';
import { TicketForm } from './ticket-form';
import { TicketList } from './ticket-list';
import { TicketView } from './ticket-view';

/** The help, an article, the questions, a new one, or the one in the address. */
export default function SupportPage() {
  const { '*': path = '' } = useParams();
  const [part = '', id = ''] = path.split('/');
  if (part === 'articles' && id) return <ArticleView key={id} slug={id} />;
  if (part === 'tickets' && id === 'new') return <TicketForm />;
  if (part === 'tickets' && id) return <TicketView key={id} id={id} />;
  return part === 'tickets' ? <TicketList /> : <HelpHome />;
}
