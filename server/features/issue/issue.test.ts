import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as attachment from '#contract/attachment.api.ts'
import * as contract from '#contract/issue.api.ts'
import { type Role, roles } from '#contract/role.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

const one = (id: number) => ({ params: { id: String(id) } })
const write = (client: Client, values: Partial<contract.NewIssue> = {}) =>
  client.get(contract.createIssue, { body: { title: 'The map is empty', kind: 'bug', ...values } })
const change = (client: Client, id: number, body: contract.IssuePatch) =>
  client.call(contract.updateIssue, { ...one(id), body })
const list = async (client: Client, query: object = {}) =>
  (await client.get(contract.listIssues, { query })).items.map(item => item.id)
const comment = (client: Client, id: number, text = 'I see it too') =>
  client.call(contract.createIssueComment, { ...one(id), body: { text } })
const newsOf = async (id: number) =>
  (
    await sql<{ kind: string; users: number[] }>`select kind, users from news
      where noun = 'issue' and record_id = ${id} order by id`.execute(app.db)
  ).rows

test.each(roles)('a %s writes feedback, follows it, changes it, closes it and reopens it', async role => {
  const client = await app.as(role)
  const issue = await write(client, {
    content: 'Since this morning',
    page: { path: '/event?view=map', title: 'Events' },
  })
  expect(issue).toMatchObject({
    title: 'The map is empty',
    content: 'Since this morning',
    kind: 'bug',
    priority: 'normal',
    status: 'open',
    page: { path: '/event?view=map', title: 'Events' },
    owner: client.id,
    reporter: { id: client.id, name: client.username },
    assignee: null,
    acts: role === 'admin' ? ['comment', 'assign'] : ['comment'],
    can: role === 'admin' ? ['update', 'delete', 'restore'] : ['update'],
  })
  expect(await list(client)).toEqual([issue.id])
  expect((await change(client, issue.id, { title: 'The map stays empty', priority: 'high' })).body.data).toMatchObject({
    title: 'The map stays empty',
    rev: 2,
  })
  expect((await change(client, issue.id, { status: 'closed' })).body.data.status).toBe('closed')
  expect((await change(client, issue.id, { status: 'open' })).body.data.status).toBe('open')
  expect((await comment(client, issue.id)).status).toBe(200)
  const { items } = await client.get(contract.listIssueThread, one(issue.id))
  expect(items.map(item => (item.type === 'change' ? `${item.field} ${item.to}` : item.text))).toEqual([
    'title The map stays empty',
    'priority high',
    'status closed',
    'status open',
    'I see it too',
  ])
})

/** The status codes for users who neither wrote the issue nor are assigned. */
const strangers: Record<Role, { read: number; change: number; comment: number; remove: number; listed: boolean }> = {
  admin: { read: 200, change: 200, comment: 200, remove: 200, listed: true },
  super_editor: { read: 200, change: 403, comment: 403, remove: 403, listed: true },
  editor: { read: 404, change: 404, comment: 404, remove: 403, listed: false },
  super_reader: { read: 404, change: 404, comment: 404, remove: 403, listed: false },
  reader: { read: 404, change: 404, comment: 404, remove: 403, listed: false },
  uploader: { read: 404, change: 404, comment: 404, remove: 403, listed: false },
  device: { read: 404, change: 404, comment: 404, remove: 403, listed: false },
}

test.each(roles)('a %s reads and changes the issues of others as the role allows', async role => {
  const reporter = await app.as('reader')
  const { id } = await write(reporter)
  const file = await reporter.upload(
    attachment.createAttachment,
    { name: 'a.txt', content: 'a' },
    { noun: 'issue', record_id: String(id) },
  )
  const client = await app.as(role)
  const expected = strangers[role]
  expect((await client.call(contract.getIssue, one(id))).status).toBe(expected.read)
  expect((await client.call(contract.listIssueThread, one(id))).status).toBe(expected.read)
  expect((await client.call(attachment.ticketAttachment, one(file.body.data.id))).status).toBe(expected.read)
  const attached = await client.upload(
    attachment.createAttachment,
    { name: 'b.txt', content: 'b' },
    { noun: 'issue', record_id: String(id) },
  )
  expect(attached.status).toBe(expected.comment)
  expect((await list(client, { scope: 'all' })).includes(id)).toBe(expected.listed)
  expect((await list(client)).includes(id)).toBe(false)
  for (const body of [{ title: 'Mine' }, { status: 'processing' as const }, { assignee: client.id }])
    expect((await change(client, id, body)).status, JSON.stringify(body)).toBe(expected.change)
  expect((await comment(client, id)).status).toBe(expected.comment)
  expect((await client.call(contract.deleteIssue, one(id))).status).toBe(expected.remove)
})

