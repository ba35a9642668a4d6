import { createToken, type TokenScope } from '#contract/token.api.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'

/** A token of a user for an assistant. */
export async function secretOf(client: Client, scopes: TokenScope[] = ['assistant']): Promise<string> {
  const body = { name: 'helper', scopes, minutes: 60 }
  return (await client.get(createToken, { params: { id: String(client.id) }, body })).secret
}

export const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

/** One request to `/mcp`. */
export async function send(
  app: TestApp,
  secret: string | undefined,
  body: unknown,
  { headers = {}, to = app.app }: { headers?: Record<string, string>; to?: TestApp['app'] } = {},
) {
  const answer = await to.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(secret && { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, headers: answer.headers, body: read(answer.body) }
}

/** The protocol before the newest answers with one event of a stream. */
function read(body: string) {
  const line = body.split('\n').find(each => each.startsWith('data: {'))
  return JSON.parse(line ? line.slice('data: '.length) : body || '{}')
}

type ToolResult = {
  isError?: boolean
  structuredContent: Record<string, unknown>
  content: { text: string }[]
}

/** One call of a tool. */
export async function useTool(app: TestApp, secret: string, name: string, args: object = {}): Promise<ToolResult> {
  const headers = { 'mcp-protocol-version': '2025-11-25' }
  const { body } = await send(app, secret, rpc('tools/call', { name, arguments: args }), { headers })
  return body.result
}
