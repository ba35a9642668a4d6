import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBlobKey, openFileBlobs } from './blobs.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-hold-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a hold that is released while it is being renewed holds nothing back', async () => {
  const blobs = openFileBlobs(folder)
  const key = newBlobKey('upload')
  await blobs.put(key, Readable.from(['𠮷田']))
  const hold = await blobs.hold()
  const renewed = hold.renew()
  await hold.release()
  await renewed
  await blobs.remove(key)
  expect(await blobs.size(key)).toBeNull()
})
