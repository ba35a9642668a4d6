import { useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { ArrowLeftRight } from 'lucide-react'
import { Suspense, useCallback, useId } from 'react'
import { comparePageVersions } from '#contract/diff.api.ts'
import { DiffView } from '#web/features/diff/diff.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { pagePageMessages } from './page-page-messages.ts'
import type { LineVersion } from './strip.ts'
import css from './version.module.css'
import { versionTimes } from './version-times.ts'

/** The value that the endpoint documents for all rows: more than any page has. */
const allRows = 10_000

type Props = {
  pageId: number
  /** Newest first. */
  versions: readonly LineVersion[]
  from: number | undefined
  to: number | undefined
  onChange: (from: number, to: number) => void
}

/** Compares any two versions of a page row by row. */
export function CompareView({ pageId, versions, from, to, onChange }: Props) {
  const t = useT(pagePageMessages)
  if (versions.length < 2) return <p className={css.note}>{t('oneVersion')}</p>
  return (
    <>
      {from !== undefined && to !== undefined && (
        <div className={css.ends}>
          <End label={t('from')} versions={versions} value={from} onChange={id => onChange(id, to)} />
          <Button
            icon={<ArrowLeftRight size={16} aria-hidden />}
            aria-label={t('swap')}
            title={t('swap')}
            onClick={() => onChange(to, from)}
          />
          <End label={t('to')} versions={versions} value={to} onChange={id => onChange(from, id)} />
        </div>
      )}
      {from === undefined || to === undefined || from === to ? (
        <p className={css.note}>{t('sameVersion')}</p>
      ) : (
        <Compared pageId={pageId} from={from} to={to} />
      )}
    </>
  )
}

type EndProps = { label: string; versions: readonly LineVersion[]; value: number; onChange: (id: number) => void }

function End({ label, versions, value, onChange }: EndProps) {
  const t = useT(pagePageMessages)
  const id = useId()
  const timeOf = versionTimes(versions)
  const options = versions.map(version => ({
    value: version.id,
    label: [
      timeOf(version),
      version.archive
        ? t(version.archive.is_clip ? 'clippedBy' : 'archiveOf', { name: version.archive.file_name })
        : t('roundOf', { round: String(version.round) }),
      ...(version.quality === 'low' ? [t('markLow')] : []),
    ].join(' · '),
  }))
  const isKnown = versions.some(version => version.id === value)
  return (
    <div className={css.end}>
      <label htmlFor={id}>{label}</label>
      <Select<number>
        id={id}
        value={value}
        // The address can name a version that is not loaded yet.
        options={isKnown ? options : [...options, { value, label: t('notLoaded', { id: String(value) }) }]}
        onChange={onChange}
      />
    </div>
  )
}

function Compared({ pageId, from, to }: { pageId: number; from: number; to: number }) {
  const t = useT(pagePageMessages)
  const query = { from: String(from), to: String(to) }
  const comparison = useQuery({
    ...endpointQuery(comparePageVersions, { params: { id: pageId }, query }),
    staleTime: 60_000,
  })
  const loadAll = useCallback(
    () =>
      call(comparePageVersions, {
        params: { id: pageId },
        query: { from: String(from), to: String(to), around: allRows },
      }),
    [pageId, from, to],
  )
  const waiting = (
    <div role="status" aria-busy aria-label={t('loading')}>
      <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
    </div>
  )
  if (comparison.isError)
    return (
      <Failure isWhole onRetry={() => void comparison.refetch()}>
        {t('compareFailed')} {errorText(comparison.error)}
      </Failure>
    )
  if (!comparison.data) return waiting
  return (
    <Suspense fallback={waiting}>
      <DiffView comparison={comparison.data} loadAll={loadAll} />
    </Suspense>
  )
}
