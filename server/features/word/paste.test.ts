import { expect, test } from 'vitest'
import { listWords, mostPastedLines, pasteWords } from '#contract/word.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const lines = (count: number) => Array.from({ length: count }, (_, at) => `词${at}`)

test('a list of more lines than are read at once is imported whole, each word with its history', async () => {
  const editor = await app.as('editor')
  const first = await editor.get(pasteWords, { body: { text: lines(1_201).join('\n'), category: '甲' } })
  expect(first).toMatchObject({ added: 1_201, updated: 0, invalid: 0 })
  const again = { text: ['词5,乙', ...lines(1_201).slice(6), 'x'.repeat(101)].join('\r'), existing: 'update' as const }
  expect(await editor.get(pasteWords, { body: again })).toMatchObject({ added: 0, updated: 1, kept: 1_195, invalid: 1 })
  expect((await editor.get(listWords)).total).toBe(1_201)
  const { rows } = await app.db
    .selectFrom('history')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('noun', '=', 'word')
    .execute()
    .then(rows => ({ rows }))
  expect(Number(rows[0]?.count)).toBe(1_202)
})

test.each(['\n', '\r', '\r\n'])('a list of too many lines is refused before it is read (%j)', async end => {
  const editor = await app.as('editor')
  const answer = await editor.call(pasteWords, {
    body: {
      text: Array(mostPastedLines + 1)
        .fill('a')
        .join(end),
    },
  })
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'text', message: expect.stringContaining('20,000') }] },
  })
})
