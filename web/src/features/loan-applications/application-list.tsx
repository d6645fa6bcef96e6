import { ApplicationItem, type Me } from './application-item';
import type { ApplicationRow } from './queries';

/** The customer's applications, newest first. */
export function ApplicationList({ applications, me }: { applications: readonly ApplicationRow[]; me: Me }) {
  return (
    <div className="border-line border-b">
      {applications.map((application) => (
        <ApplicationItem key={application.id} application={application} me={me} />
      ))}
    </div>
  );
}
