import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { onReachedAgain } from '#web/platform/connection.ts'
import { translate } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { login } from '#web/platform/session.ts'
import { keep, kept } from '#web/platform/storage.ts'
import { sessionMessages } from './messages.ts'

const storageKey = 'username'

type Credentials = { username: string; password: string }

/**
 * The sentence above the fields. Too many attempts say how long to wait; a server that is away or fails has judged no
 * password, and is not told as a wrong one; all else says the one thing the page says.
 */
function failureText(error: unknown): string {
  const t = translate(sessionMessages)
  if (!(error instanceof ApiError)) return t('failed')
  if (error.status === 429 && error.message) return error.message
  if (error.status === 0 || (error.status >= 502 && error.status <= 504)) return t('away')
  return error.status >= 500 ? t('faulty') : t('failed')
}

/** Signs in once at a time; the user name is remembered if asked, the password never. */
export function useLogin() {
  const router = useRouter()
  const isBusy = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const [failure, setFailure] = useState('')
  // What the line above the fields tells is over: what was typed can be sent again.
  useEffect(() => onReachedAgain(() => setFailure('')), [])

  async function submit(credentials: Credentials, isKept: boolean): Promise<boolean> {
    if (isBusy.current) return true
    isBusy.current = true
    setIsRunning(true)
    setFailure('')
    try {
      const user = await login(credentials)
      keep(storageKey, isKept ? credentials.username : null)
      notifySuccess(translate(sessionMessages)('welcome', { name: user.name || user.username }))
      // The guard of this page sends on who is logged in, to the page that `redirect` names.
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

  return { remembered: kept(storageKey) ?? '', failure, isRunning, submit }
}
