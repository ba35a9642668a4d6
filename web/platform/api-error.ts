export type FieldError = { path: string; message: string }

type ApiFault = {
  status: number
  code: number
  message: string
  errors: FieldError[]
  reqId?: string | undefined
  data?: unknown
  isRead?: boolean
  cause?: unknown
}

/**
 * A failed request. Status 0: the server was not reached. `errors` is set only with 422; `data` is the current record
 * with 409. `isRead`: the request read data for a page, and is sent again when the server is back.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly errors: FieldError[]
  readonly reqId: string | undefined
  readonly data: unknown
  readonly isRead: boolean

  constructor(fault: ApiFault) {
    super(fault.message, { cause: fault.cause })
    this.name = 'ApiError'
    this.status = fault.status
    this.code = fault.code
    this.errors = fault.errors
    this.reqId = fault.reqId
    this.data = fault.data
    this.isRead = fault.isRead ?? false
  }
}

/**
 * True if the server, its database or the connection is unavailable. The error does not concern the content of the
 * request.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504))
}
