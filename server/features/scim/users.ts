import { isDeepStrictEqual } from 'node:util'
import type { IdentityProvider } from '#contract/identity.api.ts'
import { cutText } from '#contract/text.ts'
import { Email, Phone } from '#contract/user.api.ts'
import {
  findByEmail,
  findByIdentity,
  findTakenNames,
  freeName,
  getProvider,
  lockFirstLogins,
} from '#server/features/identity/identity.service.ts'
import { createExternalUser, lockAdmins, updateUser } from '#server/features/user/user.service.ts'
import { audit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { type Kind, userKind } from './attributes.ts'
import { patched } from './patch.ts'
import {
  findCandidates,
  findUserRow,
  insertUserRow,
  isAddressOfOther,
  type UserRow,
  updateUserRow,
} from './scim.queries.ts'
import type { ScimCtx } from './scim.service.ts'
import { invalidValue, notFound, ScimError, taken } from './scim-error.ts'
import { readWhole, type Stated } from './values.ts'

export function idOf(kind: Kind, id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound(kind.name, id)
  return Number(id)
}

export async function getUserRow(ctx: ScimCtx, id: string): Promise<UserRow> {
  const row = await findUserRow(ctx, ctx.scim.providerId, idOf(userKind, id))
  if (!row || row.deleted_at !== null) throw notFound('User', id)
  return row
}

/** The columns of what the provider states. */
function columnsOf(stated: Stated) {
  const { userName, externalId, active = true } = stated
  const external_id = externalId === undefined ? null : String(externalId)
  return { user_name: String(userName).trim(), external_id, stated, is_active: active === true }
}

type Contact = { value?: string; type?: string; primary?: boolean }

/** The preferred element: the primary one, else one for work, else the first. */
function preferred(elements: unknown): string {
  const all = (Array.isArray(elements) ? elements : []) as Contact[]
  const chosen = all.find(each => each.primary) ?? all.find(each => each.type?.toLowerCase() === 'work') ?? all[0]
  return chosen?.value?.trim() ?? ''
}

/** The user as the console keeps it. */
function profileOf(stated: Stated) {
  const { formatted, familyName = '', givenName = '' } = (stated.name ?? {}) as Record<string, string | undefined>
  const isHan = /\p{Script=Han}/u.test(familyName + givenName)
  const joined = isHan ? familyName + givenName : `${givenName} ${familyName}`
  const name = String(stated.displayName ?? formatted ?? joined).trim()
  const email = preferred(stated.emails) || (String(stated.userName).includes('@') ? String(stated.userName) : '')
  const phone = preferred(stated.phoneNumbers)
  return {
    name: cutText(name, 60),
    email: Email.safeParse(email).success ? email : '',
    phone: Phone.safeParse(phone).success ? phone : '',
  }
}

export function createScimUser(ctx: ScimCtx, body: unknown): Promise<UserRow> {
  const stated = readWhole(userKind, body)
  const row = columnsOf(stated)
  const profile = profileOf(stated)
  return inTransaction(ctx, async inner => {
    const ctx2 = { ...inner, scim: ctx.scim }
    const { providerId } = ctx.scim
    await lockFirstLogins(ctx2, providerId)
    await lockAdmins(ctx2)
    const provider = await getProvider(ctx2, providerId)
    checkDomain(provider, profile.email)
    const returning = await findReturning(ctx2, row)
    if (returning) return await save(ctx2, returning, stated, { isReturning: true })
    const existing = await findExisting(ctx2, provider, row, profile.email)
    const user =
      existing ??
      (await createExternalUser(ctx2, {
        username: await freeName(ctx2, { username: row.user_name, email: profile.email, name: profile.name }),
        ...{ name: profile.name, email: profile.email, role: ctx.scim.newRole },
      }))
    await insertUserRow(ctx2, providerId, user.id, row)
    if (existing) {
      const detail = { channel: 'SCIM', provider: provider.name, email: profile.email, username: existing.username }
      await audit(ctx2, { act: 'add_identity', noun: 'user', recordId: user.id, detail })
    }
    const change = { ...(!existing && profile.phone && { phone: profile.phone }), ...(!row.is_active && disabled) }
    if (Object.keys(change).length > 0) await updateUser(ctx2, user.id, change)
    return await getUserRow(ctx2, String(user.id))
  })
}

const disabled = { status: 'disabled' } as const

/** Addresses of other domains may not log in, so their users are not created either. */
function checkDomain({ email_domains }: Pick<IdentityProvider, 'email_domains'>, email: string): void {
  const domain = email.split('@').at(-1)?.toLowerCase() ?? ''
  if (email_domains.length > 0 && !email_domains.includes(domain))
    throw invalidValue(`The e-mail address is not of ${email_domains.join(', ')}.`)
}

/**
 * The user whom the provider deleted and now creates again: the same person, unless its own ids differ: then someone
 * else got the name.
 */
async function findReturning(ctx: ScimCtx, row: ReturnType<typeof columnsOf>): Promise<UserRow | undefined> {
  const found = await findCandidates(ctx, ctx.scim.providerId, {
    userName: row.user_name,
    externalId: row.external_id ?? undefined,
  })
  if (found.some(each => each.deleted_at === null)) throw taken('A user with this userName or externalId exists.')
  const same = found.find(each => each.external_id !== null && each.external_id === row.external_id)
  return same ?? found.find(each => each.external_id === null || row.external_id === null)
}

/**
 * A user of the console who is this person: by an identity of the same provider, or by e-mail address, if the provider's
 * rule allows it. A user who may be this person, but is not linked, is a conflict and never leads to a second one.
 */
async function findExisting(
  ctx: ScimCtx,
  provider: Pick<IdentityProvider, 'id' | 'links_by_email'>,
  row: ReturnType<typeof columnsOf>,
  email: string,
) {
  const byIdentity = row.external_id === null ? undefined : await findByIdentity(ctx, provider.id, row.external_id)
  const byEmail = email === '' ? [] : (await findByEmail(ctx, email)).filter(user => !user.is_service)
  if (!byIdentity && byEmail.length > 1) throw taken('Several users of the console have this e-mail address.')
  const person = byIdentity ?? byEmail[0]
  if (!person) {
    if ((await findTakenNames(ctx, [row.user_name])).size > 0) throw taken('A user of the console has this userName.')
    return undefined
  }
  if (await findUserRow(ctx, provider.id, person.id)) throw taken('This user is provisioned with another userName.')
  if (!byIdentity && !provider.links_by_email)
    throw taken('A user of the console has this e-mail address, and the provider may not find users by e-mail.')
  return person
}

export function replaceUser(ctx: ScimCtx, id: string, body: unknown, version: string | undefined): Promise<UserRow> {
  return changeUserRow(ctx, id, version, () => readWhole(userKind, body))
}

export function patchUserRow(ctx: ScimCtx, id: string, body: unknown, version: string | undefined): Promise<UserRow> {
  return changeUserRow(ctx, id, version, before => patched(userKind, before.stated, body))
}

function changeUserRow(
  ctx: ScimCtx,
  id: string,
  version: string | undefined,
  next: (before: UserRow) => Stated,
): Promise<UserRow> {
  return inTransaction(ctx, async inner => {
    const ctx2 = { ...inner, scim: ctx.scim }
    await lockAdmins(ctx2)
    const before = await getUserRow(ctx2, id)
    checkVersion(version, userVersion(before))
    const stated = next(before)
    // An `active` that the provider leaves out stays as it is: no person is enabled by accident.
    return await save(ctx2, before, { ...stated, active: stated.active ?? before.is_active })
  })
}

/** Only what the provider now states differently reaches the user, so that an administrator's own changes stay. */
async function save(ctx: ScimCtx, before: UserRow, stated: Stated, { isReturning = false } = {}): Promise<UserRow> {
  const row = columnsOf(stated)
  const [was, is] = [profileOf(before.stated), profileOf(stated)]
  if (is.email !== '' && is.email !== was.email) {
    checkDomain(await getProvider(ctx, ctx.scim.providerId), is.email)
    if (await isAddressOfOther(ctx, is.email, before.id)) throw taken('Another user has this e-mail address.')
  }
  const profile = Object.fromEntries(
    (['name', 'email', 'phone'] as const).filter(name => was[name] !== is[name]).map(name => [name, is[name]]),
  )
  const status =
    row.is_active === before.is_active ? {} : { status: row.is_active ? ('active' as const) : ('disabled' as const) }
  const isSame = isDeepStrictEqual(stated, before.stated) && !isReturning
  if (isSame && row.is_active === before.is_active) return before
  try {
    await updateUserRow(ctx, ctx.scim.providerId, before.id, { ...row, deleted_at: null })
  } catch (error) {
    throw isUniqueViolation(error, 'scim_user_name_key') || isUniqueViolation(error, 'scim_user_external_key')
      ? taken('A user with this userName or externalId exists.')
      : error
  }
  const change = { ...profile, ...status }
  if (Object.keys(change).length > 0) await updateUser(ctx, before.id, change)
  return await getUserRow(ctx, String(before.id))
}

/** The provider’s deletion disables the user and ends all their access; the person and their records stay. */
export function deleteScimUser(ctx: ScimCtx, id: string, version: string | undefined): Promise<void> {
  return inTransaction(ctx, async inner => {
    const ctx2 = { ...inner, scim: ctx.scim }
    await lockAdmins(ctx2)
    const before = await getUserRow(ctx2, id)
    checkVersion(version, userVersion(before))
    await updateUser(ctx2, before.id, disabled)
    const deleted_at = ctx.now().toISOString()
    await updateUserRow(ctx2, ctx.scim.providerId, before.id, { is_active: false, deleted_at })
  })
}

export const userVersion = ({ rev, user_rev }: UserRow) => `W/"${rev}.${user_rev}"`

export function checkVersion(given: string | undefined, version: string): void {
  if (given === undefined || given.trim() === '*') return
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  if (!given.split(',').some(each => bare(each) === bare(version)))
    throw new ScimError(412, 'The resource has changed since this version.')
}

export function showUser(row: UserRow, base: string): Record<string, unknown> {
  const { id, stated, status, groups, created_at: created, updated_at: lastModified } = row
  const extensions = Object.keys(stated).filter(name => name.startsWith('urn:'))
  const location = `${base}/Users/${id}`
  return {
    schemas: [userKind.urn, ...extensions],
    id: String(id),
    ...stated,
    active: status === 'active',
    ...(groups.length > 0 && {
      groups: groups.map(({ id, name }) => ({ value: String(id), $ref: `${base}/Groups/${id}`, display: name })),
    }),
    meta: { resourceType: 'User', created, lastModified, location, version: userVersion(row) },
  }
}
