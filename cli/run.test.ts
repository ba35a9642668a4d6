import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { locales } from '#contract/bilingual.ts'
import { commands } from './commands.ts'
import { runCommand } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'og-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A console that answers each request as the test wants. */
async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer)
  servers.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const reply = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const found = (items: object[]) => ({
  code: 200,
  message: 'ok',
  data: { items, total: items.length, current: 1, pageSize: 20 },
})

type Options = { env?: Record<string, string>; input?: string; signal?: AbortSignal }

async function og(args: string[], { env = {}, input = '', signal = new AbortController().signal }: Options = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const [out, err] = [stdout, stderr].map(async stream => {
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    return text
  })
  const io = {
    env: { LANG: 'en_GB.UTF-8', XDG_CONFIG_HOME: folder, ...env },
    stdin: Readable.from([input]),
    stdout,
    stderr,
    signal,
  }
  const code = await runCommand(args, { ...io, now: () => 0 })
  stdout.end()
  stderr.end()
  return { code, out: (await out) ?? '', err: (await err) ?? '' }
}

describe('arguments', () => {
  test.each([
    [[], 2, ''],
    [['frob'], 2, 'no command “frob”'],
    [['constructor'], 2, 'no command “constructor”'],
    [['screen', '-dash'], 2, 'A name that begins with a dash follows --'],
    [['screen'], 2, 'no names'],
    [['search'], 2, 'Missing: words to search for'],
    [['search', 'x', '--kind', 'spoon'], 2, 'Choices: og, person'],
    [['search', 'x', '--limit', '1001'], 2, 'from 1 to 1000'],
    [['search', 'x', '--limit'], 2, '--limit'],
    [['show', 'og', '1e3'], 2, 'not a whole number'],
    [['show', 'og', '1', '2'], 2, 'Unexpected argument “2”'],
    [['export', 'og'], 2, 'the reason of the export'],
    [['import', '/nowhere.csv', '--kind', 'og'], 2, 'ENOENT'],
    [['search', 'x', '--lang', 'fr'], 2, 'Choices: zh, en'],
    [['search', 'x'], 3, 'Not logged in'],
  ] as const)('%j end with exit code %i', async (args, code, words) => {
    const ended = await og([...args])
    expect(ended).toMatchObject({ code, out: '', err: expect.stringContaining(words) })
  })

  test('errors are JSON with --json, but not after --', async () => {
    const { err } = await og(['show', 'og', 'x', '--json'])
    expect(JSON.parse(err)).toEqual({ error: expect.stringContaining('whole number'), exit: 2 })
    expect((await og(['screen', '--frob', '--', '--json'])).err).toMatch(/^Error: /)
  })

  test('help of every command has examples in both languages', async () => {
    for (const locale of locales)
      for (const name of Object.keys(commands)) {
        const { code, out } = await og([name, '--help', '--lang', locale])
        expect({ code, hasExample: out.includes(`og ${name}`) }).toEqual({ code: 0, hasExample: true })
        expect(/\p{Script=Han}{2}/u.test(out.split('\n')[0] ?? '')).toBe(locale === 'zh-CN')
      }
    expect((await og(['--help'], { env: { LANG: 'zh_CN.UTF-8' } })).out).toContain('退出码')
    expect((await og(['help', 'screen'])).out).toContain('og screen --file names.txt --hits')
  })
})

describe('the token', () => {
  test('is stored for its address alone, readable by the user alone', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization)
      reply(response, 200, { code: 200, message: 'ok', data: { name: '', username: 'zhang' } })
    })
    expect(await og(['login', url], { input: 'ogp_secret\n' })).toMatchObject({
      code: 0,
      out: expect.stringContaining('as zhang'),
    })
    const path = join(folder, 'og/config.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ url, tokens: { [url]: 'ogp_secret' } })
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization)
      reply(response, 200, found([]))
    })
    expect((await og(['search', 'x'], { env: { OG_URL: other } })).code).toBe(3)
    expect(seen).toEqual(['Bearer ogp_secret'])
    expect((await og(['logout'])).code).toBe(0)
    expect(readFileSync(path, 'utf8')).not.toContain('ogp_secret')
  })

  test('is not stored if the console refuses it', async () => {
    const url = await serve((_, response) => reply(response, 401, { code: 401, message: 'Log in again.', req_id: 'x' }))
    const refused = await og(['login', url], { input: 'ogp_wrong' })
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('Log in again.') })
  })

  test('is never sent in clear text to another machine', async () => {
    const { code, err } = await og(['search', 'x', '--url', 'http://192.0.2.1'], { env: { OG_TOKEN: 'ogp_x' } })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('unencrypted') })
  })
})

