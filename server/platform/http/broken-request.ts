import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorSentence } from '#contract/error.ts'
import { requestId } from './http.ts'

/** Failures of Node's parser: the status, and the sentence of the contract that fits. */
const faults: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'bad_request'],
}

/**
 * Answers bytes that are no complete request in the envelope of all other failures; its headers were not read, so its
 * language is unknown.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code] = faults[error.code ?? ''] ?? [400, 'bad_request']
  const body = JSON.stringify({ code: status, message: errorSentence(code, 'zh-CN'), req_id: requestId({}) })
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
