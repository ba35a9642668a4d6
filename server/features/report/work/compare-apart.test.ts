import { expect, test } from 'vitest'
import type { ReportBody } from '#contract/report-body.ts'
import { compareInThread } from './compare-apart.ts'

const side = (texts: string[]) => {
  const content = texts.map(text => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }))
  const body: ReportBody = { type: 'doc', content }
  return { title: '姜𤨒姬', summary: null, body, length: texts.join('').length }
}

test('long texts are compared in a worker thread, with the result of the main thread', async () => {
  const before = side(Array.from({ length: 40 }, (_, at) => `第 ${at} 段 the same words`))
  const after = side(
    Array.from({ length: 40 }, (_, at) => (at % 7 === 0 ? `第 ${at} 段 other words` : `第 ${at} 段 the same words`)),
  )
  const apart = await compareInThread({ before, after }, { spotChars: 0 })
  expect(apart).toEqual(await compareInThread({ before, after }, { spotChars: 1_000_000 }))
  expect(apart.filter(block => block.kind === 'changed')).toHaveLength(6)
})
