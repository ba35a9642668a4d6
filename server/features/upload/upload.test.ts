import { expect, test } from 'vitest'
import { listUploadFindings, listUploadParts, listUploads } from '#contract/upload.ts'
import { createWord } from '#contract/word.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { sendAndRead } from './testing.ts'

const app = useTestApp()

test('a text that was sent is read, with its words and the records that it names', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { name: '光华机械' })
  const word = await editor.get(createWord, { body: { word: '出口管制' } })
  const text = '光华机械被列入出口管制名单。\n出口管制措施自今日起生效。'
  const upload = await sendAndRead(app, editor, '名单.txt', text, { source: '来信' })
  expect(upload).toMatchObject({
    title: '名单.txt',
    status: 'ready',
    kind: 'text',
    media_type: 'text/plain',
    failure: null,
    flags: [],
    hits: 2,
    mentions: 1,
    part_count: 1,
    source: '来信',
    uploader: { id: editor.id },
  })
  const parts = await editor.get(listUploadParts, { params: { id: `${upload.id}` } })
  expect(parts.items[0]?.text).toBe(text)
  expect(parts.items[0]?.marks.map(mark => [mark.kind, mark.id])).toEqual([
    ['og', og.id],
    ['word', word.id],
    ['word', word.id],
  ])
  const findings = await editor.get(listUploadFindings, { params: { id: `${upload.id}` } })
  expect(findings.words).toEqual([{ id: word.id, word: '出口管制', level: word.level, count: 2, part: 1 }])
  expect(findings.mentions).toMatchObject([{ noun: 'og', id: og.id, name: '光华机械', count: 1 }])
  const listed = await editor.get(listUploads, { query: { has_hits: 'true' } })
  expect(listed.items.map(item => item.id)).toEqual([upload.id])
})
