import type { Config } from '../../settings/settings.ts';
import { type Carrier, RejectedMessage } from '../mail/carrier.ts';

const TIMEOUT_MS = 15_000;
const ACCOUNT = /^[\w-]+$/;
/** The HTTP statuses after which a retry can succeed. */
const TEMPORARY = new Set([401, 403, 408, 425, 429]);

/**
 * Sends text messages through Twilio's Messages resource
 * (https://www.twilio.com/docs/messaging/api/message-resource).
 */
export function twilioCarrier(twilio: Config['auth']['sms']['twilio']): Carrier {
  const { account_sid: account, auth_token: token, message_service_sid: service, api_url: base } = twilio;
  const url = `${base.replace(/\/+$/, '')}/2010-04-01/Accounts/${ACCOUNT.test(account) ? account : ''}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  return async ({ recipient, body, kind }) => {
    const prefix = kind.endsWith(':whatsapp') ? 'whatsapp:' : '';
    // A messaging service is identified by an id, and a single sender by a number.
    const [key, sender]: [string, string] = service.startsWith('MG')
      ? ['MessagingServiceSid', service]
      : ['From', `${prefix}${service}`];
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: authorization },
      body: new URLSearchParams({ To: `${prefix}+${recipient}`, [key]: sender, Body: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return void (await response.body?.cancel());
    const reason = `Twilio responded with status ${response.status}: ${(await response.text()).slice(0, 300)}`;
    if (response.status < 500 && !TEMPORARY.has(response.status)) throw new RejectedMessage(reason);
    throw new Error(reason);
  };
}