test('an administrator assigns a user, who can read, move and answer it, but neither edit nor close it', async () => {
  const [admin, reporter, solver] = [await app.as('admin'), await app.as('uploader'), await app.as('editor')]
  const { id } = await write(reporter)
  expect((await change(admin, id, { assignee: 987_654 })).body.errors).toMatchObject([{ path: 'assignee' }])
  expect((await change(reporter, id, { assignee: solver.id })).status).toBe(403)
  await change(admin, id, { assignee: solver.id })
  expect(await list(solver, { scope: 'assigned' })).toEqual([id])
  expect(await solver.get(contract.getIssue, one(id))).toMatchObject({
    next: ['processing', 'resolved'],
    acts: ['comment'],
    can: [],
  })
  expect((await change(solver, id, { title: 'x' })).status).toBe(403)
  expect((await change(solver, id, { status: 'closed' })).status).toBe(409)
  expect((await change(solver, id, { status: 'resolved' })).status).toBe(200)
  expect((await comment(solver, id, 'Done')).status).toBe(200)
  expect(await reporter.get(contract.getIssue, one(id))).toMatchObject({
    status: 'resolved',
    assignee: { id: solver.id, name: solver.username },
    next: ['open', 'closed'],
    comments: 1,
  })
  const { items } = await reporter.get(contract.listIssueThread, one(id))
  expect(items).toMatchObject([
    { type: 'change', field: 'assignee', from: null, to: solver.username, author: { name: admin.username } },
    { type: 'change', field: 'status', from: 'open', to: 'resolved', author: { name: solver.username } },
    { type: 'comment', text: 'Done' },
  ])
  // A user who is no longer assigned may no longer read it.
  await change(admin, id, { assignee: null })
  expect((await solver.call(contract.getIssue, one(id))).status).toBe(404)
  expect((await reporter.call(contract.updateIssue, { ...one(id), body: { status: 'processing' } })).status).toBe(409)
})

test('the users concerned are notified: administrators, the assignee, the author, and all who take part', async () => {
  const [admin, reporter, solver] = [await app.as('admin'), await app.as('reader'), await app.as('editor')]
  const { id } = await write(reporter)
  await comment(reporter, id)
  await change(admin, id, { assignee: solver.id, status: 'processing' })
  await comment(solver, id)
  const news = await newsOf(id)
  expect(news.map(({ kind }) => kind)).toEqual([
    'issue_created',
    'commented',
    'status_changed',
    'assigned',
    'commented',
  ])
  expect(news[0]!.users).toContain(admin.id)
  expect(news[1]!.users).toEqual(expect.arrayContaining([admin.id, reporter.id]))
  expect(news[2]!.users).toEqual([reporter.id])
  expect(news[3]!.users).toEqual([solver.id])
  expect(news[4]!.users.toSorted((a, b) => a - b)).toEqual([reporter.id, solver.id].toSorted((a, b) => a - b))
})

test('a comment can be changed only by its writer, and not over a newer change', async () => {
  const [admin, reporter] = [await app.as('admin'), await app.as('reader')]
  const { id } = await write(reporter)
  const written = (await comment(reporter, id, 'Frist')).body.data
  const edit = (client: Client, text: string, rev?: number) =>
    client.call(contract.updateIssueComment, {
      params: { id: String(id), comment_id: String(written.id) },
      body: { text, ...(rev !== undefined && { rev }) },
    })
  expect((await edit(admin, 'Not mine')).status).toBe(403)
  expect((await edit(reporter, 'First', written.rev)).body.data).toMatchObject({ text: 'First', rev: 2 })
  const stale = await edit(reporter, 'Late', written.rev)
  expect(stale.status).toBe(409)
  expect(stale.body.data).toMatchObject({ text: 'First' })
  const { items } = await admin.get(contract.listIssueThread, one(id))
  expect(items).toMatchObject([{ text: 'First', edited_at: expect.any(String), can: [] }])
  const other = await write(reporter)
  const params = { id: String(other.id), comment_id: String(written.id) }
  expect((await reporter.call(contract.updateIssueComment, { params, body: { text: 'x' } })).status).toBe(404)
})

