import type { ErrorCode } from '#contract/error.ts'
import type { MessageCode } from '#contract/message.ts'

/**
 * One invalid field: its path, the code of the sentence that describes the fault, and the values of its placeholders.
 */
export type FieldFault = { path: string; code: MessageCode; detail?: Record<string, unknown> }

/**
 * A failure that is reported to the client: a code of the contract, and the values of the placeholders of its sentence.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: Record<string, unknown>
  readonly faults: FieldFault[]
  /** Sent to the client as `data`; with the code `stale`, it is the current record. */
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

/** A 422 error for one field. */
export function fieldError(path: string, code: MessageCode): AppError {
  return new AppError('invalid', {}, { faults: [{ path, code }] })
}
