import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { everyRole } from './role.ts'
import { Setting } from './setting.api.ts'
import { User } from './user.api.ts'
import { Nothing } from './wire.ts'

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
