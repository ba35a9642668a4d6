// Checks whether PostgreSQL's own user can reach the data folder: before two minutes of installing, not after.
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Existing folders above a path, the nearest first. */
function foldersAbove(path) {
  const above = dirname(path)
  return above === path ? [] : [above, ...foldersAbove(above)]
}

/**
 * Throws if root chose a data folder below one that is closed to all other users. PostgreSQL then runs as another user,
 * for whom only the data folder itself is opened. For a user other than root, PostgreSQL runs as that user.
 */
export function needReachable(environment, uid = process.getuid?.()) {
  const { OG_DATA_DIR: chosen, DATABASE_URL: database } = environment
  if (uid !== 0 || !chosen || database) return
  const closed = foldersAbove(resolve(chosen)).find(folder => {
    const found = statSync(folder, { throwIfNoEntry: false })
    // Folders of another user, or of a group, may be accessible to PostgreSQL; its own check reports that later.
    return found && found.uid === 0 && found.gid === 0 && (found.mode & 0o001) === 0
  })
  if (closed)
    throw new Error(
      `PostgreSQL runs as a separate user, who cannot pass through ${closed} to ${resolve(chosen)}. Choose another folder with OG_DATA_DIR, or open that one (chmod o+x).`,
    )
}
