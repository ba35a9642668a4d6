import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import {
  bulkDiff,
  countDiffs,
  type DiffStatus,
  draftEvent,
  getDiff,
  listDiffs,
  updateDiff,
} from '#contract/diff.api.ts'
import { createGroup, deleteGroup, type Group, updateGroup } from '#contract/group.api.ts'
import { listClosed, listInbox } from '#contract/inbox.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { draftReportOfDiff } from '#contract/report.api.ts'
import { info, menu } from '#contract/session.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { createToken } from '#contract/token.api.ts'
import { updateUser } from '#contract/user.api.ts'
import { ignorePlace } from '#contract/volatile.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { type Client, urlOf, useTestApp } from '#server/testing/test-app.ts'
import { aDiff } from './factory.ts'

const app = useTestApp()
const html = '<html><title>News</title><main><p>Ada Lovelace joined the board.</p></main></html>'
const at = (id: number) => ({ id: String(id) })

let admin: Client
let editor: Client
let stranger: Client
let group: Group
/** Differences of organisations: open to all editors, only for the editor's group, readable only, and restricted. */
const diffs = {} as Record<'open' | 'ours' | 'read' | 'secret', number>
const ogs = {} as Record<keyof typeof diffs, number>

const turn = (value: boolean) => admin.get(setSystemSetting, { body: { name: 'review_by_groups', value } })
const idsOf = async (who: Client) => {
  const reply = await who.call(listDiffs, { query: {} })
  return reply.status === 200 ? reply.body.data.items.map(({ id }) => id).sort((a, b) => a - b) : reply.status
}
const inboxOf = async (who: Client) => (await who.get(listInbox, {})).counts.find(({ kind }) => kind === 'diff')?.count
const decide = async (who: Client, id: number, status: DiffStatus = 'done') =>
  (await who.call(updateDiff, { params: at(id), body: { status } })).status

beforeAll(async () => {
  admin = await app.as('admin')
  editor = await app.as('editor')
  stranger = await app.as('editor')
  group = await admin.get(createGroup, { body: { name: 'Desk', members: [editor.id], reviews: true } })
  const lists = {
    open: {},
    ours: { read_group: [group.id], write_group: [group.id] },
    read: { read_user: [editor.id], write_user: [admin.id] },
    secret: { read_user: [admin.id] },
  }
  for (const key of ['open', 'ours', 'read', 'secret'] as const) {
    const og = await anOg(app.ctx, { name: key, owner: admin.id, ...lists[key] })
    const page = await aStoredPage(app.ctx, { ogId: og.id, url: `https://example.org/${key}`, html })
    ogs[key] = og.id
    diffs[key] = await aDiff(app.ctx, page, { score: 60 })
  }
})

test('with the setting off, every answer is the same as that of an editor in no such group', async () => {
  const answers = async (who: Client) => {
    const replies = []
    for (const { endpoint } of api.filter(({ endpoint }) => endpoint.isReview)) {
      const url = urlOf(endpoint.path, { id: diffs.open }, {})
      // Also with an invalid body and query: a role is refused before its input is read.
      for (const suffix of ['', '?pageSize=-1']) {
        const { statusCode, body } = await app.app.inject({
          ...{
            method: endpoint.method,
            url: url + suffix,
            headers: { authorization: `Bearer ${who.token}`, req_id: 'a'.repeat(16) },
          },
          ...(endpoint.method !== 'GET' && { payload: { nothing: 1 } }),
        })
        replies.push([endpoint.path, statusCode, body])
      }
    }
    for (const [method, url] of [
      ['GET', '/v1/inbox'],
      ['GET', '/v1/inbox/closed'],
      ['POST', '/api/user/menu'],
    ] as const)
      replies.push((await app.app.inject({ method, url, headers: { authorization: `Bearer ${who.token}` } })).body)
    return replies
  }
  const before = await answers(stranger)
  expect(await answers(editor)).toEqual(before)
  expect(new Set(before.slice(0, -3).map(([, status]) => status))).toEqual(new Set([403]))
  expect(await editor.get(info)).not.toHaveProperty('is_reviewer')
  await turn(true)
  expect(await answers(stranger)).toEqual(before)
  expect(await answers(editor)).not.toEqual(before)
  await turn(false)
  expect(await answers(editor)).toEqual(before)
})

