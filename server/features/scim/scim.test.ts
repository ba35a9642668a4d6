import { beforeAll, expect, test } from 'vitest'
import { createGroup, getGroup } from '#contract/group.api.ts'
import { createIdentityProvider, updateIdentityProvider } from '#contract/identity.api.ts'
import { createScimCredential, deleteScimCredential, listScimCredentials } from '#contract/scim.api.ts'
import { info } from '#contract/session.api.ts'
import { getUser, updateUser } from '#contract/user.api.ts'
import { findProvisioned } from '#server/features/identity/login.queries.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
let admin: Client
let providerId: string
let secret: string

beforeAll(async () => {
  admin = await app.as('admin')
  const provider = await admin.get(createIdentityProvider, {
    body: { name: 'Company', issuer: 'https://login.example.org', client_id: 'og' },
  })
  providerId = String(provider.id)
  const body = { name: 'Entra', new_role: 'editor' as const }
  secret = (await admin.get(createScimCredential, { params: { id: providerId }, body })).secret
})

type Json = Record<string, unknown>

async function scim(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) {
  const reply = await app.app.inject({
    ...{ method, url: `/scim/v2${path}` },
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: reply.statusCode, headers: reply.headers, body: (reply.body ? reply.json() : {}) as Json }
}

const find = (filter: string, kind = 'Users') => scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)
const patch = (path: string, ...operations: unknown[]) => scim('PATCH', path, { Operations: operations })

