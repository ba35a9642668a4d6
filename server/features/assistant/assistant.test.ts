import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createOg } from '#contract/og.api.ts'
import { updateUser } from '#contract/user.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { rpc, secretOf, send, useTool } from './testing.ts'

const app = useTestApp()

const use = (secret: string, name: string, args: object = {}) => useTool(app, secret, name, args)

describe('the protocol', () => {
  test('the revision before the newest begins with initialize, and lists tools with bounds and hints', async () => {
    const secret = await secretOf(await app.as('editor'))
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const begun = await send(app, secret, rpc('initialize', params))
    expect(begun.body.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'og-group' } })
    const { body } = await send(app, secret, rpc('tools/list'), { headers: { 'mcp-protocol-version': '2025-11-25' } })
    const search = body.result.tools.find((tool: { name: string }) => tool.name === 'search')
    expect(search.inputSchema.properties.keyword).toMatchObject({ type: 'string', maxLength: 200 })
    expect(search.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  })

  test('the newest revision needs no handshake', async () => {
    const secret = await secretOf(await app.as('editor'))
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const { status, body } = await send(app, secret, rpc('tools/list', { _meta: meta }), { headers })
    expect(body).toMatchObject({ result: { tools: expect.any(Array) } })
    expect(status).toBe(200)
  })

  test('a batch, a stream and a session are refused', async () => {
    const secret = await secretOf(await app.as('editor'))
    expect((await send(app, secret, [rpc('tools/list'), rpc('tools/list')])).status).toBe(400)
    const get = await app.app.inject({ method: 'GET', url: '/mcp', headers: { authorization: `Bearer ${secret}` } })
    expect(get.statusCode).toBe(405)
  })
})

describe('access', () => {
  test('a stranger gets 401 before the body is read', async () => {
    const { status, headers } = await send(app, undefined, '<xml>', { headers: { 'content-type': 'text/xml' } })
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toContain('Bearer')
    const session = await app.as('editor')
    expect((await send(app, session.token, rpc('tools/list'))).status).toBe(401)
  })

  test('another scope is not enough, and a token of an assistant is accepted nowhere else', async () => {
    const editor = await app.as('editor')
    expect((await send(app, await secretOf(editor, ['read', 'write']), rpc('tools/list'))).status).toBe(403)
    const headers = { authorization: `Bearer ${await secretOf(editor, ['assistant', 'read', 'write'])}` }
    expect((await app.app.inject({ method: 'GET', url: '/v1/og', headers })).statusCode).toBe(403)
  })

  test('a page of another site, or a foreign name, is refused', async () => {
    const secret = await secretOf(await app.as('editor'))
    const places: Record<string, string>[] = [{ origin: 'https://evil.example' }, { host: 'evil.example' }]
    for (const headers of places) expect((await send(app, secret, rpc('tools/list'), { headers })).status).toBe(403)
  })

  test('the token dies with its user on every process', async () => {
    const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.another()]
    const secret = await secretOf(editor)
    expect((await send(app, secret, rpc('tools/list'), { to: other })).status).toBe(200)
    await admin.get(updateUser, { params: { id: String(editor.id) }, body: { status: 'disabled' } })
    expect((await send(app, secret, rpc('tools/list'))).status).toBe(401)
    expect((await send(app, secret, rpc('tools/list'), { to: other })).status).toBe(401)
    await other.close()
  })

  test('tools follow the role', async () => {
    const names = async (client: Client) =>
      (await send(app, await secretOf(client), rpc('tools/list'))).body.result.tools.map(
        (each: { name: string }) => each.name,
      )
    expect(await names(await app.as('reader'))).not.toContain('list_differences')
    expect(await names(await app.as('admin'))).toContain('list_differences')
  })
})

test('every call is in the audit log with its channel, tool and token', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const secret = await secretOf(editor)
  await use(secret, 'search', { keyword: 'anything' })
  await use(secret, 'get_record', { noun: 'og', id: 999_999 })
  const { items } = await admin.get(listAudit, { query: { act: 'use_tool', user_id: String(editor.id) } })
  expect(items.map(({ detail }) => [detail.channel, detail.tool, detail.result])).toEqual([
    ['assistant', 'get_record', 'not_found'],
    ['assistant', 'search', 'ok'],
  ])
  expect(items[0]?.username).toBe(`${editor.username} (helper)`)
})

test('a restricted record leaves no trace: every answer equals that about a missing one', async () => {
  const owner = await app.as('editor')
  const secret = await secretOf(await app.as('editor'))
  const hidden = await owner.get(createOg, { body: { name: '绝密苍穹研究所', read_user: [owner.id] } })
  const about = async (id: number) => {
    const all = []
    for (const [name, args] of [
      ['get_record', { noun: 'og', id }],
      ['get_neighbours', { noun: 'og', id }],
      ['get_history', { noun: 'og', id }],
      ['get_provenance', { noun: 'og', id, field: 'name' }],
      ['get_coverage', { noun: 'og', id }],
      ['get_timeline', { og: id }],
      ['search', { keyword: '绝密苍穹研究所' }],
    ] as const)
      all.push(JSON.stringify(await use(secret, name, args)).replaceAll(/[0-9a-f]{24}/g, ''))
    return all.map(each => each.replace(/\\*"(?:at|from|to)\\*":\\*"[^"]*"/g, ''))
  }
  const seen = await about(hidden.id)
  expect(seen).toEqual(await about(hidden.id + 100_000))
  expect(seen.join()).not.toContain('研究所')
})

test('an input out of bounds is an error of the tool, in the words of the console', async () => {
  const secret = await secretOf(await app.as('editor'))
  const answer = await use(secret, 'search', { keyword: 'x'.repeat(300) })
  expect(answer).toMatchObject({ isError: true, structuredContent: { error: 'invalid' } })
  expect(answer.content[0]?.text).toContain('keyword')
})
