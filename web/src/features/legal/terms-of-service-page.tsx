import { CONTACT_ADDRESS } from '@/lib/environment';
import { Page } from '@/ui/page';
import { LegalText } from './legal-text';

export default function TermsOfServicePage() {
  return (
    <Page title="Terms of service">
      <LegalText>
        <p>These terms are for everybody who uses this copy of Sandbank, a banking simulator.</p>
        <h2>It is a simulation</h2>
        <p>
          Sandbank is not a bank and offers no banking, credit, investment or advisory service. No real money
          can be paid in, paid out, lent or earned. Balances, interest, approvals and every document are
          simulated and mean nothing outside it.
        </p>
        <h2>It is not advice</h2>
        <p>
          The figures are exact for the simulated products and their rules. Real products have other rules. Do
          not decide about real money on the strength of a simulation alone.
        </p>
        <h2>Your part</h2>
        <ul>
          <li>Keep your password to yourself and use one that you use nowhere else.</li>
          <li>Do not enter real bank details, or personal details of others.</li>
          <li>Do not try to reach other customers' records or to overload the service.</li>
          <li>Do not present anything made here as a real bank document.</li>
        </ul>
        <h2>Our part</h2>
        <p>
          We keep the books balanced and your records private. The service is provided as it is, without
          warranty, and may be changed or ended. Demo copies are deleted after 24 hours.
        </p>
        <h2>The software</h2>
        <p>
          Sandbank's source is available under the Apache License 2.0. You may run your own copy under that
          license.
        </p>
        <h2>Questions</h2>
        <p>
          Write to{' '}
          <a className="text-link" href={`mailto:${CONTACT_ADDRESS}`}>
            {CONTACT_ADDRESS}
          </a>
          .
        </p>
      </LegalText>
    </Page>
  );
}
