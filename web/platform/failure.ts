import { ApiError, isOutage } from './api-error.ts'
import { reportLost } from './connection.ts'
import { translate } from './i18n.ts'
import { platformMessages } from './messages.ts'
import { closeNotice, notifyError } from './notice.ts'

/** True if neither the server nor our error page in its place answered: the client retries until it is back. */
function isAway(error: ApiError): boolean {
  return isOutage(error) && (error.status === 0 || !error.message)
}

/**
 * The sentence for a failure: the server's own, or that the server is unreachable and what follows, or 'Request Error'.
 */
export function errorText(error: unknown): string {
  const t = translate(platformMessages)
  if (!(error instanceof ApiError)) return t('requestError')
  if (isAway(error)) return t(error.isRead ? 'awayRead' : 'away')
  return error.message || t('requestError')
}

/** The same for a toast, which appears together with the line about the lost connection. */
function toastText(error: unknown): string {
  return (error instanceof ApiError && error.message) || translate(platformMessages)('requestError')
}

/**
 * Shows one toast for a failed request, in addition to anything on the page; none for an ended session, which has a
 * dialog. While the server is unreachable, one toast reports it instead of one per request.
 */
export function showFailure(error: ApiError): void {
  if (error.code === 401) return
  if (isAway(error) && !reportLost() && error.status === 0) return
  notifyError(toastText(error))
}

/** For errors of the page itself; the client has already reported those of requests. */
export function showError(error: unknown): void {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return
  notifyError(errorText(error))
}

/** Replaces the client's toast by a more specific sentence of the page. */
export function setFailureHandler(error: unknown, text: string): void {
  closeNotice(`error:${toastText(error)}`)
  notifyError(text)
}
