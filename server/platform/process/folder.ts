import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents; returns the created ones, the highest first. It does not use the
 * `recursive` option of Node.js, which never returns where the file system refuses a folder for an unusual reason
 * (`/proc/x`).
 */
export async function makeFolder(path: string): Promise<string[]> {
  if (await makeOne(path)) return [path]
  if (await isFolder(path)) return []
  const above = await makeFolder(dirname(path))
  if (await makeOne(path)) return [...above, path]
  // Either another process was faster, or the folder cannot be created.
  if (await isFolder(path)) return above
  await mkdir(path)
  return [...above, path]
}

/** Creates the data folder; throws an error of one sentence if that fails. */
export async function makeDataDir(dataDir: string): Promise<string[]> {
  try {
    return await makeFolder(dataDir)
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be created: ${(error as Error).message}. Choose another with OG_DATA_DIR.`,
    )
  }
}

/** Returns false if the folder exists already or its parent is missing. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || (code === 'ENOENT' && dirname(path) !== path)) return false
    throw error
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
