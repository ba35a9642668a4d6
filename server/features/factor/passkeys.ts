import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Ctx } from '#server/platform/ctx.ts'
import { lockCredential, type StoredPasskey, touchPasskey } from './factor.queries.ts'

/** The address for which passkeys are valid: from the configuration, never from a request. */
export type Site = { origin: string; domain: string }

/** Undefined if the console's address allows no passkeys: browsers want a domain, and https except on localhost. */
export function siteOf(publicUrl: string): Site | undefined {
  const { origin, hostname, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return !isSecure || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? undefined : { origin, domain: hostname }
}

type WebAuthn = Record<string, unknown>
// The contract passes options and responses on without describing them: the browser and the library define their shape,
// and the library checks it.
const asRecord = (options: object) => options as unknown as WebAuthn

export async function registrationOptions(
  site: Site,
  user: { id: number; username: string; name: string },
  existing: readonly StoredPasskey[],
): Promise<{ challenge: string; options: WebAuthn }> {
  const options = await generateRegistrationOptions({
    rpName: 'Og Group',
    rpID: site.domain,
    userName: user.username,
    userDisplayName: user.name || user.username,
    // The same for all passkeys of a user, so that a device replaces its own.
    userID: new TextEncoder().encode(`og-group:${user.id}`),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return { challenge: options.challenge, options: asRecord(options) }
}

/** The new passkey, or undefined if the response does not belong to the challenge and the site. */
export async function readRegistration(site: Site, challenge: string, response: WebAuthn) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).map(String).slice(0, 10),
      is_synced: credentialBackedUp,
    }
  } catch {
    return undefined
  }
}

/** `only`: passkeys of one user; absent: any that the device has for this site. */
export async function authenticationOptions(
  site: Site,
  only: readonly StoredPasskey[] = [],
): Promise<{ challenge: string; options: WebAuthn }> {
  const options = await generateAuthenticationOptions({
    rpID: site.domain,
    allowCredentials: only.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransport[],
    })),
    userVerification: 'required',
  })
  return { challenge: options.challenge, options: asRecord(options) }
}

/** The user of the passkey that answered the challenge; undefined if the response is not valid. In a transaction. */
export async function readAuthentication(
  ctx: Ctx,
  site: Site,
  challenge: string,
  response: WebAuthn,
): Promise<number | undefined> {
  const passkey = typeof response.id === 'string' ? await lockCredential(ctx, response.id) : undefined
  if (!passkey) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    if (!verified) return undefined
    await touchPasskey(ctx, passkey.id, authenticationInfo.newCounter)
    return passkey.user_id
  } catch {
    return undefined
  }
}
