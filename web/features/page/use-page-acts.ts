import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Page } from '#contract/page.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notify, notifySuccess } from '#web/platform/notice.ts'
import { setFailureHandler, showError } from '#web/platform/query.ts'
import { pageWords } from './messages.ts'
import { dropPage, fetchNow as fetchPageNow, forgetPage, setWatched } from './page-calls.ts'

const undoMs = 10_000

type PageSummary = Pick<Page, 'id' | 'title' | 'url' | 'versions' | 'status'>

/**
 * Actions on a page; each runs only once at a time. `onForgotten` leaves the page's screen before the page is read
 * again.
 */
export function usePageActs(onForgotten?: () => void) {
  const t = useT(pageWords)
  const client = useQueryClient()
  const modal = useModal()
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const nameOf = (page: PageSummary) => page.title || page.url

  async function once(run: () => Promise<unknown>) {
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    try {
      await run()
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }

  async function setStatus(page: PageSummary, status: 'active' | 'forbidden') {
    await setWatched(page.id, status)
    const id = `page-status-${page.id}`
    const back = status === 'active' ? 'forbidden' : 'active'
    const action = { label: t('undo'), run: () => void once(() => setStatus(page, back)) }
    const text = t(status === 'active' ? 'watched' : 'stopped', { name: nameOf(page) })
    notify({ id, kind: 'success', text, action, durationMs: undoMs })
  }

  async function forget(page: PageSummary) {
    const isSure = await modal.confirm({
      title: t('forgetTitle', { name: nameOf(page) }),
      content: t('forgetText', { count: page.versions }),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (!isSure) return
    await once(async () => {
      try {
        await forgetPage(page.id)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error
        return setFailureHandler(error, t('evidenceKept'))
      }
      onForgotten?.()
      dropPage(client, page.id)
      notifySuccess(t('deletedNamed', { name: nameOf(page) }))
    })
  }

  return {
    isBusy,
    fetchNow: (page: PageSummary) =>
      void once(async () => {
        await fetchPageNow(page.id)
        notifySuccess(t('fetching', { name: nameOf(page) }))
      }),
    setStatus: (page: PageSummary, status: 'active' | 'forbidden') => void once(() => setStatus(page, status)),
    forget: (page: PageSummary) => void forget(page),
  }
}
