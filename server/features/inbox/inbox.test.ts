import { expect, test } from 'vitest'
import { updateDiff } from '#contract/diff.api.ts'
import { inboxKinds, listClosed, listInbox } from '#contract/inbox.api.ts'
import { roles } from '#contract/role.ts'
import { reviewUpload } from '#contract/upload.api.ts'
import { aDiff } from '#server/features/diff/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { sendAndRead } from '#server/features/upload/testing.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('the inbox holds what waits for the role, gravest first, and folds the changes of one page', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const og = await anOg(app.ctx, { name: 'Watched' })
  const page = await aStoredPage(app.ctx, { ogId: og.id, html: '<main><p>Text</p></main>' })
  const low = await aDiff(app.ctx, page, { score: 30 })
  const high = await aDiff(app.ctx, page, { score: 95 })
  const upload = await sendAndRead(app, editor, 'memo.txt', 'A memo')

  const inbox = await admin.get(listInbox, {})
  const [first] = inbox.items
  expect(first?.kind === 'diff' && first.diffs.map(({ id }) => id)).toEqual([high, low])
  expect(first?.gravity).toBe(95)
  expect(inbox.items.map(({ gravity }) => gravity)).toEqual(
    inbox.items.map(({ gravity }) => gravity).toSorted((a, b) => b - a),
  )
  expect(inbox.counts.map(({ kind }) => kind).toSorted()).toEqual([...inboxKinds].toSorted())
  for (const { kind, count } of inbox.counts)
    expect([kind, inbox.items.filter(item => item.kind === kind).length]).toEqual([kind, count])

  const filtered = await admin.get(listInbox, { query: { kind: ['upload'] } })
  expect(filtered.items.map(item => item.kind === 'upload' && item.upload.id)).toEqual([upload.id])
  expect(filtered.counts).toEqual(inbox.counts)

  // An editor reviews no pages, but their uploads.
  const own = await editor.get(listInbox, {})
  expect(own.counts.map(({ kind }) => kind)).not.toContain('diff')
  expect(own.items.some(item => item.kind === 'upload' && item.upload.id === upload.id)).toBe(true)

  await admin.get(updateDiff, { params: { id: String(high) }, body: { status: 'done', rev: 1 } })
  await admin.get(reviewUpload, {
    params: { id: String(upload.id) },
    body: { status: 'accepted', reason: null, rev: upload.rev },
  })
  const closed = await admin.get(listClosed, {})
  expect(closed.map(({ kind, name, count }) => [kind, name, count])).toEqual([
    ['diff', admin.username, 1],
    ['upload', admin.username, 1],
  ])
  // A role learns only of the kinds that it may read, and a reopened difference is not closed.
  expect((await editor.get(listClosed, {})).map(({ kind }) => kind)).toEqual(['upload'])
  await admin.get(updateDiff, { params: { id: String(high) }, body: { status: 'unread', rev: 2 } })
  expect((await admin.get(listClosed, {})).map(({ kind }) => kind)).toEqual(['upload'])
  await admin.get(updateDiff, { params: { id: String(high) }, body: { status: 'done', rev: 3 } })

  const after = await admin.get(listInbox, {})
  expect(after.items.flatMap(item => (item.kind === 'diff' ? item.diffs.map(({ id }) => id) : []))).toEqual([low])
  expect(after.items.some(item => item.kind === 'upload')).toBe(false)
})

test('every role has an inbox without an item that the role may not decide', async () => {
  for (const role of roles) {
    const reader = await app.as(role)
    const { counts, items } = await reader.get(listInbox, {})
    expect(items.length, role).toBeLessThanOrEqual(100)
    if (role === 'reader' || role === 'super_reader' || role === 'device')
      expect(
        counts
          .map(({ kind }) => kind)
          .filter(kind => !['notification', 'event', 'report', 'fact_check'].includes(kind)),
        role,
      ).toEqual([])
  }
})
