import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setSystemSetting } from '#contract/system.api.ts'
import type { Client } from '#server/testing/test-app.ts'

type Received = { url: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }
type Behave = (received: Received, response: ServerResponse) => void

/** A server of the model on this machine: counts its requests, and behaves as a test decides. */
export async function openStub() {
  const received: Received[] = []
  let behave: Behave = (_, response) => response.end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    const each = { url: request.url ?? '', headers: request.headers, body }
    received.push(each)
    behave(each, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/v1`,
    received,
    behave: (next: Behave) => {
      behave = next
    },
    /** Answers with this object as the model's content, whatever was requested. */
    answer: (content: unknown, usage: object = { prompt_tokens: 100, completion_tokens: 20 }) => {
      behave = (_, response) =>
        sendCompletion(response, typeof content === 'string' ? content : JSON.stringify(content), usage)
    },
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type Stub = Awaited<ReturnType<typeof openStub>>

export function sendCompletion(response: ServerResponse, content: string, usage?: object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(
    JSON.stringify({ object: 'chat.completion', choices: [{ message: { role: 'assistant', content } }], usage }),
  )
}

export const set = (admin: Client, name: Parameters<typeof setting>[0], value: string | number) =>
  admin.get(setSystemSetting, { body: setting(name, value) })

const setting = (
  name:
    | 'model_use'
    | 'model_address'
    | 'model_name'
    | 'model_requests'
    | 'model_tokens'
    | 'model_seconds'
    | 'model_at_once',
  value: string | number,
) => ({ name, value })

/** Points the console to the stub and lets everyone use it. */
export async function turnOn(admin: Client, stub: Stub): Promise<void> {
  await set(admin, 'model_address', stub.address)
  await set(admin, 'model_name', 'stub-1')
  await set(admin, 'model_use', 'everyone')
}
