import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = process.platform === 'win32' ? 'win' : process.platform
const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'

/** The locked Node.js 24; the machine's own if there is no package of it for this platform and it is new enough. */
export function nodePath() {
  const locked = join(root, 'node_modules', `node-${platform}-${process.arch}`, binary)
  if (existsSync(locked)) return locked
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `Node.js 24 or newer is needed on ${process.platform}-${process.arch}; this one is ${process.version}.`,
  )
}