let n = 0
async function create(more: Json = {}): Promise<Json & { id: string; userName: string }> {
  n += 1
  const userName = `person${n}@example.org`
  const { status, body } = await scim('POST', '/Users', { userName, externalId: `id-${n}`, active: true, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as Json & { id: string; userName: string }
}

test('a credential opens SCIM only, other tokens do not, and it ends when it is revoked', async () => {
  const { secret: other, credential } = await admin.get(createScimCredential, {
    params: { id: providerId },
    body: { name: 'Other', new_role: 'reader' },
  })
  const as = (token: string) => scim('GET', '/Users', undefined, { authorization: `Bearer ${token}` })
  expect((await as(other)).status).toBe(200)
  const refused = await as(admin.token)
  expect([refused.status, refused.headers['content-type'], refused.body.status]).toEqual([
    ...[401, 'application/scim+json; charset=utf-8', '401'],
  ])
  expect((await app.anonymous.call(info, {}, { authorization: `Bearer ${other}` })).status).toBe(401)
  const { items } = await admin.get(listScimCredentials, { params: { id: providerId } })
  expect(items.find(({ id }) => id === credential.id)?.last_used_at).not.toBeNull()
  await admin.get(deleteScimCredential, { params: { id: providerId, credential_id: String(credential.id) } })
  expect((await as(other)).status).toBe(401)
  const editor = await app.as('editor')
  expect((await editor.call(listScimCredentials, { params: { id: providerId } })).status).toBe(403)
})

test('a user is created, found, shown in parts, and kept as a user of the console', async () => {
  const made = await create({
    name: { familyName: 'Jensen', givenName: 'Barbara' },
    emails: [{ value: 'barbara@example.org', type: 'work', primary: true }],
    addresses: [{ locality: 'Hollywood' }],
  })
  const user = await admin.get(getUser, { params: { id: made.id } })
  expect(user).toMatchObject({ name: 'Barbara Jensen', email: 'barbara@example.org', role: 'editor', status: 'active' })
  for (const filter of [
    `userName eq "${made.userName.toUpperCase()}"`,
    `externalId eq ${made.externalId}`,
    `id eq "${made.id}" and userName eq "${made.userName}"`,
    'emails[type eq "work"].value eq "barbara@example.org"',
    'emails.value eq "barbara@example.org"',
  ])
    expect((await find(filter)).body, filter).toMatchObject({ totalResults: 1, Resources: [{ id: made.id }] })
  const shown = await scim('GET', `/Users/${made.id}?attributes=name.givenName`)
  expect(shown.body).toEqual({ schemas: made.schemas, id: made.id, name: { givenName: 'Barbara' } })
  expect((await scim('GET', `/Users/${made.id}?excludedAttributes=emails`)).body).not.toHaveProperty('emails')
  expect(made).not.toHaveProperty('addresses')
  expect((await scim('GET', '/Users?count=0')).body).not.toHaveProperty('Resources.0')
})

test('filters that are not understood are refused', async () => {
  await create()
  for (const filter of [
    'userName co "a"',
    'nickName eq "a"',
    'userName eq "a" or id eq "1"',
    'userName',
    '',
    'a'.repeat(2000),
  ])
    expect((await find(filter)).body, filter).toMatchObject({ status: '400', scimType: 'invalidFilter' })
})

test('the same person is never created twice, also by requests at once', async () => {
  const body = { userName: 'twice@example.org', externalId: 'twice', emails: [{ value: 'twice@example.org' }] }
  const replies = await Promise.all([1, 2, 3].map(() => scim('POST', '/Users', body)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.scimType).toBe('uniqueness')
})

test('an existing user with the address is linked only if the provider may find users by e-mail', async () => {
  const known = await app.as('reader')
  await admin.get(updateUser, { params: { id: String(known.id) }, body: { email: 'known@example.org' } })
  const body = { userName: 'known@example.org' }
  expect((await scim('POST', '/Users', body)).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  const rule = (links_by_email: boolean) =>
    admin.get(updateIdentityProvider, { params: { id: providerId }, body: { links_by_email } })
  await rule(true)
  expect((await scim('POST', '/Users', body)).body.id).toBe(String(known.id))
  await rule(false)
  expect((await admin.get(getUser, { params: { id: String(known.id) } })).role).toBe('reader')
})

test('changes of Entra and Okta: texts for booleans, paths with filters, the manager, no path', async () => {
  const { id } = await create()
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const { body } = await patch(
    `/Users/${id}`,
    { op: 'Add', path: 'emails[type eq "work"].value', value: 'new@example.org' },
    { op: 'Replace', path: `${enterprise}:manager`, value: '26' },
    { op: 'Replace', value: { displayName: 'New', 'name.givenName': 'N', [`${enterprise}:department`]: 'Law' } },
    { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'NL' },
  )
  expect(body).toMatchObject({
    displayName: 'New',
    name: { givenName: 'N' },
    emails: [{ type: 'work', value: 'new@example.org' }],
    [enterprise]: { manager: { value: '26' }, department: 'Law' },
  })
  const off = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  expect(off.body.active).toBe(false)
  expect((await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })).body.active).toBe(true)
  expect((await patch(`/Users/${id}`, { op: 'remove', path: 'emails' })).body).not.toHaveProperty('emails')
  expect((await patch(`/Users/${id}`, { op: 'replace', path: 'wrong', value: 1 })).body.scimType).toBe('invalidPath')
  expect((await patch(`/Users/${id}`, { op: 'replace', path: 'id', value: 1 })).body.scimType).toBe('mutability')
})

test('a first login finds the provisioned user by what the provider states, not by an address of the profile', async () => {
  const made = await create({ emails: [{ value: 'Stated@example.org', type: 'work' }] })
  const id = Number(made.id)
  await admin.get(updateUser, { params: { id: made.id }, body: { email: 'chosen@example.org' } })
  const found = async (ids: string[], email: string | null) =>
    (await findProvisioned(app.ctx, Number(providerId), { ids, email })).map(user => user.id)
  expect(await found([`id-${n}`], null)).toEqual([id])
  expect(await found([], made.userName.toUpperCase())).toEqual([id])
  expect(await found([], 'stated@example.org')).toEqual([id])
  expect(await found([], 'chosen@example.org')).toEqual([])
  expect(await found([], null)).toEqual([])
})

test('a deleted user is disabled with all sessions, and is the same person when it returns', async () => {
  const known = await app.as('reader')
  await app.db
    .insertInto('scim_user')
    .values({
      ...{ provider_id: Number(providerId), user_id: known.id, user_name: 'leaver', external_id: 'leaver' },
      ...{ stated: JSON.stringify({ userName: 'leaver', externalId: 'leaver' }), is_active: true },
      ...{ created_at: app.ctx.now().toISOString(), updated_at: app.ctx.now().toISOString() },
    })
    .execute()
  expect((await known.call(info)).status).toBe(200)
  expect((await scim('DELETE', `/Users/${known.id}`)).status).toBe(204)
  expect((await known.call(info)).status).toBe(401)
  expect((await admin.get(getUser, { params: { id: String(known.id) } })).status).toBe('disabled')
  expect((await scim('GET', `/Users/${known.id}`)).status).toBe(404)
  expect((await find('userName eq "leaver"')).body.totalResults).toBe(0)
  const back = await scim('POST', '/Users', { userName: 'leaver', externalId: 'leaver' })
  expect([back.status, back.body.id, back.body.active]).toEqual([201, String(known.id), true])
  await scim('DELETE', `/Users/${known.id}`)
  const successor = await scim('POST', '/Users', { userName: 'leaver', externalId: 'someone else' })
  expect([successor.status, successor.body.id === String(known.id)]).toEqual([201, false])
})

test('a user whom an administrator disabled is not enabled by a repeated statement', async () => {
  const { id, userName } = await create()
  await admin.get(updateUser, { params: { id }, body: { status: 'disabled' } })
  expect((await scim('PUT', `/Users/${id}`, { userName, active: true, title: 'x' })).body.active).toBe(false)
})

test('the last administrator cannot be disabled', async () => {
  await app.db
    .insertInto('scim_user')
    .values({
      ...{ provider_id: Number(providerId), user_id: admin.id, user_name: 'chief' },
      ...{ stated: JSON.stringify({ userName: 'chief' }), is_active: true },
      ...{ created_at: app.ctx.now().toISOString(), updated_at: app.ctx.now().toISOString() },
    })
    .execute()
  expect((await scim('DELETE', `/Users/${admin.id}`)).status).toBe(409)
  expect((await patch(`/Users/${admin.id}`, { op: 'replace', path: 'active', value: false })).status).toBe(409)
  expect((await admin.call(info)).status).toBe(200)
})

test('versions: a change of an older version is refused, an unchanged resource is not sent again', async () => {
  const { id, userName } = await create()
  const { headers } = await scim('GET', `/Users/${id}`)
  const version = String(headers.etag)
  expect((await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': version })).status).toBe(304)
  const put = () => scim('PUT', `/Users/${id}`, { userName, title: 'Lawyer' }, { 'if-match': version })
  expect((await put()).status).toBe(200)
  expect((await put()).status).toBe(412)
})

test('groups: members come and go, those of others stay, and a group made by hand needs an assignment', async () => {
  const [one, two] = [await create(), await create()]
  const local = await app.as('reader')
  const byHand = await admin.get(createGroup, { body: { name: 'By hand', members: [local.id] } })
  expect((await scim('POST', '/Groups', { displayName: 'By hand' })).body.scimType).toBe('uniqueness')
  await admin.get(updateIdentityProvider, {
    params: { id: providerId },
    body: { group_map: [{ value: 'g1', group: byHand.id }] },
  })
  const linked = await scim('POST', '/Groups', {
    displayName: 'Lawyers',
    externalId: 'g1',
    members: [{ value: one.id }],
  })
  expect([linked.status, linked.body.id]).toEqual([201, String(byHand.id)])
  const path = `/Groups/${byHand.id}`
  await patch(path, { op: 'Add', path: 'members', value: [{ value: two.id }] })
  await patch(path, { op: 'Remove', path: 'members', value: [{ value: one.id }] })
  const group = await admin.get(getGroup, { params: { id: String(byHand.id) } })
  expect(group).toMatchObject({ name: 'By hand', members: [Number(two.id), local.id] })
  expect((await find(`id eq "${byHand.id}" and members eq "${two.id}"`, 'Groups')).body.totalResults).toBe(1)
  expect((await patch(path, { op: 'remove', path: `members[value eq "${two.id}"]` })).body).not.toHaveProperty(
    'members',
  )
  expect((await patch(path, { op: 'add', path: 'members', value: [{ value: String(local.id) }] })).status).toBe(400)
  expect((await scim('DELETE', path)).status).toBe(204)
  expect((await admin.get(getGroup, { params: { id: String(byHand.id) } })).members).toEqual([local.id])
})

test('hostile bodies are refused in the form of SCIM', async () => {
  const deep = `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`
  const proto = '{"userName":"p","__proto__":{"active":false}}'
  for (const [body, status] of [
    [deep, 413],
    [proto, 400],
    ['{', 400],
    ['[]', 400],
    [JSON.stringify({ userName: 'x'.repeat(10_000_000) }), 413],
    [JSON.stringify({ userName: 'x'.repeat(300) }), 400],
    [JSON.stringify({ userName: 'a\u0000b' }), 400],
    [JSON.stringify({ userName: { a: 1 } }), 400],
  ] as const) {
    const reply = await scim('POST', '/Users', body)
    expect([reply.status, reply.body.schemas]).toEqual([status, ['urn:ietf:params:scim:api:messages:2.0:Error']])
  }
  const { id } = await create()
  const odd = await patch(`/Users/${id}`, { op: 'add', path: '__proto__.polluted', value: 'x' })
  expect([odd.status, ({} as Json).polluted]).toEqual([400, undefined])
  expect((await scim('POST', '/Bulk', {})).status).toBe(501)
  expect((await scim('GET', '/nothing')).body.status).toBe('404')
})

test('the history of a provisioned user names the channel and the credential', async () => {
  const { id } = await create()
  const rows = await app.db
    .selectFrom('history')
    .select('username')
    .where('noun', '=', 'user')
    .where('record_id', '=', Number(id))
    .execute()
  expect(rows.map(({ username }) => username)).toEqual(['SCIM (Entra)'])
})
