import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openZip, unpack, ZipError, zipStream } from './zip.ts'

const files = [
  { name: '姜𤨒姬.txt', content: ['half ', '𠮷', ''] },
  { name: 'empty', content: [] },
]

it('written files are read back byte by byte, and the same content makes the same archive', async () => {
  const bytes = await buffer(zipStream(files))
  expect((await buffer(zipStream(files))).equals(bytes)).toBe(true)
  const archive = await openZip(bytes, 2)
  const texts = archive.members.map(async member => [
    member.name,
    (await buffer(unpack(archive, member, () => {}))).toString(),
  ])
  expect(await Promise.all(texts)).toEqual([
    ['姜𤨒姬.txt', 'half 𠮷'],
    ['empty', ''],
  ])
})

it('an error while writing fails the archive, and files are not read once the reader stops', async () => {
  async function* broken() {
    yield 'x'
    throw new Error('the rows are gone')
  }
  await expect(buffer(zipStream([{ name: 'a', content: broken() }]))).rejects.toThrow('the rows are gone')
  let isClosed = false
  async function* endless() {
    try {
      for (let n = 0; ; n += 1) yield `${n} ${Math.sin(n)}`.repeat(10_000)
    } finally {
      isClosed = true
    }
  }
  let size = 0
  for await (const chunk of zipStream([{ name: 'a', content: endless() }])) {
    size += chunk.length
    if (size > 100_000) break
  }
  await expect.poll(() => isClosed).toBe(true)
})

it('an invalid archive, or one with too many members, is refused; the byte counter may stop it', async () => {
  const bytes = await buffer(zipStream(files))
  await expect(openZip(Buffer.from('PK no archive'), 9)).rejects.toMatchObject({ why: 'broken' })
  await expect(openZip(bytes, 1)).rejects.toMatchObject({ why: 'many' })
  const archive = await openZip(bytes, 9)
  const member = archive.members[0]!
  const stop = () => {
    throw new RangeError('enough')
  }
  await expect(buffer(unpack(archive, member, stop))).rejects.toThrow(RangeError)
  bytes.fill(0xff, bytes.indexOf('txt') + 3, bytes.indexOf('txt') + 12)
  const damaged = await openZip(bytes, 9)
  await expect(buffer(unpack(damaged, damaged.members[0]!, () => {}))).rejects.toThrow(ZipError)
})
