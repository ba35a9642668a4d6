import type { ErrorCode } from '#contract/error.ts'
import { isOutage } from '../db/outage.ts'

/** `isOurs`: the operator must act; `isOdd`: the contract lacks a limit. */
type FaultMapping = { code: ErrorCode; isOurs?: boolean; isOdd?: boolean }

const noSpace = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** Codes of files and folders; a refused connection has a code of its own. */
const noFiles = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOTDIR'])
/**
 * 40P01, 40001: two writers conflict, and one must retry; 55P03, 57014: the timeout of a lock or a statement is over.
 */
const comeAgain = new Set(['40P01', '40001', '55P03', '57014'])
/**
 * The multipart parser has no codes. These messages mean a form that is broken or ends too soon, or a boundary that it
 * cannot search for.
 */
const brokenForm =
  /^(Unexpected end of (form|multipart)|Malformed part header|Multipart: |The needle cannot have a length)/

/**
 * The contract's code for a failure of Fastify, PostgreSQL or the file system; undefined: it is an error of the
 * program.
 */
export function codeOfFault(error: unknown): FaultMapping | undefined {
  const { code = '', statusCode, syscall, message = '', detail, cause } = error as Partial<SystemFault>
  if (statusCode === 413) return { code: 'too_large' }
  if (statusCode === 415) return { code: 'unsupported_media' }
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return { code: 'bad_json' }
  if (error instanceof SyntaxError && statusCode === 400) return { code: 'bad_json' }
  if (brokenForm.test(message)) return { code: 'bad_request' }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return { code: 'bad_request' }
  if (noSpace.has(code)) return { code: 'storage_full', isOurs: true }
  if (noFiles.has(code) && syscall !== undefined) return { code: 'storage_failed', isOurs: true }
  if (comeAgain.has(code)) return { code: 'unavailable' }
  // Class 58: files of the database itself.
  if (isOutage(error) || /^58...$/.test(code)) return { code: 'unavailable', isOurs: true }
  // The referenced row has just been deleted.
  if (code === '23503') return { code: 'wrong_state' }
  // Raised by the trigger `refuse_struck`.
  if (code === 'OG001') return { code: 'struck' }
  // A character that PostgreSQL cannot store, or half of a surrogate pair, which `text` accepts and `jsonb` does not.
  if (code === '22021' || code === '22P05' || (code === '22P02' && /surrogate/.test(String(detail))))
    return { code: 'bad_request' }
  if (/^22...$/.test(code)) return { code: 'bad_request', isOdd: true }
  // The value exceeds what an index or a search text can hold.
  if (code === '54000') return { code: 'too_large', isOdd: true }
  return cause instanceof Error ? codeOfFault(cause) : undefined
}

type SystemFault = {
  code: string
  statusCode: number
  syscall: string
  message: string
  detail: unknown
  cause: unknown
}
