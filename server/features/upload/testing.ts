import type { NewUpload, Upload } from '#contract/upload.api.ts'
import { getUpload } from '#contract/upload.api.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'

const path = '/v1/upload/tus'
const resumable = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

type TusAnswer = { status: number; headers: Record<string, string | undefined>; body: string }

/** One request of the resumable protocol. */
export async function tus(
  app: TestApp,
  client: Pick<Client, 'token'>,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  url: string,
  headers: Record<string, string> = {},
  payload?: Buffer,
): Promise<TusAnswer> {
  const response = await app.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${client.token}`, 'accept-language': 'en-US', ...resumable, ...headers },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, headers: response.headers as TusAnswer['headers'], body: response.body }
}

export function begin(
  app: TestApp,
  client: Pick<Client, 'token'>,
  file: { name: string; size: number },
  about: NewUpload = {},
): Promise<TusAnswer> {
  const metadata = `filename ${base64(file.name)},upload ${base64(JSON.stringify(about))}`
  return tus(app, client, 'POST', path, { 'upload-length': String(file.size), 'upload-metadata': metadata })
}

export function patch(app: TestApp, client: Pick<Client, 'token'>, url: string, offset: number, bytes: Buffer) {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return tus(app, client, 'PATCH', url, headers, bytes)
}

/** Sends a whole file; returns the created record. */
export async function send(
  app: TestApp,
  client: Client,
  name: string,
  content: Buffer | string,
  about: NewUpload = {},
): Promise<Upload> {
  const bytes = Buffer.from(content)
  const begun = await begin(app, client, { name, size: bytes.length }, about)
  if (begun.status !== 201) throw new Error(`${begun.status} ${begun.body}`)
  const done = bytes.length === 0 ? begun : await patch(app, client, begun.headers.location ?? '', 0, bytes)
  if (!done.headers['upload-record']) throw new Error(`${done.status} ${done.body}`)
  return await client.get(getUpload, { params: { id: done.headers['upload-record'] } })
}

/** Sends a file and reads it. */
export async function sendAndRead(
  app: TestApp,
  client: Client,
  name: string,
  content: Buffer | string,
  about: NewUpload = {},
): Promise<Upload> {
  const { id } = await send(app, client, name, content, about)
  await app.drainJobs()
  return await client.get(getUpload, { params: { id: `${id}` } })
}
