import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needReachable } from './reachable.mjs'

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)('a data folder below one that only root can enter is refused before anything is installed', () => {
  const base = mkdtempSync(join(tmpdir(), 'og-reach-'))
  onTestFinished(() => rmSync(base, { recursive: true }))
  chmodSync(base, 0o755)
  const home = join(base, 'home')
  mkdirSync(home, { mode: 0o700 })
  const closed = { OG_DATA_DIR: join(home, 'a', 'data') }
  expect(() => needReachable(closed)).toThrow(`cannot pass through ${home}`)
  expect(() => needReachable({ ...closed, DATABASE_URL: 'postgres://elsewhere/og' })).not.toThrow()
  expect(() => needReachable({})).not.toThrow()
  expect(() => needReachable(closed, 1_000)).not.toThrow()
  // The start opens the folder itself.
  expect(() => needReachable({ OG_DATA_DIR: home })).not.toThrow()
  chmodSync(home, 0o711)
  expect(() => needReachable(closed)).not.toThrow()
})
