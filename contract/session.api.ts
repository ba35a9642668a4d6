import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Challenge, WebAuthn } from './factor.api.ts'
import { everyRole } from './role.ts'
import { Setting } from './setting.api.ts'
import { User } from './user.api.ts'
import { Id, Instant, matches, Nothing } from './wire.ts'

/** Sign-in. The length limits keep hostile input away from the password hash. */
export const Credentials = z.strictObject({
  username: z.string().check(z.trim(), z.normalize('NFKC'), z.minLength(1), z.maxLength(100)),
  password: z.string().check(z.minLength(1), z.maxLength(500)),
})

export const login = endpoint({
  method: 'POST',
  path: '/v1/login',
  roles: 'public',
  bound: 'login',
  summary: 'Sign in: a session token for a user name and password',
  body: Credentials,
  reply: z.strictObject({ token: z.string() }),
  errors: ['login_failed', 'second_factor', 'invalid', 'too_many_logins'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/v1/logout',
  roles: everyRole,
  isForEnrolment: true,
  scope: 'session',
  bound: 'write',
  summary: 'End this session',
  reply: Nothing,
})

export const info = endpoint({
  method: 'POST',
  path: '/v1/info',
  roles: everyRole,
  isForEnrolment: true,
  bound: 'read',
  summary: 'The signed-in user with the saved settings of the console',
  reply: z.extend(User, {
    setting: z.partial(Setting),
    /** The session may only set up a second factor. */
    must_enrol: z.boolean(),
    /** Present for editors in a group that reviews page differences. */
    is_reviewer: z.optional(z.literal(true)),
  }),
})

/** One entry of a menu; `name` is a route's name and a key of the menu's texts. */
export const MenuEntry = z.strictObject({
  name: z.string(),
  children: z.optional(z.array(z.strictObject({ name: z.string() }))),
})
export type MenuEntry = z.output<typeof MenuEntry>

export const menu = endpoint({
  method: 'POST',
  path: '/api/user/menu',
  roles: everyRole,
  isForEnrolment: true,
  bound: 'read',
  summary: 'The menu of the user’s role',
  reply: z.array(MenuEntry),
})

/** The data of the error `confirmation_needed`, by which clients recognise it. */
export const ConfirmationNeeded = z.strictObject({ needs: z.literal('confirmation') })

/** Ways to confirm a session, strongest first. */
export const confirmMethods = ['passkey', 'code', 'password', 'provider'] as const
export type ConfirmMethod = (typeof confirmMethods)[number]

/** The ways that are open to the user of a session; none: only another login helps. */
export const ConfirmWays = z.strictObject({
  methods: z.array(z.enum(confirmMethods)),
  /** The challenge, if there is a passkey. */
  passkey: z.nullable(Challenge),
  /** The identity providers with which the user logs in, if there is no other way. */
  providers: z.array(z.strictObject({ id: Id, name: z.string() })),
})
export type ConfirmWays = z.output<typeof ConfirmWays>

export const startConfirmation = endpoint({
  method: 'POST',
  path: '/v1/session/confirm/start',
  roles: everyRole,
  scope: 'session',
  bound: 'login',
  summary: 'The ways to confirm this session, with the challenge for a passkey',
  reply: ConfirmWays,
  errors: ['too_many_logins'],
})

const isOne = (body: object) => Object.values(body).filter(value => value !== undefined).length === 1

export const confirmSession = endpoint({
  method: 'POST',
  path: '/v1/session/confirm',
  roles: everyRole,
  scope: 'session',
  bound: 'login',
  summary: 'Confirm this session before a grave act: by a passkey, a code of an authenticator app, or the password',
  body: z
    .strictObject({
      passkey: z.optional(z.strictObject({ binding: z.string().check(z.maxLength(100)), response: WebAuthn })),
      code: z.optional(z.string().check(z.trim(), z.maxLength(12), matches(/^\d{6}$/, 'one_time_code'))),
      password: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    })
    .check(z.refine(isOne, { params: { code: 'one_way' } })),
  /** The end of the confirmation. */
  reply: z.strictObject({ until: Instant }),
  errors: ['invalid', 'not_confirmed', 'wrong_state', 'too_many_logins'],
})
