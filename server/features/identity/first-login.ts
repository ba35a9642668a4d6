import { Username } from '#contract/user.api.ts'
import { syncGroups } from '#server/features/group/group.service.ts'
import { createExternalUser } from '#server/features/user/user.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findByEmail, findProvisioned, findTakenNames, insertIdentity } from './login.queries.ts'
import type { StoredProvider } from './provider.queries.ts'
import type { Claims } from './relying-party.ts'

export type LoginUser = { id: number; username: string; status: string; is_service: boolean }

/** Why a login with a valid identity is refused; for administrators. */
export type Refusal = { refusal: string }

/** Refused if the provider’s rule allows only addresses of other domains, or unverified ones. */
export function refusalOfEmail({ email_domains }: StoredProvider, claims: Claims): Refusal | undefined {
  if (email_domains.length === 0) return undefined
  const domain = claims.email.split('@').at(-1)?.toLowerCase() ?? ''
  if (!claims.email.includes('@') || !email_domains.includes(domain))
    return { refusal: `the e-mail address is not of ${email_domains.join(', ')}` }
  return claims.isEmailVerified ? undefined : { refusal: 'the provider has not verified the e-mail address' }
}

/**
 * The user of an identity that is new here: the one whom the provider has provisioned (SCIM), the one with the same
 * verified e-mail address, or a new one, as the provider's rules allow.
 */
export async function welcome(
  ctx: Ctx,
  provider: StoredProvider,
  claims: Claims,
): Promise<{ user: LoginUser; identityId: number } | Refusal> {
  const add = (userId: number) =>
    insertIdentity(ctx, { provider_id: provider.id, subject: claims.subject, user_id: userId, email: claims.email })
  const oid = claims.all.oid
  const provisioned = await findProvisioned(ctx, provider.id, {
    ids: [claims.subject, ...(typeof oid === 'string' ? [oid] : [])],
    email: claims.isEmailVerified && claims.email !== '' ? claims.email : null,
  })
  if (provisioned.length > 1) return { refusal: 'several provisioned users have this identity' }
  if (provisioned[0]) return { user: provisioned[0], identityId: await add(provisioned[0].id) }
  if (provider.links_by_email && claims.isEmailVerified && claims.email !== '') {
    const people = (await findByEmail(ctx, claims.email)).filter(user => !user.is_service)
    if (people.length > 1) return { refusal: 'several users have this e-mail address' }
    if (people[0]) return { user: people[0], identityId: await add(people[0].id) }
  }
  if (!provider.creates_users) return { refusal: 'no user belongs to this identity' }
  const created = await createExternalUser(ctx, {
    username: await freeName(ctx, claims),
    name: claims.name,
    email: claims.isEmailVerified && isPlainAddress(claims.email) ? claims.email : '',
    role: provider.new_role,
  })
  return { user: created, identityId: await add(created.id) }
}

const isPlainAddress = (text: string) => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text)

/** A user name from what the provider states, with a number if others have it. */
export async function freeName(
  ctx: Ctx,
  { username, email, name }: Pick<Claims, 'username' | 'email' | 'name'>,
): Promise<string> {
  const wanted =
    [username, email, name]
      .map(text => text.split('@')[0] ?? '')
      .map(plain)
      .find(isUsername) ?? 'user'
  const candidates = [wanted, ...Array.from({ length: 200 }, (_, index) => `${wanted.slice(0, 36)}${index + 2}`)]
  const taken = await findTakenNames(ctx, candidates)
  return candidates.find(candidate => !taken.has(candidate.toLowerCase())) ?? `${wanted.slice(0, 20)}-${ctx.reqId}`
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/[^\p{L}\p{N}._-]+/gu, '.')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, 36)

const isUsername = (text: string) => Username.safeParse(text).success

/**
 * Gives the user the groups that the provider states, of those in its mapping; other groups stay. If the claim is
 * missing, they stay as they are, and the audit log records it.
 */
export async function followGroups(ctx: Ctx, provider: StoredProvider, claims: Claims, userId: number): Promise<void> {
  const { group_claim, group_map } = provider
  if (group_claim === '' || group_map.length === 0) return
  const given = claims.all[group_claim]
  if (given === undefined) {
    ctx.log.warn(
      { provider: provider.id, user_id: userId, claim: group_claim },
      'sign-in: the claim with groups is missing',
    )
    await audit(ctx, {
      act: 'keep_groups',
      noun: 'user',
      recordId: userId,
      detail: { provider: provider.name, claim: group_claim },
    })
    return
  }
  const values = new Set((Array.isArray(given) ? given : [given]).map(String))
  const wanted = new Set(group_map.filter(({ value }) => values.has(value)).map(({ group }) => group))
  await syncGroups(ctx, userId, { among: [...new Set(group_map.map(({ group }) => group))], wanted: [...wanted] })
}
