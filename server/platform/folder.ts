import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing; says which were made, the highest first. Not by the `recursive` of
 * Node.js, which never returns where a folder cannot be made for a reason of its own (`/proc/x`).
 */
export async function makeFolder(path: string): Promise<string[]> {
  if (await makeOne(path)) return [path]
  if (await isFolder(path)) return []
  const above = await makeFolder(dirname(path))
  if (await makeOne(path)) return [...above, path]
  // Another process was quicker, or it cannot be made.
  if (await isFolder(path)) return above
  await mkdir(path)
  return [...above, path]
}

/** Makes the folder of the data; throws one sentence where that fails. */
export async function makeDataDir(dataDir: string): Promise<string[]> {
  try {
    return await makeFolder(dataDir)
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be made: ${(error as Error).message}. Choose another with OG_DATA_DIR.`,
    )
  }
}

/** False where it is there already or the one above is missing. */
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
