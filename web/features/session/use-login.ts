import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { onReachedAgain } from '#web/platform/connection.ts'
import { translate } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { login } from '#web/platform/session.ts'
import { readStored, writeStored } from '#web/platform/storage.ts'
import { sessionMessages } from './messages.ts'

const storageKey = 'username'

type Credentials = { username: string; password: string }

/**
 * The sentence above the fields. Too many attempts: how long to wait. A server that is unreachable or fails has not
 * checked the password, so it is not reported as wrong. Any other failure gives the one general sentence of the page.
 */
function failureText(error: unknown): string {
  const t = translate(sessionMessages)
  if (!(error instanceof ApiError)) return t('failed')
  if (error.status === 429 && error.message) return error.message
  if (error.status === 0 || (error.status >= 502 && error.status <= 504)) return t('away')
  return error.status >= 500 ? t('faulty') : t('failed')
}

/** Signs in, once at a time. The user name is remembered on request, the password never. */
export function useLogin() {
  const router = useRouter()
  const isBusy = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const [failure, setFailure] = useState('')
  // The server is reachable again, so the reported failure is outdated and the form can be sent again.
  useEffect(() => onReachedAgain(() => setFailure('')), [])

  async function submit(credentials: Credentials, isKept: boolean): Promise<boolean> {
    if (isBusy.current) return true
    isBusy.current = true
    setIsRunning(true)
    setFailure('')
    try {
      const user = await login(credentials)
      writeStored(storageKey, isKept ? credentials.username : null)
      notifySuccess(translate(sessionMessages)('welcome', { name: user.name || user.username }))
      // The guard of this page redirects a user who is logged in to the page in `redirect`.
      await router.invalidate()
      return true
    } catch (error) {
      setFailure(failureText(error))
      return false
    } finally {
      isBusy.current = false
      setIsRunning(false)
    }
  }

  return { remembered: readStored(storageKey) ?? '', failure, isRunning, submit }
}
