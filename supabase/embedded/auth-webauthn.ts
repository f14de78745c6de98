/** Makes what a passkey has to sign, and checks what it signed (WebAuthn). The site's address decides host and origin. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { refuse } from './auth-errors.ts'
import type { AuthService } from './auth-service.ts'

/** Describes the column `web_authn_credential`, in the form that hosted stores. Bytes are plain base64. */
const storedSchema = z.object({
  id: z.string(),
  publicKey: z.string(),
  transport: z.array(z.string()).nullable(),
  authenticator: z.looseObject({ signCount: z.number() }),
})
export type StoredCredential = z.output<typeof storedSchema>

/** Describes the column `web_authn_session_data`. */
export const webauthnChallengeSchema = z.object({
  type: z.enum(['create', 'request']),
  challenge: z.string(),
})
export type WebauthnChallenge = z.output<typeof webauthnChallengeSchema>

/** Names the site as the caller does. Only the service's own names count. */
export const relyingPartySchema = z.object({
  rpId: z.string().optional(),
  rpOrigins: z.array(z.string()).optional(),
})

const base64url = z.string().regex(/^[\w-]{1,8192}$/)
const responseShape = { id: base64url, rawId: base64url, type: z.literal('public-key') }

/** Response of an authenticator: of a registration the attestation, of a sign-in the assertion. */
const attestationSchema = z.looseObject({
  ...responseShape,
  response: z.looseObject({
    attestationObject: base64url,
    clientDataJSON: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
const assertionSchema = z.looseObject({
  ...responseShape,
  response: z.looseObject({ authenticatorData: base64url, clientDataJSON: base64url, signature: base64url }),
})

/** Parses `webauthn` of POST /factors/:id/verify. */
export const webauthnResponseSchema = relyingPartySchema.extend({
  type: z.string().default(''),
  credential_response: z.unknown(),
})
export type WebauthnResponse = z.output<typeof webauthnResponseSchema>

/** Returns the host and the origin that passkeys are bound to. */
function relyingParty(auth: AuthService): { id: string; origin: string } {
  const { hostname, origin } = new URL(auth.siteUrl)
  return { id: hostname, origin }
}

/** @throws AuthRefusal 400 when the caller names another host or origin than the site's. */
export function requireRelyingParty(
  auth: AuthService,
  { rpId, rpOrigins = [] }: z.output<typeof relyingPartySchema>,
): void {
  const { id, origin } = relyingParty(auth)
  if ((rpId ?? id) !== id) refuse(400, 'validation_failed', `rpId needs to be ${id}`)
  if (rpOrigins.some((one) => one !== origin))
    refuse(400, 'validation_failed', `rpOrigins need to be ${origin}`)
}

const toBase64url = (text: string) => Buffer.from(text, 'base64').toString('base64url')

/** Parses a stored credential, with its id as browsers write it. */
export function readCredential(stored: unknown) {
  const credential = storedSchema.parse(stored)
  return { ...credential, id: toBase64url(credential.id) }
}

type Known = ReturnType<typeof readCredential>

const descriptors = (credentials: readonly Known[]) =>
  credentials.map(({ id, transport }) => ({ id, transports: transport ?? [] }))

/**
 * Makes the options with which a browser adds a passkey.
 * @param credentials those that the account has: a device that holds one refuses to add another
 */
export async function creationOptions(
  auth: AuthService,
  user: { id: string; email: string | null },
  credentials: readonly Known[],
) {
  const name = user.email ?? user.id
  return await generateRegistrationOptions({
    rpName: auth.config.webauthn.displayName,
    rpID: relyingParty(auth).id,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    excludeCredentials: descriptors(credentials),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Makes the options with which a browser asks for one of the account's passkeys. */
export async function requestOptions(auth: AuthService, credentials: readonly Known[]) {
  return await generateAuthenticationOptions({
    rpID: relyingParty(auth).id,
    allowCredentials: descriptors(credentials),
    userVerification: 'preferred',
  })
}

/** Answers null for what the library throws: it does so for each check that fails. */
async function settled<T>(checking: Promise<T>): Promise<T | null> {
  return await checking.catch(() => null)
}

/**
 * Checks the answer of a device to which a passkey was added.
 * @returns what to store of it, null when a check fails
 * @throws AuthRefusal 400 for what is no such answer
 */
export async function checkAttestation(
  auth: AuthService,
  expected: WebauthnChallenge,
  given: unknown,
): Promise<{ stored: StoredCredential; aaguid: string } | null> {
  const parsed = attestationSchema.safeParse(given)
  if (!parsed.success) return refuse(400, 'validation_failed', 'Invalid credential_response')
  const { id, origin } = relyingParty(auth)
  const checked = await settled(
    verifyRegistrationResponse({
      // The library checks each field again that it reads.
      response: parsed.data as unknown as RegistrationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    }),
  )
  if (!checked?.verified) return null
  const { credential, aaguid, userVerified, credentialBackedUp, credentialDeviceType } =
    checked.registrationInfo
  const stored = {
    id: Buffer.from(credential.id, 'base64url').toString('base64'),
    publicKey: Buffer.from(credential.publicKey).toString('base64'),
    attestationType: 'none',
    transport: credential.transports ?? [],
    flags: {
      userPresent: true,
      userVerified,
      backupEligible: credentialDeviceType === 'multiDevice',
      backupState: credentialBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: credential.counter,
      cloneWarning: false,
    },
  }
  return { stored, aaguid }
}

/** Returns which passkey an answer names. @throws AuthRefusal 400 for what is no such answer. */
export function namedCredential(given: unknown): string {
  const parsed = assertionSchema.safeParse(given)
  return parsed.success ? parsed.data.id : refuse(400, 'validation_failed', 'Invalid credential_response')
}

/**
 * Checks what a passkey signed: the challenge, host, origin, signature, and that its counter went on.
 * @returns the counter to store, null when a check fails
 */
export async function checkAssertion(
  auth: AuthService,
  expected: WebauthnChallenge,
  credential: Known,
  given: unknown,
): Promise<number | null> {
  const { id, origin } = relyingParty(auth)
  const checked = await settled(
    verifyAuthenticationResponse({
      // `namedCredential` parsed it, and the library checks each field again that it reads.
      response: given as AuthenticationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64')),
        counter: credential.authenticator.signCount,
      },
    }),
  )
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}
