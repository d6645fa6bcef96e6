import { useParams } from 'react-router';
import { ArticleView } from './help/article-view';
import { HelpHome } from './help/help-home';
import { TicketForm } from './tickets/ticket-form';
import { TicketList } from './tickets/ticket-list';
import { TicketView } from './tickets/ticket-view';

/** The help, an article, the tickets, a new ticket, or the one in the address. */
export default function SupportPage() {
  const { '*': path = '' } = useParams();
  const [part = '', id = ''] = path.split('/');
  if (part === 'articles' && id) return <ArticleView key={id} slug={id} />;
  if (part === 'tickets' && id === 'new') return <TicketForm />;
  if (part === 'tickets' && id) return <TicketView key={id} id={id} />;
  return part === 'tickets' ? <TicketList /> : <HelpHome />;
}
