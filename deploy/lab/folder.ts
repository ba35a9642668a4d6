import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const prefix = 'og-lab-'
const ownerFile = 'owner'

/**
 * A folder for one start. Without a name it is temporary and removed afterwards; folders of killed labs are removed
 * now.
 */
export function openFolder(given: string | undefined): { folder: string; remove: () => void } {
  for (const name of readdirSync(tmpdir())) {
    const old = join(tmpdir(), name)
    if (
      name.startsWith(prefix) &&
      existsSync(join(old, ownerFile)) &&
      !lives(readFileSync(join(old, ownerFile), 'utf8'))
    )
      rmSync(old, { recursive: true, force: true })
  }
  if (given !== undefined) {
    const folder = resolve(given)
    mkdirSync(folder, { recursive: true })
    if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: the lab needs a folder of its own.`)
    return { folder, remove: () => {} }
  }
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, ownerFile), ownerOf(process.pid))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A process id with its start time, because the id alone may have been reused. */
function ownerOf(pid: number): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]}`
  } catch {
    return ''
  }
}
const lives = (owner: string): boolean => ownerOf(Number(owner.split(' ')[0])) === owner
