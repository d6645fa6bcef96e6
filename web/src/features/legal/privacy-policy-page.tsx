import { CONTACT_ADDRESS } from '@/lib/environment';
import { Page } from '@/ui/page';
import { LegalText } from './legal-text';

export default function PrivacyPolicyPage() {
  return (
    <Page title="Privacy policy">
      <LegalText>
        <p>
          Sandbank is a banking simulator. The money, accounts, cards and loans in it are pretend. This page
          says what is kept about you, the person who plays with them, by whoever operates this copy of
          Sandbank.
        </p>
        <h2>What is kept</h2>
        <ul>
          <li>
            Your email address, and your password only as a salted hash from which it cannot be read back.
          </li>
          <li>
            The simulated accounts, cards, loans, applications and entries that you make, and your settings.
          </li>
          <li>For each sign-in: when it happened, and the browser and network address it came from.</li>
          <li>Requests that go wrong, in a log without their contents, so that they can be mended.</li>
        </ul>
        <h2>What is counted</h2>
        <p>
          Page views are counted with the page's path and title: no name, no cookie, no address. Nothing is
          counted when your browser asks not to be tracked.
        </p>
        <h2>What stays in your browser</h2>
        <p>
          Your session, the theme you chose, and which notices you have already seen. There are no advertising
          or third-party cookies.
        </p>
        <h2>Who sees it</h2>
        <p>
          You, and the operator of this copy. Other customers never see your records: the database itself
          refuses. Nothing is sold or handed to others.
        </p>
        <h2>How long</h2>
        <p>
          A demo copy is deleted after 24 hours. A customer's records are kept until you ask for their
          deletion; then the whole household is erased and only a count remains.
        </p>
        <h2>Never enter real bank details</h2>
        <p>
          Sandbank has no use for real account numbers, card numbers or documents. Please do not enter any.
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
