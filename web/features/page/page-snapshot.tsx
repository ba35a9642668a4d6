import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { Page } from '#contract/page.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { ArchiveView } from './archive-view.tsx'
import { snapshotOptions, versionOptions } from './page-calls.ts'
import { timeMessages } from './time-messages.ts'
import css from './version.module.css'

type Props = { page: Page; version: number; since: number | undefined; onText: () => void }

/** The archived page in its sandbox; the server has marked additions and removals in it. */
export function PageSnapshot({ page, version, since, onText }: Props) {
  const t = useT(timeMessages)
  const stored = useQuery({ ...versionOptions(page.id, version), placeholderData: keepPreviousData })
  const look = useQuery({ ...snapshotOptions(page.id, version, since), placeholderData: keepPreviousData })
  const failed = stored.error ? stored : look.error ? look : null
  if (failed)
    return (
      <p className={css.note} role="alert">
        {t('failed')} {errorText(failed.error)}
        <Button size="small" onClick={() => void failed.refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  if (!stored.data || !look.data)
    return (
      <div role="status" aria-busy aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 10, width: '80%' }} />
      </div>
    )
  const { html, is_marked, added, removed } = look.data
  const isChanged = added + removed > 0
  return (
    <ArchiveView stored={{ version: stored.data.version, html }} isBusy={look.isPlaceholderData}>
      <span>
        {is_marked && (isChanged ? t('changed', { added, removed }) : t('same'))}
        {since !== undefined && html !== null && !is_marked && t('tooLong')}
      </span>
      <span className="push">
        {t('lookHint')}{' '}
        <Button size="small" onClick={onText}>
          {t('toText')}
        </Button>
      </span>
    </ArchiveView>
  )
}
