import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDataDir, makeFolder } from './folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-folder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a folder', () => {
  it('is created with its parents, once, even if two processes create it together', async () => {
    const path = join(folder, '资料', '𠮷田', 'data')
    const made = await Promise.all([makeFolder(path), makeFolder(path)])
    expect((await stat(path)).isDirectory()).toBe(true)
    expect(made.flat().toSorted()).toEqual([join(folder, '资料'), join(folder, '资料', '𠮷田'), path])
    expect(await makeFolder(path)).toEqual([])
  })

  it('that cannot be created fails at once, with advice if it is the data folder', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(makeFolder(file)).rejects.toThrow('EEXIST')
    await expect(makeFolder(join(file, 'data'))).rejects.toThrow('ENOTDIR')
    await expect(makeDataDir(join(file, 'data'))).rejects.toThrow(
      /^The data folder .+ cannot be created: .+OG_DATA_DIR\.$/,
    )
  })

  it.runIf(process.platform === 'linux')(
    'in a place that accepts no folders fails without waiting for ever',
    async () => {
      await expect(makeFolder('/proc/og-group/data')).rejects.toThrow(/ENOENT|EACCES/)
    },
  )

  it('that already exists keeps its permissions', async () => {
    const path = join(folder, 'open')
    await mkdir(path, { mode: 0o755 })
    const before = (await stat(path)).mode
    expect(await makeFolder(path)).toEqual([])
    expect((await stat(path)).mode).toBe(before)
  })
})
