import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './folder.ts'

/** Bytes free to this process, and in all, where a folder lies. */
export async function spaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Throws where the folder cannot be written: a file is made, brought to the disk and removed. */
export async function tryWrite(folder: string): Promise<void> {
  await makeFolder(folder)
  const path = join(folder, `.write-test-${randomUUID()}`)
  try {
    const file = await open(path, 'wx')
    try {
      await file.writeFile('written')
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}
