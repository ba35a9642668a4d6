import { ApiError, isOutage } from './api-error.ts'
import { reportLost } from './connection.ts'
import { translate } from './i18n.ts'
import { platformMessages } from './messages.ts'
import { closeNotice, notifyError } from './notice.ts'

/** Whether the server was not there to answer, nor anything of ours in its place: the client tries until it is. */
function isAway(error: ApiError): boolean {
  return isOutage(error) && (error.status === 0 || !error.message)
}

/** The sentence to show for a failure: the server's own, that it is away and what happens then, or 'Request Error'. */
export function errorText(error: unknown): string {
  const t = translate(platformMessages)
  if (!(error instanceof ApiError)) return t('requestError')
  if (isAway(error)) return t(error.isRead ? 'awayRead' : 'away')
  return error.message || t('requestError')
}

/** The same for a toast, which stands beside the line that the connection is lost. */
function toastText(error: unknown): string {
  return (error instanceof ApiError && error.message) || translate(platformMessages)('requestError')
}

/**
 * One toast for a failed request, whatever else the page shows of it; none for an ended session, which has its dialog.
 * While the server is not reached one toast tells of it, not one for each request that tries.
 */
export function tellFailure(error: ApiError): void {
  if (error.code === 401) return
  if (isAway(error) && !reportLost() && error.status === 0) return
  notifyError(toastText(error))
}

/** For what went wrong in the page itself; of requests the client has told already. */
export function showError(error: unknown): void {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return
  notifyError(errorText(error))
}

/** A fuller sentence where the page knows more than the server said; it takes the place of the client's toast. */
export function tellInstead(error: unknown, text: string): void {
  closeNotice(`error:${toastText(error)}`)
  notifyError(text)
}
