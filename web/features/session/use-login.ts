import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { login } from '#web/platform/session.ts'
import { keep, kept } from '#web/platform/storage.ts'
import { sessionMessages } from './messages.ts'

const storageKey = 'username'

type Credentials = { username: string; password: string }

/** The sentence above the fields. Too many attempts say how long to wait; all else says the one thing the page says. */
function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status === 429 && error.message) return error.message
  return translate(sessionMessages)('failed')
}

/** Signs in once at a time; the user name is remembered if asked, the password never. */
export function useLogin() {
  const router = useRouter()
  const isBusy = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const [failure, setFailure] = useState('')

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
