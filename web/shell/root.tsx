import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection } from '#web/platform/connection.ts'
import { useT } from '#web/platform/i18n.ts'
import { closeNotice, useNotices } from '#web/platform/notice.ts'
import { ToastStack } from '#web/ui/toast.tsx'
import { guardMessages } from './guard-messages.ts'
import css from './root.module.css'
import { OuterSettings } from './settings-edge.tsx'

/** Elements around every screen, including login: progress, connection, toasts. */
export function Root() {
  const t = useT(guardMessages)
  return (
    <>
      <ProgressBar />
      <ConnectionBanner />
      <Outlet />
      <OuterSettings />
      <ToastStack toasts={useNotices()} closeLabel={t('close')} onClose={closeNotice} />
    </>
  )
}

/** Short navigations show no bar: a flashing bar has no meaning. */
const progressDelayMs = 80

function ProgressBar() {
  const isLoading = useRouterState({ select: state => state.isLoading })
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setIsShown(true), progressDelayMs)
    return () => {
      clearTimeout(timer)
      setIsShown(false)
    }
  }, [isLoading])
  const t = useT(guardMessages)
  return isShown ? <div className={css.bar} role="progressbar" aria-label={t('loadingPage')} /> : null
}

function subscribeOnline(run: () => void): () => void {
  window.addEventListener('online', run)
  window.addEventListener('offline', run)
  return () => {
    window.removeEventListener('online', run)
    window.removeEventListener('offline', run)
  }
}

/** Reports at once that the connection is lost, and since when; the content of the page stays. */
function ConnectionBanner() {
  const t = useT(guardMessages)
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const { isLost } = useConnection()
  const text = !isOnline ? t('offline') : isLost ? t('connectionLost') : null
  return <div role="status">{text && <div className={css.offline}>{text}</div>}</div>
}
