import { Link, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { ApplicationForm } from './application-form';

/** Apply for a loan. */
export default function LoanApplicationsPage() {
  const navigate = useNavigate();
  return (
    <Page
      title="Apply for a loan"
      className="max-w-152"
      above={
        <Link to="/applications" className="text-link">
          Your applications
        </Link>
      }
    >
      <Panel>
        <ApplicationForm
          onSubmitted={() => {
            toast.success('Your application is submitted');
            void navigate('/applications');
          }}
        />
      </Panel>
    </Page>
  );
}
