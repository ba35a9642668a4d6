import { ApiError } from './api-error.ts'
import { reportLost } from './connection.ts'
import { translate } from './i18n.ts'
import { platformMessages } from './messages.ts'
import { closeNotice, notifyError } from './notice.ts'

/** The sentence to show for a failure: the server's own, or 'Request Error'. */
export function errorText(error: unknown): string {
  const text = error instanceof ApiError ? error.message : ''
  return text || translate(platformMessages)('requestError')
}

/**
 * One toast for a failed request, whatever else the page shows of it; none for an ended session, which has its dialog.
 * While the server is not reached one toast tells of it, not one for each request that tries.
 */
export function tellFailure(error: ApiError): void {
  if (error.code === 401) return
  if (error.status === 0 && !reportLost()) return
  notifyError(errorText(error))
}

/** For what went wrong in the page itself; of requests the client has told already. */
export function showError(error: unknown): void {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return
  notifyError(errorText(error))
}

/** A fuller sentence where the page knows more than the server said; it takes the place of the client's toast. */
export function tellInstead(error: unknown, text: string): void {
  closeNotice(`error:${errorText(error)}`)
  notifyError(text)
}
