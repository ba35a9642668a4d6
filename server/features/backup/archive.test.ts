import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createArchive } from './archive.ts'

test('a new archive removes the partial files of killed backups, and none that may still be written or belongs to others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'og-archive-'))
  const dead = 2 ** 22 + 1
  const left = { named: `night.${dead}.part`, unnamed: `og-group-2026-01-01Z.tar.zst.age.${dead}.part` }
  const kept = {
    fresh: `og-group-2026-01-02Z.tar.zst.${dead}.part`,
    running: `night.${process.ppid}.part`,
    another: `𠮷.tar.zst.${dead}.part`,
    folder: `og-group-2026-01-03Z.tar.zst.${dead}.part`,
    whole: 'og-group-2026-01-04Z.tar.zst',
  }
  for (const name of [...Object.values(left), ...Object.values(kept)]) {
    if (name === kept.folder) await mkdir(join(folder, name))
    else await writeFile(join(folder, name), 'half')
    const at = Date.now() / 1_000 - (name === kept.fresh ? 60 : 7_200)
    await utimes(join(folder, name), at, at)
  }
  const header = { format: 'og-group backup', version: 1, console: 'x', started_at: '', migrations: [] } as const
  const archive = await createArchive(join(folder, 'night'), undefined, { ...header, migrations: [] })
  await archive.abort()
  expect((await readdir(folder)).toSorted()).toEqual(Object.values(kept).toSorted())
  await rm(folder, { recursive: true })
})
