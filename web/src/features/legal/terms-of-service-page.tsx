import { CONTACT_ADDRESS } from '@/lib/environment';
import { Page } from '@/ui/page';
import { LegalText } from './legal-text';

export default function TermsOfServicePage() {
  return (
    <Page title="Terms of service">
      <LegalText>
        <p>These terms apply to everyone who uses this copy of Sandbank, a banking simulator.</p>
        <h2>This is a simulation</h2>
        <p>
          Sandbank is not a bank and offers no banking, credit, investment, or advisory services. No real
          money can be deposited, withdrawn, lent, or earned. Balances, interest, approvals, and documents are
          simulated and have no value outside Sandbank.
        </p>
        <h2>This is not advice</h2>
        <p>
          The figures are exact for the simulated products and their rules. Real products have different
          rules. Don't make decisions about real money based on a simulation alone.
        </p>
        <h2>Your responsibilities</h2>
        <ul>
          <li>Keep your password private, and don't reuse one from another site.</li>
          <li>Don't enter real bank details or other people's personal information.</li>
          <li>Don't try to access other customers' records or overload the service.</li>
          <li>Don't present anything made here as a real bank document.</li>
        </ul>
        <h2>Our responsibilities</h2>
        <p>
          We keep your ledger balanced and your records private. The service is provided as is, without
          warranty, and may change or end at any time. We delete demo copies after 24 hours.
        </p>
        <h2>The software</h2>
        <p>
          Sandbank's source is available under the Apache License 2.0. You may run your own copy under that
          license.
        </p>
        <h2>Questions</h2>
        <p>
          Email us at{' '}
          <a className="text-link" href={`mailto:${CONTACT_ADDRESS}`}>
            {CONTACT_ADDRESS}
          </a>
          .
        </p>
      </LegalText>
    </Page>
  );
}
