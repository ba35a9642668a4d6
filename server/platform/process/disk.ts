import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './folder.ts'

/** Free bytes for this process, and total bytes, of the file system that holds the folder. */
export async function spaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Throws if the folder is not writable: creates a file, syncs it to the disk and removes it. */
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
