import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findLast, findRunning, openRunFile, type RunningProcesses } from './run-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-run-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const aConsole = (address: string): RunningProcesses => ({
  supervisor: process.pid,
  postgres: null,
  api: null,
  worker: null,
  address,
  database_port: null,
  version: 'test',
  started_at: '2026-01-01T00:00:00.000Z',
})

describe('the run file', () => {
  it('describes a console while it runs, and a second one is refused', async () => {
    const data = join(folder, 'one')
    const running = aConsole('http://127.0.0.1:1')
    const file = await openRunFile(data, () => running)
    expect(await findRunning(data)).toEqual(running)
    running.api = 4711
    file.write()
    expect((await findRunning(data))?.api).toBe(4711)
    await expect(openRunFile(data, () => aConsole('other'))).rejects.toThrow('already runs on')
    expect((await findRunning(data))?.api).toBe(4711)
    file.close()
    expect(await findRunning(data)).toBeUndefined()
    expect(await readdir(data)).toEqual([])
  })

  it('of a killed console is not trusted, even if another process now has its process id, and is replaced', async () => {
    const data = join(folder, 'killed')
    const file = await openRunFile(data, () => aConsole('first'))
    const left = await readFile(join(data, 'run.json'), 'utf8')
    file.close()
    await writeFile(join(data, 'run.json'), left)
    expect(await findRunning(data)).toBeUndefined()
    expect(findLast(data)?.supervisor).toBe(process.pid)
    const second = await openRunFile(data, () => aConsole('second'))
    expect((await findRunning(data))?.address).toBe('second')
    second.close()
  })

  it('that was cut off in the middle does not prevent the next start', async () => {
    const data = join(folder, 'cut')
    const file = await openRunFile(data, () => aConsole('first'))
    file.close()
    await writeFile(join(data, 'run.json'), '{"supervisor": 12')
    const next = await openRunFile(data, () => aConsole('next'))
    expect((await findRunning(data))?.address).toBe('next')
    next.close()
  })

  it('is obtained by only one of many consoles that start at once', async () => {
    const data = join(folder, 'race')
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => openRunFile(data, () => aConsole(`number ${n}`))),
    )
    const won = tries.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
    expect(won).toHaveLength(1)
    for (const file of won) file.close()
  })
})
