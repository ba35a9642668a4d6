export type FieldError = { path: string; message: string }

type Fault = {
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
 * A request that failed. Status 0: the server was not reached; `errors` only with 422; `data` the current record with 409.
 * `isRead`: it asked for what a page shows, which is asked for again once the server is back.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly errors: FieldError[]
  readonly reqId: string | undefined
  readonly data: unknown
  readonly isRead: boolean

  constructor(fault: Fault) {
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

/** Nobody could answer: the server, its database or the way to them is away. Says nothing of what was asked. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504))
}
