import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins, everyRole } from './role.ts'
import { Id, IdParams, Instant, matches, Nothing, Required } from './wire.ts'

/** The most passkeys of one user, and the number of recovery codes. */
export const passkeysAtMost = 20
export const recoveryCodes = 10

/** Options and responses of WebAuthn, which the browser and the library of the server define. */
export const WebAuthn = z.record(z.string().check(z.maxLength(60)), z.unknown())

/** Proves that the request comes from the user: the password, if the user has one. */
const proof = { password: z.optional(z.string().check(z.maxLength(500))) }

/** Ties a challenge to the browser that got it. */
const binding = z.string().check(z.maxLength(100))

export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  /** Whether it is copied to other devices of the user. */
  is_synced: z.boolean(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type Passkey = z.output<typeof Passkey>

/** The second factors of a user. */
export const Factors = z.strictObject({
  passkeys: z.array(Passkey),
  /** Whether codes of an authenticator app are set up. */
  has_code: z.boolean(),
  /** Recovery codes that are left. */
  recovery: z.int(),
  has_password: z.boolean(),
  /** The domain for which passkeys are created; null: this address allows none. */
  passkey_domain: z.nullable(z.string()),
})
export type Factors = z.output<typeof Factors>

/** Ways to pass the second step of a login. */
export const secondMethods = ['passkey', 'code', 'recovery'] as const

/** The data of the error `second_factor`. */
export const SecondStep = z.strictObject({ ticket: z.string(), methods: z.array(z.enum(secondMethods)) })
export type SecondStep = z.output<typeof SecondStep>

const Token = z.strictObject({ token: z.string() })
export const Challenge = z.strictObject({ binding: z.string(), options: WebAuthn })

export const secondOptions = endpoint({
  method: 'POST',
  path: '/v1/login/second/passkey',
  roles: 'public',
  bound: 'login',
  summary: 'The challenge for a passkey as the second step of a login',
  body: z.strictObject({ ticket: binding }),
  reply: z.strictObject({ options: WebAuthn }),
  errors: ['invalid', 'login_failed'],
})

export const secondStep = endpoint({
  method: 'POST',
  path: '/v1/login/second',
  roles: 'public',
  bound: 'login',
  summary: 'The second step of a login: a passkey, a code of an authenticator app, or a recovery code',
  body: z.strictObject({
    ticket: binding,
    code: z.optional(z.string().check(z.trim(), z.maxLength(12), matches(/^\d{6}$/, 'one_time_code'))),
    recovery: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    passkey: z.optional(WebAuthn),
  }),
  reply: Token,
  errors: ['invalid', 'login_failed', 'too_many_logins'],
})

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/v1/login/passkey/start',
  roles: 'public',
  bound: 'login',
  summary: 'The challenge for a login with a passkey alone',
  reply: Challenge,
  errors: ['wrong_state', 'too_many_logins'],
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/v1/login/passkey',
  roles: 'public',
  bound: 'login',
  summary: 'Log in with a passkey alone',
  body: z.strictObject({ binding, response: WebAuthn }),
  reply: Token,
  errors: ['invalid', 'login_failed'],
})

export const getFactors = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/user/{id}/factor',
  roles: everyRole,
  scope: 'session',
  isForEnrolment: true,
  summary: 'The second factors of the requester; for administrators, those of any user',
  params: IdParams,
  reply: Factors,
  errors: ['not_found'],
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/passkey/start',
  roles: everyRole,
  scope: 'session',
  isForEnrolment: true,
  bound: 'login',
  summary: 'The challenge for a new passkey',
  params: IdParams,
  body: z.strictObject(proof),
  reply: Challenge,
  errors: ['invalid', 'not_found', 'wrong_state', 'confirmation_needed', 'too_many_logins'],
})

/** Recovery codes, shown once; empty if the user has some already. */
const Recovery = z.strictObject({ recovery: z.array(z.string()) })

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/passkey',
  roles: everyRole,
  scope: 'session',
  isForEnrolment: true,
  bound: 'login',
  summary: 'Add a passkey to one’s own user',
  params: IdParams,
  body: z.strictObject({ binding, name: Required(60), response: WebAuthn }),
  reply: Recovery,
  errors: ['invalid', 'not_found', 'duplicate', 'wrong_state'],
})

export const startCode = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/one_time_code',
  roles: everyRole,
  scope: 'session',
  isForEnrolment: true,
  bound: 'login',
  summary: 'A new secret for an authenticator app, in use once a code of it is confirmed',
  params: IdParams,
  body: z.strictObject(proof),
  reply: z.strictObject({ secret: z.string(), uri: z.string() }),
  errors: ['invalid', 'not_found', 'wrong_state', 'confirmation_needed', 'too_many_logins'],
})

export const confirmCode = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/one_time_code/confirm',
  roles: everyRole,
  scope: 'session',
  isForEnrolment: true,
  bound: 'login',
  summary: 'Confirm the authenticator app with its current code',
  params: IdParams,
  body: z.strictObject({ code: z.string().check(z.trim(), z.maxLength(12), matches(/^\d{6}$/, 'one_time_code')) }),
  reply: Recovery,
  errors: ['invalid', 'not_found', 'too_many_logins'],
})

export const renewRecovery = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/recovery',
  roles: everyRole,
  scope: 'session',
  bound: 'login',
  summary: 'New recovery codes; the former ones are no longer valid',
  params: IdParams,
  body: z.strictObject(proof),
  reply: Recovery,
  errors: ['invalid', 'not_found', 'wrong_state', 'confirmation_needed', 'too_many_logins'],
})

export const removeFactor = endpoint({
  method: 'POST',
  path: '/v1/user/{id}/factor/remove',
  roles: everyRole,
  scope: 'session',
  bound: 'login',
  summary: 'Remove one of one’s own passkeys, or the authenticator app',
  params: IdParams,
  body: z.strictObject({ ...proof, passkey: z.optional(Id) }),
  reply: Nothing,
  errors: ['invalid', 'not_found', 'confirmation_needed', 'too_many_logins'],
})

export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}/factor',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Remove all second factors of another user, who lost them; ends their sessions',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'wrong_state'],
})