describe('a server', () => {
  const env = (url: string) => ({ env: { OG_URL: url, OG_TOKEN: 'ogp_x' } })
  const item = { noun: 'og', id: 1, title: '清风', subtitle: null, og: null, at: '2026-01-02T03:04:05.000Z' }

  test('that requires a wait is called again', async () => {
    let calls = 0
    const url = await serve((_, response) => {
      calls += 1
      if (calls === 1) reply(response, 429, { code: 429, message: 'Too many', req_id: 'x' }, { 'retry-after': '1' })
      else reply(response, 200, found([item]))
    })
    const { code, out, err } = await og(['search', 'x', '--json'], env(url))
    expect({ code, record: JSON.parse(out), err, calls }).toEqual({ code: 0, record: item, err: '', calls: 2 })
  })

  test('that requires a long wait is not', async () => {
    const url = await serve((_, response) =>
      reply(response, 429, { code: 429, message: 'x', req_id: 'x' }, { 'retry-after': '3600' }),
    )
    expect(await og(['search', 'x'], env(url))).toMatchObject({ code: 1, err: expect.stringContaining('3600 s') })
  })

  test.each([
    [404, { code: 404, message: 'Not found.', req_id: 'x' }, 4, 'Not found.'],
    [403, { code: 403, message: 'Lacks the scope: write.', req_id: 'x' }, 3, 'scope: write'],
    [422, { code: 422, message: 'Check.', errors: [{ path: 'a', message: 'is wrong' }] }, 1, 'a: is wrong'],
    [500, { code: 500, message: 'Server error.', req_id: 'x' }, 1, 'Server error.'],
    [200, { code: 403, message: 'By a proxy.' }, 3, 'By a proxy.'],
    [200, { hello: 'world' }, 5, 'not from a console'],
    [302, {}, 5, 'redirects'],
  ] as const)('that answers %i %j is understood', async (status, body, code, words) => {
    const url = await serve((_, response) => reply(response, status, body))
    expect(await og(['search', 'x'], env(url))).toMatchObject({ code, err: expect.stringContaining(words) })
  })

  test('that went away during a write is reported, and the write is not repeated', async () => {
    let calls = 0
    const url = await serve(request => {
      calls += 1
      request.socket.destroy()
    })
    const body = ['export', 'og', '--reason', 'x', '-o', join(folder, 'never.csv')]
    expect(await og(body, env(url))).toMatchObject({ code: 5, err: expect.stringContaining('Cannot reach') })
    expect(calls).toBe(1)
  })

  test('that never answers is left with Ctrl-C', async () => {
    const stop = new AbortController()
    const url = await serve(() => stop.abort())
    expect(await og(['search', 'x'], { ...env(url), signal: stop.signal })).toMatchObject({ code: 130 })
  })

  test('receives names in portions of 100; long ones are reported and not sent', async () => {
    const sizes: number[] = []
    const url = await serve((request, response) => {
      let text = ''
      request.on('data', chunk => {
        text += chunk
      })
      request.on('end', () => {
        const { parties } = JSON.parse(text) as { parties: { name: string }[] }
        sizes.push(parties.length)
        const results = parties.map(({ name }) => ({
          name,
          result: 'none',
          hits: [],
          hit_count: 0,
          fault: null,
          notes: [],
        }))
        reply(response, 200, { code: 200, message: 'ok', data: { lists: [{ id: 1 }], threshold: 70, results } })
      })
    })
    const path = join(folder, 'names.txt')
    const lines = Array.from({ length: 250 }, (_, n) => (n === 120 ? 'x'.repeat(301) : `name ${n}`))
    writeFileSync(path, lines.join('\n\n'))
    const { code, out } = await og(['screen', '--file', path, '--json'], env(url))
    const records = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect({ code, sizes, count: records.length }).toEqual({ code: 1, sizes: [100, 99, 50], count: 250 })
    expect(records[120]).toMatchObject({ n: 241, result: 'wrong', fault: expect.stringContaining('300') })
    expect(records[121]).toMatchObject({ n: 243, name: 'name 121', result: 'none' })
  })
})
