import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Checkbox, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Report } from '#contract/report.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { reportVersionsOptions } from '../report-calls.ts'
import css from './work.module.css'
import { workMessages } from './work-messages.ts'

const VersionDialog = lazy(() => import('./version-dialog.tsx'))
const CompareDialog = lazy(() => import('./compare-dialog.tsx'))

type OpenDialog = { kind: 'view'; number: number } | { kind: 'compare'; from: number; to: number } | null

/** All saved versions: open one, compare two, restore one. */
export function VersionPanel({ report, mayRestore }: { report: Report; mayRestore: boolean }) {
  const t = useT(workMessages)
  const versionsQuery = useInfiniteQuery(reportVersionsOptions(report.id))
  const [chosen, setChosen] = useState<number[]>([])
  const [opened, setOpened] = useState<OpenDialog>(null)
  const versions = versionsQuery.data?.pages.flatMap(page => page.items)
  if (!versions && versionsQuery.isError)
    return (
      <Failure isWhole onRetry={() => void versionsQuery.refetch()}>
        {t('versionsFailed')}
      </Failure>
    )
  if (!versions)
    return (
      <div role="status" aria-busy aria-label={t('versionsLoading')}>
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      </div>
    )
  if (versions.length === 0) return <p className="small faint">{t('versionsNone')}</p>
  // A third choice replaces the first.
  const choose = (number: number) =>
    setChosen(before =>
      before.includes(number) ? before.filter(each => each !== number) : [...before, number].slice(-2),
    )
  const [from = 0, to = 0] = [...chosen].sort((a, b) => a - b)
  return (
    <>
      <div className="row gap-3 below-2">
        <Button size="small" disabled={chosen.length !== 2} onClick={() => setOpened({ kind: 'compare', from, to })}>
          {t('compare')}
        </Button>
        {chosen.length !== 2 && <span className="small faint">{t('compareHint')}</span>}
      </div>
      <ol className={css.versions}>
        {versions.map(({ number, saved_at, saved_by, is_published, length, title }) => (
          <li key={number}>
            <Checkbox
              checked={chosen.includes(number)}
              aria-label={t('choose', { number: String(number) })}
              onChange={() => choose(number)}
            />
            <div>
              <div className="flex gap-3">
                <strong>{t('version', { number: String(number) })}</strong>
                {is_published && <span className={css.published}>{t('versionPublished')}</span>}
              </div>
              <div className="small faint">
                {formatInstant(saved_at)} · {saved_by?.name ?? t('someone')} · {t('versionLength', { count: length })}
              </div>
              {title !== report.title && <div className="small faint">{title}</div>}
            </div>
            <Button type="text" size="small" onClick={() => setOpened({ kind: 'view', number })}>
              {t('show')}
            </Button>
          </li>
        ))}
      </ol>
      {versionsQuery.hasNextPage && (
        <Button
          size="small"
          loading={versionsQuery.isFetchingNextPage}
          onClick={() => void versionsQuery.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      <Suspense>
        {opened?.kind === 'view' && (
          <VersionDialog
            report={report}
            number={opened.number}
            mayRestore={mayRestore && opened.number !== versions[0]?.number}
            onClose={() => setOpened(null)}
          />
        )}
        {opened?.kind === 'compare' && (
          <CompareDialog reportId={report.id} from={opened.from} to={opened.to} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </>
  )
}
