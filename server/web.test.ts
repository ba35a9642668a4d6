import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleErrors } from './platform/http/http.ts'
import { inlineScripts, serveWeb } from './web.ts'

const page = '<!doctype html><title>Og Group</title>'
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'export {}')
  await writeFile(join(folder, 'og.mjs'), '#!/usr/bin/env node')
  app = Fastify()
  handleErrors(app)
  await serveWeb(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (url: string, accept = 'text/html,*/*;q=0.8') => app.inject({ url, headers: { accept } })

describe('the client', () => {
  test.each([
    '/',
    '/login?redirect=og',
    '/og',
    '/og/',
    '/OG/12',
    '/og/12?tab=x',
    '/admin/system',
    '/redirect/og/3',
    '/exception/404',
  ])('has a page at %s', async url => {
    const answer = await open(url)
    expect([answer.statusCode, answer.body]).toEqual([200, page])
  })

  test.each(['/nonsense', '/og/abc/def', '/ogre', '/admin', '/loginx', '/og/12/%F0%A0%AE%B7'])(
    'has no page at %s: 404, with its own page that states so',
    async url => {
      const answer = await open(url)
      expect([answer.statusCode, answer.body]).toEqual([404, page])
    },
  )

  test('is sent only to browsers, for addresses without another answer', async () => {
    expect((await open('/nonsense')).body).toBe(page)
    const answer = await open('/nonsense', '*/*')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 404, req_id: expect.any(String) })
  })

  test.each(['/v1/nonsense', '/v1', '/api/nonsense', '/assets/gone-123.js'])(
    'is never the answer to %s, which is JSON',
    async url => {
      const answer = await open(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 404 })
    },
  )

  test('has its files', async () => {
    expect((await open('/assets/main-abc.js')).headers['cache-control']).toContain('immutable')
  })

  test('comes with the command line, which is checked for changes at each download', async () => {
    const { statusCode, headers, body } = await open('/og.mjs', '*/*')
    expect([statusCode, headers['cache-control'], body]).toEqual([200, 'no-cache', '#!/usr/bin/env node'])
    expect(headers['content-type']).toMatch(/javascript/)
  })

  test('lists the files of a page in its document, so that they are loaded together, and runs no script but its own', async () => {
    const built = await mkdtemp(join(tmpdir(), 'og-web-'))
    const script = 'document.title = 1'
    await writeFile(join(built, 'index.html'), `<!doctype html><head><script>${script}</script></head>`)
    await writeFile(join(built, 'loads.json'), JSON.stringify({ og: ['assets/og-1.js', 'assets/og-1.css'] }))
    const other = Fastify()
    await serveWeb(other, built)
    const bodyOf = async (url: string) => (await other.inject({ url, headers: { accept: 'text/html' } })).body
    expect(await bodyOf('/og?keyword=a')).toContain(
      '<link rel="modulepreload" crossorigin href="/assets/og-1.js">' +
        '<link rel="preload" as="style" crossorigin href="/assets/og-1.css"></head>',
    )
    for (const url of ['/', '/login', '/person']) expect(await bodyOf(url)).not.toContain('og-1')
    // The list of first reads precedes the script that requests them.
    expect(await bodyOf('/og/12?tab=x')).toContain(
      `<head><meta name="reads" content="/v1/og/12 /v1/og/12/overview"><script>${script}</script>`,
    )
    for (const url of ['/og?keyword=a', '/og/12%22', '/og/x', '/nonsense'])
      expect(await bodyOf(url)).not.toContain('meta')
    expect((await other.inject('/loads.json')).statusCode).toBe(404)
    const hash = createHash('sha256').update(script).digest('base64')
    expect(inlineScripts(built)).toEqual([`'sha256-${hash}'`])
    await other.close()
    await rm(built, { recursive: true, force: true })
  })
})
