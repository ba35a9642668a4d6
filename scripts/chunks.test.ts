import { describe, expect, test } from 'vitest'
import { type Chunk, type ChunkLoad, groupChunks } from './chunks.ts'

const chunk = (file: string, bytes: number, imports: string[] = []): Chunk => ({
  file,
  modules: [`${file}.ts`],
  bytes,
  imports,
})
const load = (starts: string[], weight = 1): ChunkLoad => ({ starts, weight })

describe('modules of pages', () => {
  test('are grouped at no cost if the same pages need them', () => {
    const chunks = [chunk('page', 10, ['a', 'b']), chunk('a', 1), chunk('b', 1), chunk('other', 5)]
    expect(groupChunks(chunks, [load(['page'])], 0)).toEqual([['page.ts', 'a.ts', 'b.ts']])
  })

  test('are grouped if one file less is worth more than the unnecessary bytes', () => {
    const chunks = [
      chunk('one', 10, ['small', 'big']),
      chunk('two', 10, ['small']),
      chunk('three', 10, ['big']),
      chunk('small', 1),
      chunk('big', 1_000),
    ]
    const loads = [load(['one']), load(['two']), load(['three'])]
    const at = (fileBytes: number) =>
      groupChunks(chunks, loads, fileBytes)
        .map(group => group.join(' '))
        .sort()
    expect(at(0)).toHaveLength(5)
    expect(at(15)).toEqual(['one.ts', 'three.ts big.ts', 'two.ts small.ts'])
    expect(at(10_000)).toHaveLength(1)
  })

  test('include their dependencies: a group needed by few also costs what it depends on', () => {
    const chunks = [
      chunk('start', 1, []),
      chunk('one', 1, ['start', 'light', 'heavy']),
      chunk('two', 1, ['start', 'light']),
      chunk('light', 1, ['start']),
      chunk('heavy', 1_000, ['start']),
    ]
    const groups = groupChunks(chunks, [load(['one']), load(['two']), load(['start'], 100)], 50)
    expect(groups.find(group => group.includes('light.ts'))).not.toContain('heavy.ts')
    expect(groups.find(group => group.includes('start.ts'))).toEqual(['start.ts'])
  })

  test('never depend on one another in a cycle, and are in the order of their dependencies', () => {
    const chunks = [
      chunk('one', 1, ['middle', 'deep']),
      chunk('two', 1, ['deep']),
      chunk('three', 1, ['middle']),
      chunk('middle', 50, ['deep']),
      chunk('deep', 1),
    ]
    const groups = groupChunks(chunks, [load(['one']), load(['two']), load(['three'])], 100)
    const groupOf = (file: string) => groups.findIndex(group => group.includes(`${file}.ts`))
    for (const { file, imports } of chunks)
      for (const needed of imports) expect(groupOf(needed)).toBeLessThanOrEqual(groupOf(file))
  })
})
