import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { AuthContext } from '../context.ts';
import type { UserRow } from '../users.ts';

/** Whom a credential belongs to: a host, and the pages from which it may be used. */
export type RelyingParty = { id: string; name: string; origins: string[] };

/** A public key and what is known of its holder. The id is base64url. */
export type Credential = {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
};
export type NewCredential = Credential & { aaguid: string; canBeBackedUp: boolean; isBackedUp: boolean };

/** How much of the person the device must check: `required` is a finger, face or PIN besides the touch. */
type UserVerification = 'required' | 'preferred';

const base64url = z.string().regex(/^[\w-]+$/);
const envelope = { id: base64url, rawId: base64url, type: z.literal('public-key') };

/** The response of a device to a registration. */
export const creationResponse = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(50)).max(10).nullish(),
  }),
});

/** The response of a device to a challenge. */
export const requestResponse = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Devices that keep no names send it empty or leave it out.
    userHandle: z
      .string()
      .regex(/^[\w-]*$/)
      .nullish(),
  }),
});

/** As the operator configured it; by default the public address. */
export function getRelyingParty({ config, context }: AuthContext): RelyingParty {
  const { settings } = context;
  const { rp_id: id, rp_display_name: name, rp_origins: origins } = config.webauthn;
  const { hostname, origin } = new URL(settings.publicUrl);
  return {
    id: id || hostname,
    name: name || settings.config.project_id,
    origins: origins.length > 0 ? origins : [origin],
  };
}

/** Asks a device to make a credential; devices that hold one of `present` refuse. */
export function creationOptions(
  party: RelyingParty,
  user: UserRow,
  present: readonly string[],
  wanted: { residentKey: 'required' | 'discouraged'; userVerification: UserVerification },
) {
  const name = user.email || user.phone || user.id;
  const { name: displayName } = user.raw_user_meta_data ?? {};
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: typeof displayName === 'string' && displayName !== '' ? displayName : name,
    attestationType: 'none',
    excludeCredentials: present.map((id) => ({ id })),
    authenticatorSelection: wanted,
  });
}

/** Asks a device to sign a challenge with one of `credentials`; with none given it offers what it has. */
export function requestOptions(
  party: RelyingParty,
  credentials: readonly Credential[],
  userVerification: UserVerification,
) {
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: credentials.map(({ id, transports }) => ({ id, transports })),
    userVerification,
  });
}

/** The credential that a device made for this challenge, or null when the answer proves nothing. */
export async function verifiedCreation(
  party: RelyingParty,
  challenge: string,
  answer: z.output<typeof creationResponse>,
  userVerification: UserVerification,
): Promise<NewCredential | null> {
  const { transports, ...response } = answer.response;
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: userVerification === 'required',
    }),
  );
  if (!verified?.verified) return null;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: transports ?? [],
    aaguid,
    canBeBackedUp: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}

/** The credential's new counter when its holder signed this challenge, else null. */
export async function verifiedRequest(
  party: RelyingParty,
  challenge: string,
  answer: z.output<typeof requestResponse>,
  credential: Credential,
  userVerification: UserVerification,
): Promise<number | null> {
  const { userHandle, ...response } = answer.response;
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, userHandle: userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential,
      requireUserVerification: userVerification === 'required',
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** The library throws for every answer that it does not accept, also for one it cannot read. */
function orNull<Result>(verification: Promise<Result>): Promise<Result | null> {
  return verification.catch(() => null);
}
