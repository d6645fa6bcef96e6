import { CONTACT_ADDRESS } from '@/lib/environment';
import { Page } from '@/ui/page';
import { LegalText } from './legal-text';

export default function PrivacyPolicyPage() {
  return (
    <Page title="Privacy policy">
      <LegalText>
        <p>
          Sandbank is a banking simulator. The money, accounts, cards, and loans in it are simulated. This
          page explains what data the operator of this copy of Sandbank keeps about you.
        </p>
        <h2>What we keep</h2>
        <ul>
          <li>
            Your email address and a salted hash of your password. No one can recover the password from the
            hash.
          </li>
          <li>
            The simulated accounts, cards, loans, applications, and transactions you create, and your
            settings.
          </li>
          <li>For each sign-in: the time, the browser, and the IP address.</li>
          <li>A log of failed requests, without their contents, so we can fix problems.</li>
        </ul>
        <h2>What we count</h2>
        <p>
          We count page views by path and title only. We don't record your name, cookies, or IP address, and
          we don't count anything if your browser asks not to be tracked.
        </p>
        <h2>What stays in your browser</h2>
        <p>
          Your session, the theme you chose, and which notices you've already seen. We use no advertising or
          third-party cookies.
        </p>
        <h2>Who can see your data</h2>
        <p>
          You and the operator of this copy. Other customers can't see your records, because the database
          blocks access. We don't sell or share your data.
        </p>
        <h2>How long we keep your data</h2>
        <p>
          We delete a demo copy after 24 hours. We keep a customer's records until you ask us to delete them.
          Then we erase the whole household and keep only a record of the deletion.
        </p>
        <h2>Never enter real bank details</h2>
        <p>Sandbank doesn't need real account numbers, card numbers, or documents. Please don't enter any.</p>
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
