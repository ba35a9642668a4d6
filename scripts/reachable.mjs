// Whether PostgreSQL's own user can reach the data folder: checked before two minutes of installing, not after.
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Folders above a path, those that there are, the nearest first. */
function foldersAbove(path) {
  const above = dirname(path)
  return above === path ? [] : [above, ...foldersAbove(above)]
}

/**
 * Throws where root chose a data folder below one that is closed to all other users. PostgreSQL runs as another user then;
 * the data folder itself is opened for it. Who is not root runs PostgreSQL as themselves.
 */
export function needReachable(environment, uid = process.getuid?.()) {
  const { OG_DATA_DIR: chosen, DATABASE_URL: database } = environment
  if (uid !== 0 || !chosen || database) return
  const closed = foldersAbove(resolve(chosen)).find(folder => {
    const found = statSync(folder, { throwIfNoEntry: false })
    // Folders of another user, or of a group, may be open to PostgreSQL's; its own check says so later.
    return found && found.uid === 0 && found.gid === 0 && (found.mode & 0o001) === 0
  })
  if (closed)
    throw new Error(
      `PostgreSQL runs as a user of its own, who cannot pass through ${closed} to ${resolve(chosen)}. Choose another folder with OG_DATA_DIR, or open that one (chmod o+x).`,
    )
}
