import { MessageSquareWarning } from 'lucide-react'
import { Suspense } from 'react'
import { create } from 'zustand'
import { cutText } from '#contract/text.ts'
import { IssueForm, type WrittenOn } from '#web/features/issue/issue.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { routeOf } from '#web/platform/route.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { IconButton } from './icon-button.tsx'
import { shellMessages } from './messages.ts'
import { useSettledPage } from './settled-page.ts'

const useReporting = create<{ page: WrittenOn | null }>(() => ({ page: null }))

/**
 * Opens the form with the present page. The title is the route's, not the record's, because readers of the feedback
 * might not be allowed to know the record.
 */
function useReport(): () => void {
  const { name } = useSettledPage()
  const locale = useLocale()
  return () => {
    const { pathname, search } = window.location
    const path = cutText(pathname + search, 500)
    useReporting.setState({ page: { path, title: routeOf(name)?.title[locale] ?? '' } })
  }
}

export function ReportProblemButton() {
  const t = useT(shellMessages)
  const report = useReport()
  return <IconButton icon={MessageSquareWarning} label={t('reportProblem')} aria-haspopup="dialog" onClick={report} />
}

/** The form on every page, and its key; it works without the navbar too. */
export function ReportProblem() {
  const t = useT(shellMessages)
  const report = useReport()
  const page = useReporting(state => state.page)
  useShortcut('!', t('reportProblem'), report)
  if (!page) return null
  return (
    <Suspense>
      <IssueForm page={page} onClose={() => useReporting.setState({ page: null })} />
    </Suspense>
  )
}
