import { expect, test } from 'vitest'
import { getAssistantDraft, settleAssistantDraft } from '#contract/assistant.api.ts'
import { bulkEvent, getEvent, updateEvent } from '#contract/event.api.ts'
import { actOnReport, getReport } from '#contract/report.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { secretOf, useTool } from './testing.ts'

const app = useTestApp()

const sentence = 'Northgate Holdings bought a terminal in Gdansk for 5 million euros on 3 May 2024.'

async function aPage(read_user: number[] = []) {
  const og = await anOg(app.ctx, { name: 'Northgate Holdings', read_user })
  const html = `<main><p>${sentence}</p></main>`
  const { page_id, version_id } = await aStoredPage(app.ctx, { html, ogId: og.id })
  return { og, evidence: [{ type: 'page_version', id: version_id, page_id }] }
}

type Draft = { draft: { noun: string; id: number; title: string }; struck: { text: string; reason: string }[] }

test('an assistant drafts an event; a struck sentence is kept and no one can publish it until a person removes it', async () => {
  const editor = await app.as('editor')
  const secret = await secretOf(editor, ['assistant', 'write'])
  const { og, evidence } = await aPage()
  const answer = await useTool(app, secret, 'draft_event', {
    title: 'Northgate Holdings bought a terminal in Gdansk',
    sentences: [
      { text: 'On 2024-05-03, Northgate Holdings bought a terminal for 5,000,000 euros.', evidence },
      { text: 'Northgate Holdings bought a terminal for 6 million euros.', evidence },
    ],
    ogs: [og.id],
  })
  const { draft, struck } = answer.structuredContent as Draft
  expect(struck).toEqual([expect.objectContaining({ reason: 'number', value: '6 million euros' })])
  const params = { id: String(draft.id) }
  const event = await editor.get(getEvent, { params })
  expect(event).toMatchObject({ status: 'draft', labels: ['By assistant'], title: expect.stringContaining('Gdansk') })
  expect(event.desc).not.toContain('6 million')
  expect(event.evidence).toMatchObject({ version_id: evidence[0]?.id })
  const confirm = { params, body: { status: 'confirmed' as const, rev: event.rev } }
  expect((await editor.call(updateEvent, confirm)).status).toBe(409)
  const many = { body: { ids: [draft.id], action: 'update' as const, patch: { status: 'confirmed' as const } } }
  await editor.call(bulkEvent, many as never)
  expect((await editor.get(getEvent, { params })).status).toBe('draft')
  const query = { noun: 'event' as const, record_id: String(draft.id) }
  const kept = await editor.get(getAssistantDraft, { query })
  expect(kept).toMatchObject({ token: 'helper', struck: [{ reason: 'number' }], can_settle: true })
  await editor.get(settleAssistantDraft, { params: { id: String(kept?.id) } })
  expect((await editor.call(updateEvent, confirm)).status).toBe(200)
})

test('a report with a struck sentence cannot be published', async () => {
  const admin = await app.as('admin')
  const secret = await secretOf(admin, ['assistant', 'write'])
  const { evidence } = await aPage()
  const answer = await useTool(app, secret, 'draft_report', {
    title: 'Northgate Holdings bought a terminal',
    sentences: [
      { text: 'Northgate Holdings bought a terminal in Gdansk.', evidence },
      { text: 'Northgate Holdings sold a terminal in Lagos.', evidence },
    ],
  })
  const { draft } = answer.structuredContent as Draft
  const params = { id: String(draft.id) }
  const report = await admin.get(getReport, { params })
  expect(JSON.stringify(report.body)).toContain('"type":"evidence"')
  expect(JSON.stringify(report.body)).not.toContain('Lagos')
  const submitted = await admin.get(actOnReport, { params, body: { act: 'submit', rev: report.rev } })
  const other = await app.as('admin')
  const published = await other.call(actOnReport, { params, body: { act: 'publish', rev: submitted.rev } })
  expect(published).toMatchObject({ status: 409 })
  const kept = await admin.get(getAssistantDraft, { query: { noun: 'report', record_id: params.id } })
  await admin.get(settleAssistantDraft, { params: { id: String(kept?.id) } })
  expect((await other.call(actOnReport, { params, body: { act: 'publish', rev: submitted.rev } })).status).toBe(200)
})

test('a right quotation of a page that the user may not read is struck like one of a missing page', async () => {
  const owner = await app.as('editor')
  const outsider = await app.as('editor')
  const secret = await secretOf(outsider, ['assistant', 'write'])
  const { evidence } = await aPage([owner.id])
  const drafted = async (evidence: object[]) => {
    const sentences = [{ text: 'Northgate Holdings bought a terminal in Gdansk.', evidence }]
    const { structuredContent } = await useTool(app, secret, 'draft_event', { title: 'Northgate Holdings', sentences })
    return (structuredContent as Draft).struck
  }
  const hidden = await drafted(evidence)
  expect(hidden).toContainEqual(expect.objectContaining({ reason: 'not_found' }))
  expect(hidden).toEqual(await drafted([{ type: 'page_version', id: 999_999, page_id: 999_999 }]))
})

test('a token without the scope for changes writes nothing', async () => {
  const editor = await app.as('editor')
  const secret = await secretOf(editor)
  const refused = await useTool(app, secret, 'add_note', { at: '2026-01-01', text: 'x' })
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'token_scope' } })
  const writing = await secretOf(editor, ['assistant', 'write'])
  const note = await useTool(app, writing, 'add_note', { at: '2026-01-01', text: 'x' })
  expect(note.isError).toBeUndefined()
})

test('texts of pages are fenced as data that they cannot end', async () => {
  const secret = await secretOf(await app.as('editor'))
  const { evidence } = await aPage()
  const args = { page_id: evidence[0]?.page_id, version_id: evidence[0]?.id }
  const answer = await useTool(app, secret, 'read_page', args)
  const text = String(answer.structuredContent.text)
  const [, boundary] = /^<<<DATA ([0-9a-f]{24}) \| source: [^\n]+>>>\n/.exec(text) ?? []
  expect(text.endsWith(`\n<<<END ${boundary}>>>`)).toBe(true)
  const again = await useTool(app, secret, 'read_page', args)
  expect(String(again.structuredContent.text)).not.toContain(boundary)
})
