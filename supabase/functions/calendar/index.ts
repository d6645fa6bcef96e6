import ical, { ICalEventTransparency } from 'ical-generator';
import { money } from '../../../assistant/format.ts';
import { type CalendarEvent, listCalendarEvents } from '../../../engine/forecast/calendar-events.ts';
import { getEnvironment, getRefusal, serviceClient } from '../environment.ts';
import { readHouseholds } from '../households.ts';

/** The number of simulated days that the calendar contains. */
const DAYS = 120;
const STATUS: Record<string, number> = { NTFND: 404, LIMIT: 429 };
/** The time after which calendar apps should reload the calendar. */
const RELOAD_SECONDS = 3600;

/**
 * Serves a customer's upcoming payments to calendar apps: `GET /calendar/<secret>.ics`. Calendar apps can't
 * sign in, so the address contains a secret. Responds with 404 to an unknown secret, and with 429 to more
 * than 60 reads an hour.
 */
export default {
  async fetch(request: Request, providedEnvironment?: unknown): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respond('A calendar can only be read.', 405);
    const secret = /\/([0-9a-f]{64})\.ics$/.exec(new URL(request.url).pathname)?.[1] ?? '';
    const bank = serviceClient(getEnvironment(providedEnvironment));
    const { data, error } = await bank.rpc('read_calendar_feed', { secret });
    if (error) {
      const refusal = getRefusal(error);
      const status = refusal && STATUS[refusal.code];
      if (!status) throw error;
      return respond(refusal.message, status);
    }
    const [feed] = data as { customer_id: string; includes_amounts: boolean }[];
    const [household] = feed ? await readHouseholds(bank, [feed.customer_id]) : [];
    const events = household ? listCalendarEvents(household, DAYS) : [];
    return respond(
      buildCalendar(events, feed?.includes_amounts ?? false),
      200,
      'text/calendar; charset=utf-8',
    );
  },
};

/** Builds an iCalendar file (RFC 5545). Each title says that the event is simulated. */
function buildCalendar(events: readonly CalendarEvent[], includesAmounts: boolean): string {
  const calendar = ical({
    name: 'Sandbank (simulated)',
    description: 'Upcoming payments, income, and statements of a simulated household.',
    prodId: { company: 'Sandbank', product: 'Calendar', language: 'EN' },
    ttl: RELOAD_SECONDS,
  });
  for (const { key, day, title, amount, currency } of events) {
    const amountText = includesAmounts && amount !== null ? `, ${money(amount, currency)}` : '';
    calendar.createEvent({
      id: `${key}@sandbank`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: `${title}${amountText} (simulated)`,
    });
  }
  return calendar.toString();
}

function respond(text: string, status: number, type = 'text/plain; charset=utf-8'): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': type, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
  });
}
