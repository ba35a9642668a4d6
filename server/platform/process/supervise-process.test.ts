import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { superviseProcess } from './supervise-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-keep-'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** A supervised process that runs `first` at its first start and reports that it is ready at every later one. */
async function keep(first: string) {
  const [file, mark] = [join(folder, 'kept.mjs'), join(folder, 'started')]
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
    if (!existsSync(${JSON.stringify(mark)})) {
      writeFileSync(${JSON.stringify(mark)}, '')
      ${first}
    }
    process.send({ address: 'ready' })
    setInterval(() => {}, 1_000)`,
  )
  const kept = superviseProcess({
    name: 'API',
    file: pathToFileURL(file),
    environment: () => ({}),
    onChange: () => {},
  })
  return { ...kept, hasStarted: () => existsSync(mark) }
}

test('a process that is killed before it is ready starts again', async () => {
  const kept = await keep("process.kill(process.pid, 'SIGKILL')")
  expect(await kept.ready).toEqual({ address: 'ready' })
  await kept.stop()
})

test('a process that a temporary fault ends before it is ready starts again', async () => {
  const kept = await keep('process.exit(75)')
  expect(await kept.ready).toEqual({ address: 'ready' })
  await kept.stop()
})

test('a process that exits before it is ready is reported', async () => {
  const kept = await keep('process.exit(1)')
  await expect(kept.ready).rejects.toThrow('The API did not start.')
  expect(kept.hasStarted()).toBe(true)
  await kept.stop()
})