test('with it on, members review what they may write, in the queue, the counts and the inbox', async () => {
  await turn(true)
  const own = [diffs.open, diffs.ours].sort((a, b) => a - b)
  expect(await idsOf(editor)).toEqual(own)
  expect((await editor.get(countDiffs, { query: {} })).waiting).toBe(2)
  expect(await inboxOf(editor)).toBe(2)
  expect(await inboxOf(stranger)).toBeUndefined()
  expect((await editor.get(info)).is_reviewer).toBe(true)
  const pages = (await editor.get(menu)).flatMap(({ name, children = [] }) => [
    name,
    ...children.map(each => each.name),
  ])
  expect([pages.includes('admin_diff'), pages.includes('admin_pages')]).toEqual([true, false])
  for (const key of ['read', 'secret'] as const)
    for (const reply of [
      await editor.call(getDiff, { params: at(diffs[key]) }),
      await editor.call(draftEvent, { params: at(diffs[key]) }),
      await editor.call(draftReportOfDiff, { params: at(diffs[key]) }),
      await editor.call(updateDiff, { params: at(diffs[key]), body: { status: 'done' } }),
      await editor.call(ignorePlace, { params: at(diffs[key]), body: { scope: 'page', is_trial: true } }),
    ])
      expect([key, reply.status]).toEqual([key, 404])
  expect((await editor.call(getDiff, { params: at(diffs.ours) })).status).toBe(200)
  expect(await decide(editor, diffs.ours)).toBe(200)
  expect(await inboxOf(editor)).toBe(1)
  const closed = await editor.get(listClosed, {})
  expect(closed.filter(({ kind }) => kind === 'diff').map(({ count }) => count)).toEqual([1])
  expect(await decide(editor, diffs.ours, 'unread')).toBe(200)
})

test('an event that the member may not read is not shown with the difference that it came from', async () => {
  await turn(true)
  const event = await anEvent(app.ctx, { owner: admin.id, read_user: [admin.id] })
  await app.db.updateTable('event').set({ diff_id: diffs.open }).where('id', '=', event.id).execute()
  const eventsOf = async (who: Client) => (await who.get(getDiff, { params: at(diffs.open) })).diff.events.length
  expect([await eventsOf(admin), await eventsOf(editor)]).toEqual([1, 0])
})

test('acts on many decide only those that the member may review', async () => {
  await turn(true)
  const done = async (body: object) => await editor.call(bulkDiff, { body: { status: 'ignored', ...body } as never })
  const all = Object.values(diffs)
  const mixed = (await done({ ids: all })).body.data
  expect(mixed.done).toBe(2)
  expect(mixed.before.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(
    [diffs.open, diffs.ours].sort((a, b) => a - b),
  )
  const waiting = await admin.get(listDiffs, { query: { status: ['unread'] } })
  expect(waiting.items.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
    [diffs.read, diffs.secret].sort((a, b) => a - b),
  )
  // The number of those that the filter finds for others is not revealed.
  expect((await done({ filter: {}, expected: 4 })).status).toBe(409)
  expect((await done({ filter: {}, expected: 4 })).body.message).toContain('2')
  expect((await done({ status: 'unread', filter: {}, expected: 2 })).body.data.done).toBe(2)
})

test('changes of setting, group, access and role apply to the next request', async () => {
  await turn(true)
  expect(await decide(editor, diffs.open, 'important')).toBe(200)
  const params = at(group.id)
  const states: unknown[] = []
  const note = async () => states.push([await idsOf(editor), await decide(editor, diffs.open)])
  await admin.get(updateGroup, { params, body: { reviews: false } })
  await note()
  await admin.get(updateGroup, { params, body: { reviews: true, members: [] } })
  await note()
  await admin.get(updateGroup, { params, body: { members: [editor.id] } })
  await turn(false)
  await note()
  await turn(true)
  await admin.get(updateUser, { params: at(editor.id), body: { role: 'reader' } })
  await note()
  expect(states).toEqual(Array(4).fill([403, 403]))
  await admin.get(updateUser, { params: at(editor.id), body: { role: 'editor' } })
  await admin.get(updateOg, { body: { id: ogs.open, write_user: [admin.id] } })
  expect([await idsOf(editor), await decide(editor, diffs.open)]).toEqual([[diffs.ours], 404])
  await admin.get(updateOg, { body: { id: ogs.open, write_user: [] } })
  expect(await decide(editor, diffs.open)).toBe(200)
})

test('a token of a member acts for them, and a removed group ends the reviews', async () => {
  await turn(true)
  const body = { name: 'program', scopes: ['read' as const], minutes: 60 }
  const { secret } = await editor.get(createToken, { params: at(editor.id), body })
  const byToken = async () => {
    const reply = await app.anonymous.call(listDiffs, { query: {} }, { authorization: `Bearer ${secret}` })
    return reply.status === 200 ? reply.body.data.total : reply.status
  }
  expect(await byToken()).toBe(2)
  await admin.get(deleteGroup, {
    params: at(group.id),
    query: { heir: String((await admin.get(createGroup, { body: { name: 'Heir' } })).id) },
  })
  expect([await byToken(), await idsOf(editor), await inboxOf(editor)]).toEqual([403, 403, undefined])
})