test('a stale writer gets the current state, and a comment makes no writer stale', async () => {
  const reporter = await app.as('reader')
  const { id, rev } = await write(reporter)
  await comment(reporter, id)
  expect((await change(reporter, id, { title: 'Second', rev })).status).toBe(200)
  const stale = await change(reporter, id, { title: 'Third', rev })
  expect(stale.status).toBe(409)
  expect(stale.body.data).toMatchObject({ title: 'Second' })
})

test('the page it refers to is always a path of the console', async () => {
  const reporter = await app.as('reader')
  const on = (path: string) =>
    reporter.call(contract.createIssue, { body: { title: 'x', kind: 'wish', page: { path, title: 'Page' } } })
  for (const path of [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'og/3',
    '/a\nb',
    '/a\\b',
  ])
    expect((await on(path)).status, path).toBe(422)
  expect((await on('/og/3/../4?tab=%2F#x')).body.data.page).toEqual({ path: '/og/4?tab=%2F', title: 'Page' })
  expect((await on('/.//evil.example')).status).toBe(422)
})

test('the board can be filtered by kind, priority, status, assignee, words and number', async () => {
  const [admin, reporter] = [await app.as('admin'), await app.as('reader')]
  const mark = `标记${Math.random().toString(36).slice(2)}`
  const bug = await write(reporter, { title: `${mark} 地图`, priority: 'urgent', content: 'ＡＢＣ' })
  const wish = await write(reporter, { title: `${mark} 100% 导出`, kind: 'wish' })
  await change(admin, wish.id, { assignee: admin.id, status: 'processing' })
  const found = async (query: object) =>
    (await list(admin, { scope: 'all', keyword: mark, ...query })).toSorted((a, b) => a - b)
  expect(await found({})).toEqual([bug.id, wish.id])
  expect(await found({ kind: 'wish' })).toEqual([wish.id])
  expect(await found({ priority: ['urgent', 'high'] })).toEqual([bug.id])
  expect(await found({ status: 'processing' })).toEqual([wish.id])
  expect(await found({ assignee: String(admin.id) })).toEqual([wish.id])
  expect(await found({ unassigned: 'true' })).toEqual([bug.id])
  expect(await found({ keyword: `${mark} abc` })).toEqual([bug.id])
  expect(await found({ keyword: `${mark} 100%` })).toEqual([wish.id])
  expect(await found({ keyword: `${mark} 1_0` })).toEqual([])
  expect(await list(admin, { scope: 'all', keyword: `#${bug.id}` })).toContain(bug.id)
  expect(await list(admin, { scope: 'all', keyword: mark, sort: 'priority' })).toEqual([bug.id, wish.id])
})

test('a deleted issue is in the trash for 30 days, only for administrators', async () => {
  const [admin, reporter] = [await app.as('admin'), await app.as('reader')]
  const { id } = await write(reporter)
  await comment(reporter, id)
  await admin.get(contract.deleteIssue, one(id))
  expect((await reporter.call(contract.getIssue, one(id))).status).toBe(404)
  expect(await list(reporter, { trash: 'true' })).toEqual([])
  expect(await list(admin, { scope: 'all', trash: 'true' })).toContain(id)
  await admin.get(contract.restoreIssue, one(id))
  expect(await list(reporter)).toEqual([id])
  await admin.get(contract.deleteIssue, one(id))
  app.clock.advance(31 * 86_400_000)
  await addJob(app.db, 'purge_issue_trash', {})
  await app.drainJobs()
  app.clock.advance(-31 * 86_400_000)
  expect((await admin.call(contract.restoreIssue, one(id))).status).toBe(404)
})

test('a thread stays readable after its users are deleted', async () => {
  const [admin, reporter] = [await app.as('admin'), await app.as('reader')]
  const { id } = await write(reporter)
  await comment(reporter, id)
  await change(reporter, id, { priority: 'low' })
  await sql`delete from "user" where id = ${reporter.id}`.execute(app.db)
  expect(await admin.get(contract.getIssue, one(id))).toMatchObject({ reporter: null, owner: null })
  const { items } = await admin.get(contract.listIssueThread, one(id))
  expect(items.map(item => item.author.name)).toEqual([reporter.username, reporter.username])
})
