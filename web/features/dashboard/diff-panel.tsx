import { useWaitingDiffs, WaitingDiffs, waitingShown } from '#web/features/diff/diff.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { dashboardMessages } from './messages.ts'
import { Panel } from './panel.tsx'

/** What watched pages have changed and nobody has looked at yet; for those who review. */
export function DiffPanel() {
  const t = useT(dashboardMessages)
  const asked = useWaitingDiffs()
  return (
    <Panel
      title={t('waitingDiffs')}
      asked={asked}
      rows={waitingShown / 2}
      isWide
      more={
        <PageLink to="admin_diff" aria-label={`${t('all')} · ${t('waitingDiffs')}`}>
          {t('all')}
        </PageLink>
      }
    >
      {({ items }) => <WaitingDiffs items={items} />}
    </Panel>
  )
}
