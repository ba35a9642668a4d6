import { useEffect, useState } from 'react'
import { loginProviders } from '#contract/identity.api.ts'
import { call } from '#web/platform/api.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'

type Ways = { providers: { id: number; name: string }[]; hasPassword: boolean; hasPasskey: boolean }

/** The result of the last visit is shown at once, so that nothing moves when the reply arrives. */
const key = 'login_ways'
const none: Ways = { providers: [], hasPassword: true, hasPasskey: false }

function readStored(): Ways {
  try {
    const stored = JSON.parse(readLocalStorage(key) ?? 'null') as Ways | null
    return Array.isArray(stored?.providers) ? stored : none
  } catch {
    return none
  }
}

/** The ways to log in; passwords only, until the server replies. */
export function useLoginWays(): Ways {
  const [ways, setWays] = useState(readStored)
  useEffect(() => {
    call(loginProviders, {}, { isBackground: true }).then(
      ({ providers, has_password: hasPassword, has_passkey: hasPasskey }) => {
        const found = { providers, hasPassword, hasPasskey }
        setWays(found)
        writeStored(key, JSON.stringify(found))
      },
      // The form works without; an unreachable server is reported by the line at the top.
      () => undefined,
    )
  }, [])
  return ways
}
