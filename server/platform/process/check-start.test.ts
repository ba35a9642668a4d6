import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { openFileBlobs } from '../blob/blobs.ts'
import { openPool } from '../db/db.ts'
import { checkDatabase, checkFiles } from './check-start.ts'

const test = useTestApp()
let folder: string
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-check-'))
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db)
  url = inject('databaseUrl').replace(/postgres$/, String(rows[0]?.name))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const never = async () => {
  throw new Error('it waits')
}
const refused = (at: string) =>
  checkDatabase(at, () => {}, never).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

describe('a process that is started separately', () => {
  it('starts where the database has all tables of its version or of a newer one', async () => {
    expect(await refused(url)).toBe('accepted')
    await sql`insert into migration (name) values ('9999-of-tomorrow.sql')`.execute(test.db)
    expect(await refused(url)).toBe('accepted')
    await sql`delete from migration where name = '9999-of-tomorrow.sql'`.execute(test.db)
  })

  it('reports a wrong user or password in one sentence, without the password', async () => {
    const wrong = new URL(url)
    wrong.password = 'not-the-password'
    const stated = await refused(String(wrong))
    expect(stated).toMatch(/^The database at .+ refuses the user or the password of DATABASE_URL\.$/)
    expect(stated).not.toContain('not-the-password')
  })

  it('reports that the database does not exist, has no tables, or is older', async () => {
    const server = openPool(url, { size: 1 })
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const empty = new URL(url)
    empty.pathname = `/${name}`
    expect(await refused(String(empty))).toContain('does not exist')
    await server.query(`create database ${name}`)
    onTestFinished(async () => {
      await server.query(`drop database ${name} with (force)`)
      await server.end()
    })
    expect(await refused(String(empty))).toContain('has no tables yet: run npm run db:migrate')
    const { rows } = await sql<{ name: string }>`delete from migration where name = '0025-beat.sql'
      returning name`.execute(test.db)
    expect(await refused(url)).toContain('older than this version (it lacks 0025-beat.sql)')
    await sql`insert into migration (name) values (${rows[0]?.name})`.execute(test.db)
  })

  it('does not start on a database with an unfinished restore', async () => {
    await sql`create schema og_restore`.execute(test.db)
    expect(await refused(url)).toContain('A restore into the database at')
    await sql`drop schema og_restore`.execute(test.db)
  })

  it('waits for a database that is absent or starting, reports so once, and continues', async () => {
    const starting = Buffer.from('E\0\0\0\0SFATAL\0C57P03\0Mthe database system is starting up\0\0', 'latin1')
    starting.writeInt32BE(starting.length - 1, 1)
    const server: Server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(starting))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const stated: string[] = []
    let waits = 0
    const wait = async () => {
      waits += 1
      if (waits === 2) await new Promise(resolve => server.close(resolve))
      if (waits === 4) throw new Error('enough')
    }
    await expect(
      checkDatabase(`postgres://og:secret@127.0.0.1:${port}/og`, line => stated.push(line), wait),
    ).rejects.toThrow('enough')
    expect(stated).toEqual([`Waiting for the database at 127.0.0.1:${port}/og: the database system is starting up`])
  })

  it('reports where files cannot be stored, and leaves none where they can', async () => {
    const blobs = openFileBlobs(join(folder, 'blobs'))
    await checkFiles(blobs, 'here')
    const left = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
    expect(left.filter(entry => entry.isFile())).toEqual([])
    await writeFile(join(folder, 'a-file'), '')
    await expect(checkFiles(openFileBlobs(join(folder, 'a-file')), 'the/place')).rejects.toThrow(
      /^Files cannot be stored at the\/place: /,
    )
  })
})
