import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { removeLeftCopies } from './read.ts'

const app = useTestApp()

test('copies of files that a killed worker left are removed; files in use, and files of other programs, stay', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'og-left-'))
  const now = app.ctx.now().getTime() / 1_000
  const ages: Record<string, [folder: number, file: number]> = {
    'og-read-left': [3_600, 3_600],
    'og-read-written': [3_600, 10],
    'og-read-new': [10, 10],
    other: [3_600, 3_600],
  }
  for (const [name, [folderAge, fileAge]] of Object.entries(ages)) {
    await mkdir(join(parent, name))
    await writeFile(join(parent, name, 'file'), '𠮷'.repeat(100))
    await utimes(join(parent, name, 'file'), now - fileAge, now - fileAge)
    await utimes(join(parent, name), now - folderAge, now - folderAge)
  }
  await mkdir(join(parent, 'og-read-empty'))
  await utimes(join(parent, 'og-read-empty'), now - 3_600, now - 3_600)
  await removeLeftCopies(app.ctx, parent)
  expect((await readdir(parent)).toSorted()).toEqual(['og-read-new', 'og-read-written', 'other'])
  await rm(parent, { recursive: true })
})
