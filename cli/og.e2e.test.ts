import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createList } from '#contract/list.api.ts'
import { createToken, type TokenScope } from '#contract/token.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { bundleCli } from '../scripts/build-cli.ts'

const app = useTestApp()
const folder = mkdtempSync(join(tmpdir(), 'og-e2e-'))
const program = join(folder, 'og')
let url = ''
let isOver = false
let draining: Promise<void>

beforeAll(async () => {
  writeFileSync(program, await bundleCli(fileURLToPath(new URL('..', import.meta.url))))
  chmodSync(program, 0o755)
  const admin = await app.as('admin')
  const list = await admin.get(createList, { body: { name: 'Sanctions' } })
  await load(app, admin, list, fileOf([{ id: 'x-1', properties: { name: ['Sergei Vladimirovich Petrenko'] } }]))
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  draining = drain()
})
afterAll(async () => {
  isOver = true
  await draining
  await closeEngine()
  rmSync(folder, { recursive: true, force: true })
})

/** The worker: `og` waits for jobs of imports and exports. */
async function drain(): Promise<void> {
  while (!isOver) {
    await app.drainJobs()
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

async function secretOf(client: Client, scopes: TokenScope[]): Promise<string> {
  const body = { name: 'og', scopes, minutes: 60 }
  return (await client.get(createToken, { params: { id: String(client.id) }, body })).secret
}

type Ended = { code: number; out: string; err: string }

/** Runs the bundle as a user does: a program in another folder, with its own process. */
function og(home: string, args: string[], input = ''): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: join(folder, home), OG_URL: url, LANG: 'en_US.UTF-8' }
  return new Promise(resolve => {
    const child = execFile(process.execPath, [program, ...args], { env, cwd: folder }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(input)
  })
}

const linesOf = ({ out }: Ended) =>
  out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

describe('og', () => {
  test('goes from the login to an exported file', async () => {
    const editor = await app.as('editor')
    const admin = await app.as('admin')
    const secret = await secretOf(editor, ['read', 'write', 'screen'])
    expect(await og('editor', ['search', 'x'])).toMatchObject({ code: 3, err: expect.stringContaining('og login') })
    const login = await og('editor', ['login', url], `${secret}\n`)
    expect(login).toMatchObject({ code: 0, out: expect.stringContaining(editor.username) })

    writeFileSync(join(folder, 'orgs.csv'), '名称,地区\n青石灯塔基金会,CN\n青石灯塔研究所,US\n')
    const dry = await og('editor', ['import', 'orgs.csv', '--kind', 'og'])
    expect(dry).toMatchObject({ code: 0, err: expect.stringContaining('2 new'), out: expect.stringContaining('--yes') })
    expect(linesOf(await og('editor', ['search', '青石灯塔', '--json']))).toEqual([])
    const written = await og('editor', ['import', 'orgs.csv', '--kind', 'og', '--yes', '--json'])
    expect(linesOf(written)).toMatchObject([{ state: 'done', written: 2 }])

    const file = await og('editor', ['export', 'og', '--reason', 'test', '--keyword', '青石灯塔', '-o', 'out.csv'])
    expect(file).toMatchObject({ code: 0, out: expect.stringContaining('Records exported: 2') })
    const text = readFileSync(join(folder, 'out.csv'), 'utf8')
    expect(text).toContain('青石灯塔研究所')
    expect((await og('editor', ['export', 'og', '--reason', 'test', '-o', 'out.csv'])).code).toBe(2)
    const id = /,(\d+)\s*$/.exec(text.trim())?.[1] ?? ''
    const shown = await og('editor', ['show', 'og', id])
    expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/^Organisation +og \d+\nName +青石灯塔/) })
    const log = await admin.get(listAudit, { query: { noun: 'og', current: 1, pageSize: 50 } })
    const exports = log.items.filter(({ act }) => act === 'export' || act === 'download')
    expect(exports.map(({ act, username }) => [act, username])).toEqual([
      ['download', `${editor.username} (og)`],
      ['export', `${editor.username} (og)`],
    ])

    writeFileSync(join(folder, 'names.txt'), Buffer.from('\ufeffПетренко Сергей\r\n\r\n-dash\r\n', 'utf16le'))
    const screened = await og('editor', ['screen', '--file', 'names.txt'])
    expect(screened).toMatchObject({ code: 6, out: expect.stringMatching(/^1 +Петренко Сергей .*Sanctions/m) })
    expect(linesOf(await og('editor', ['screen', '--file', 'names.txt', '--json']))).toMatchObject([
      { n: 1, hits: [{ key: 'x-1' }] },
      { n: 3, name: '-dash', hits: [] },
    ])
    expect(await og('editor', ['screen', '--', '-dash'])).toMatchObject({ code: 0 })
  })

  test('does no more than the scopes of the token', async () => {
    const editor = await app.as('editor')
    await og('reading', ['login', url], await secretOf(editor, ['read']))
    const refused = { code: 3, out: '', err: expect.stringContaining('lacks the scope that is needed') }
    writeFileSync(join(folder, 'one.csv'), 'name\nNever\n')
    expect(await og('reading', ['import', 'one.csv', '--kind', 'og', '--yes'])).toMatchObject(refused)
    expect(await og('reading', ['screen', 'x'])).toMatchObject(refused)
    const reader = await app.as('reader')
    await og('role', ['login', url], await secretOf(reader, ['read', 'write', 'screen']))
    expect(await og('role', ['screen', 'x'])).toMatchObject({ code: 3, err: expect.stringContaining('role') })
    expect(await og('role', ['backup'])).toMatchObject({ code: 3, err: expect.stringContaining('role') })
  })

  test('crawl joins the round that watch has begun', async () => {
    const editor = await app.as('editor')
    await og(editor.username, ['login', url], await secretOf(editor, ['read', 'write']))
    const { id } = await anOg(app.ctx, { name: 'Watched by command', owner: editor.id })
    const watched = await og(editor.username, ['watch', String(id), 'http://127.0.0.1:9/'])
    expect(watched).toMatchObject({ code: 0, out: expect.stringContaining('Watched by command') })
    const rounds = ['crawl', 'crawl'].map(command => og(editor.username, [command, String(id), '--json']))
    for (const { code, out } of await Promise.all(rounds)) {
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ number: 1, state: 'running' })
    }
  })

  test('never shows a restricted record to an outsider', async () => {
    const [owner, outsider] = [await app.as('editor'), await app.as('editor')]
    const name = '玄铁密录协会'
    const { id } = await anOg(app.ctx, { name, owner: owner.id, read_user: [owner.id], write_user: [owner.id] })
    for (const client of [owner, outsider])
      await og(client.username, ['login', url], await secretOf(client, ['read', 'write']))
    expect(await og(owner.username, ['show', 'og', String(id)])).toMatchObject({
      code: 0,
      out: expect.stringContaining(name),
    })
    expect(await og(outsider.username, ['show', 'og', String(id)])).toMatchObject({ code: 4, out: '' })
    const exported = (user: string) =>
      og(user, ['export', 'og', '--reason', 'x', '--keyword', name, '--columns', 'id,name', '-o', '-'])
    expect((await exported(owner.username)).out).toContain(name)
    expect((await exported(outsider.username)).out).not.toContain(name)
    for (const command of [
      ['watch', String(id), 'https://www.example.org/'],
      ['crawl', String(id)],
    ])
      expect(await og(outsider.username, command)).toMatchObject({ code: 4 })
    const found = await og(outsider.username, ['search', name, '--json'])
    expect(found.out + found.err).not.toContain(name)
  })
})
