import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { AuthContext } from '../context.ts';
import type { UserRow } from '../users.ts';

/** A public key and data about the device that stores the private key. The id is in base64url. */
export type Credential = {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
};
export type NewCredential = Credential & { aaguid: string; canBeBackedUp: boolean; isBackedUp: boolean };

/** The level of user verification. `required` needs a fingerprint, face, or PIN in addition to the touch. */
type UserVerification = 'required' | 'preferred';

const base64url = z.string().regex(/^[\w-]+$/);
const envelope = { id: base64url, rawId: base64url, type: z.literal('public-key') };

/** A device's response to a registration. */
export const creationResponse = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(50)).max(10).nullish(),
  }),
});

export type RequestResponse = z.output<typeof requestResponse>;

/** A device's response to a challenge. */
export const requestResponse = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Devices that have no user handle send an empty value or omit it.
    userHandle: z
      .string()
      .regex(/^[\w-]*$/)
      .nullish(),
  }),
});

/**
 * Returns the host for which credentials are valid and the origins that can use them. Values that aren't
 * configured default to those of the public address.
 */
function getRelyingParty({ config, context }: AuthContext) {
  const { settings } = context;
  const { rp_id: id, rp_display_name: name, rp_origins: origins } = config.webauthn;
  const { hostname, origin } = new URL(settings.publicUrl);
  return {
    id: id || hostname,
    name: name || settings.config.project_id,
    origins: origins.length > 0 ? origins : [origin],
  };
}

/**
 * Creates options to register a credential. Devices that already have one of the `present` credentials refuse
 * the registration.
 */
export function getCreationOptions(
  auth: AuthContext,
  user: UserRow,
  present: readonly string[],
  requested: { residentKey: 'required' | 'discouraged'; userVerification: UserVerification },
) {
  const party = getRelyingParty(auth);
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
    authenticatorSelection: requested,
  });
}

/**
 * Creates options to sign a challenge with one of `credentials`, or with any credential if the list is empty.
 */
export function getRequestOptions(
  auth: AuthContext,
  credentials: readonly Credential[],
  userVerification: UserVerification,
) {
  return generateAuthenticationOptions({
    rpID: getRelyingParty(auth).id,
    allowCredentials: credentials.map(({ id, transports }) => ({ id, transports })),
    userVerification,
  });
}

/** Returns the credential that a device created for this challenge, or null if the response is invalid. */
export async function verifyCreation(
  auth: AuthContext,
  challenge: string,
  answer: z.output<typeof creationResponse>,
  userVerification: UserVerification,
): Promise<NewCredential | null> {
  const party = getRelyingParty(auth);
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

/** Returns the credential's new counter, or null if its device didn't sign this challenge. */
export async function verifyRequest(
  auth: AuthContext,
  challenge: string,
  answer: RequestResponse,
  credential: Credential,
  userVerification: UserVerification,
): Promise<number | null> {
  const party = getRelyingParty(auth);
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

/**
 * Returns the result of a verification, or null if it throws. The library throws an error for malformed
 * responses.
 */
const orNull = <Result>(verification: Promise<Result>) => verification.catch(() => null);
