import { describe, expect, test } from 'vitest'
import { type Chunk, groupChunks, type Load } from './chunks.ts'

const chunk = (file: string, bytes: number, imports: string[] = []): Chunk => ({
  file,
  modules: [`${file}.ts`],
  bytes,
  imports,
})
const load = (starts: string[], filesAtMost: number, weight = 1): Load => ({ starts, weight, filesAtMost })

describe('modules of pages', () => {
  test('come together for nothing where the same pages need them', () => {
    const chunks = [chunk('page', 10, ['a', 'b']), chunk('a', 1), chunk('b', 1), chunk('other', 5)]
    expect(groupChunks(chunks, [load(['page'], 9)])).toEqual([['page.ts', 'a.ts', 'b.ts']])
  })

  test('come in as few files as asked, the cheapest put together', () => {
    const chunks = [
      chunk('one', 10, ['small', 'big', 'both']),
      chunk('two', 10, ['both']),
      chunk('small', 1),
      chunk('big', 1_000),
      chunk('both', 100),
    ]
    const groups = groupChunks(chunks, [load(['one'], 1), load(['two'], 9)])
    expect(groups.flat().sort()).toEqual(['big.ts', 'both.ts', 'one.ts', 'small.ts', 'two.ts'])
    expect(groups).toHaveLength(2)
  })

  test('bring what they need with them: what is put together with something needed by few costs all of that', () => {
    const chunks = [
      chunk('start', 1, []),
      chunk('one', 1, ['start', 'light', 'heavy']),
      chunk('two', 1, ['start', 'light']),
      chunk('light', 1, ['start']),
      chunk('heavy', 1_000, ['start']),
    ]
    const groups = groupChunks(chunks, [load(['one'], 3), load(['two'], 9), load(['start'], 1, 100)])
    expect(groups.find(group => group.includes('light.ts'))).not.toContain('heavy.ts')
    expect(groups.find(group => group.includes('start.ts'))).toEqual(['start.ts'])
  })

  test('never need one another in a circle, and stand in the order in which they need each other', () => {
    const chunks = [
      chunk('one', 1, ['middle', 'deep']),
      chunk('two', 1, ['deep']),
      chunk('three', 1, ['middle']),
      chunk('middle', 50, ['deep']),
      chunk('deep', 1),
    ]
    const groups = groupChunks(chunks, [load(['one'], 1), load(['two'], 9), load(['three'], 9)])
    const groupOf = (file: string) => groups.findIndex(group => group.includes(`${file}.ts`))
    for (const { file, imports } of chunks)
      for (const needed of imports) expect(groupOf(needed)).toBeLessThanOrEqual(groupOf(file))
  })
})
