import type { ErrorCode } from '#contract/error.ts'
import type { MessageCode } from '#contract/message.ts'

/** One field that is wrong: where, the code of the sentence that says how, and what fills its places. */
export type FieldFault = { path: string; code: MessageCode; detail?: Record<string, unknown> }

/** A failure the client is told of: a code of the contract, and what fills the places of its sentence. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: Record<string, unknown>
  readonly faults: FieldFault[]
  /** Goes out as `data`: with `stale`, the record as it is now. */
  readonly data: unknown

  constructor(
    code: ErrorCode,
    detail: Record<string, unknown> = {},
    extra: { faults?: FieldFault[]; data?: unknown } = {},
  ) {
    super(code)
    this.code = code
    this.detail = detail
    this.faults = extra.faults ?? []
    this.data = extra.data
  }
}

/** 422 for one field. */
export function fieldError(path: string, code: MessageCode): AppError {
  return new AppError('invalid', {}, { faults: [{ path, code }] })
}
