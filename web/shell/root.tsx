import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { closeNotice, useNotices } from '#web/platform/notice.ts'
import { ToastStack } from '#web/ui/toast.tsx'
import { guardMessages } from './guard-messages.ts'
import css from './root.module.css'

/** What stands around every screen, login too: progress, connection, toasts. */
export function Root() {
  const t = useT(guardMessages)
  return (
    <>
      <ProgressBar />
      <OfflineBanner />
      <Outlet />
      <ToastStack toasts={useNotices()} closeLabel={t('close')} onClose={closeNotice} />
    </>
  )
}

/** Short navigations pass without it: a bar that flashes says nothing. */
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

function OfflineBanner() {
  const t = useT(guardMessages)
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  return <div role="status">{isOnline ? null : <div className={css.offline}>{t('offline')}</div>}</div>
}
