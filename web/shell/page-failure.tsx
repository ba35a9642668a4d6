import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isOutage } from '#web/platform/api-error.ts'
import { isOtherBuild } from '#web/platform/build.ts'
import { isMissingCode } from '#web/platform/code.ts'
import { onReachedAgain, reportLost } from '#web/platform/connection.ts'
import { useT } from '#web/platform/i18n.ts'
import { loadUser } from '#web/platform/session.ts'
import { guardMessages } from './guard-messages.ts'
import css from './root.module.css'

/** Interval of the requests for the signed-in user while the server cannot answer. */
const retryMs = 3_000

/** Shown instead of a page that could not be loaded or rendered. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const t = useT(guardMessages)
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  const cause = useCause(error, again)
  if (cause === 'unknown') return null
  const isNewVersion = cause === 'build'
  if (cause === 'lost')
    return (
      <section className={css.failure} role="alert">
        <h1>{t('lostTitle')}</h1>
        <p className="quiet">{t('lostText')}</p>
      </section>
    )
  return (
    <section className={css.failure} role="alert">
      <h1>{isNewVersion ? t('newVersionTitle') : t('failedTitle')}</h1>
      <p className="quiet">{isNewVersion ? t('newVersionText') : t('failedText')}</p>
      <div className="flex gap-3 above-3">
        <button type="button" className={css.primary} onClick={() => window.location.reload()}>
          {t('reload')}
        </button>
        {!isNewVersion && (
          <button type="button" className={css.button} onClick={again}>
            {t('retry')}
          </button>
        )}
      </div>
    </section>
  )
}

type Cause = 'unknown' | 'page' | 'build' | 'lost'

/** The cause of the failure; when the server is reachable again, the page is requested again automatically. */
function useCause(error: unknown, again: () => void): Cause {
  const [cause, setCause] = useState<Cause>(isMissingCode(error) ? 'unknown' : isOutage(error) ? 'lost' : 'page')
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  useEffect(() => {
    if (!isOutage(error)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const retryLater = () => {
      timer = setTimeout(async () => {
        const isStillAway = await loadUser({ isBackground: true }).then(() => false, isOutage)
        // The page was left meanwhile: stop polling.
        if (timer === undefined) return
        if (isStillAway) retryLater()
        else latest.current()
      }, retryMs)
    }
    retryLater()
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [error])
  useEffect(() => {
    if (!isMissingCode(error)) return
    let isGone = false
    void isOtherBuild().then(isOther => {
      if (isGone) return
      setCause(isOther === undefined ? 'lost' : isOther ? 'build' : 'page')
      if (isOther === undefined) reportLost()
    })
    const stop = onReachedAgain(() => latest.current())
    return () => {
      isGone = true
      stop()
    }
  }, [error])
  return cause
}
