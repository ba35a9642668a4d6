import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { FileDown, Play } from 'lucide-react'
import { useId } from 'react'
import {
  type Alteration,
  type ExaminerDrop,
  type ExaminerRun,
  listExaminerRuns,
  type QueryScript,
  startExaminer,
  writeExaminerReport,
} from '#contract/examiner.api.ts'
import { alterationWords, scriptWords } from '#contract/examiner-words.ts'
import { call, download, saveFile } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText, pollWhile, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { RowTable } from '#web/ui/table/row-table.tsx'
import css from './examiner.module.css'
import { percentOf, type Series, seriesOf } from './figures.ts'
import { examinerMessages } from './messages.ts'
import { MissTable } from './miss-table.tsx'

const pollMs = 3_000

/** `/admin/screening_quality`: the share of altered names of list entries that screening finds, run by run. */
export default function ExaminerPage() {
  const t = useT(examinerMessages)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listExaminerRuns, {}),
    refetchInterval: pollWhile<{ is_waiting: boolean }>(({ is_waiting }) => is_waiting, pollMs),
    meta: { quiet: true },
  })
  const start = useMutation({
    mutationFn: () => call(startExaminer, {}),
    onSuccess: () => refetch(),
    onError: showError,
  })
  const report = useMutation({
    mutationFn: (id: number) => download(writeExaminerReport, { body: { id } }),
    onSuccess: saveFile,
    onError: showError,
  })
  const newest = data?.runs[0]
  return (
    <PageFrame
      title={t('title')}
      meta={newest && t('at', { at: formatInstant(newest.ended_at) })}
      text={t('text')}
      isWide
      acts={
        data && (
          <>
            {newest && (
              <Button
                icon={<FileDown size={16} aria-hidden />}
                loading={report.isPending}
                onClick={() => report.mutate(newest.id)}
              >
                {t('report')}
              </Button>
            )}
            <Button
              type="primary"
              icon={<Play size={16} aria-hidden />}
              loading={start.isPending || data.is_waiting}
              onClick={() => start.mutate()}
            >
              {data.is_waiting ? t('waiting') : t('start')}
            </Button>
          </>
        )
      }
    >
      {error && (
        <Failure isWhole onRetry={() => void refetch()}>
          {t('failed', { reason: errorText(error) })}
        </Failure>
      )}
      {newest && <Runs runs={data.runs} newest={newest} />}
      {data && !newest && <p className="quiet">{t('empty')}</p>}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
    </PageFrame>
  )
}

function Runs({ runs, newest }: { runs: readonly ExaminerRun[]; newest: ExaminerRun }) {
  const t = useT(examinerMessages)
  const locale = useLocale()
  const lists = new Map(newest.lists.map(({ id, name }) => [id, name]))
  const listName = (id: number) => lists.get(id) ?? `#${id}`
  const [all] = seriesOf(runs, () => 'all')
  const names = {
    list: (key: string) => listName(Number(key)),
    alteration: (key: string) => alterationWords[locale][key as Alteration],
    script: (key: string) => scriptWords[locale][key as QueryScript],
  }
  if (!all) return <p className="quiet">{t('noLists')}</p>
  return (
    <>
      {newest.drops.length > 0 && <Drops drops={newest.drops} names={names} />}
      <section className={css.section} aria-label={t('curve')}>
        <p>
          <b>{percentOf(all.found / all.asked, locale)}</b>{' '}
          <span className="quiet">{t('found', { found: all.found, asked: all.asked })}</span>
        </p>
        <RecallCurve name={t('all')} shares={all.shares} isLarge />
        {newest.skipped > 0 && <p className="quiet">{t('skipped', { count: newest.skipped })}</p>}
      </section>
      <SeriesTable title={t('byList')} series={seriesOf(runs, ({ list_id }) => String(list_id))} nameOf={names.list} />
      <SeriesTable
        title={t('byAlteration')}
        series={seriesOf(runs, ({ alteration }) => alteration)}
        nameOf={names.alteration}
      />
      <SeriesTable title={t('byScript')} series={seriesOf(runs, ({ script }) => script)} nameOf={names.script} />
      <MissTable runId={newest.id} nameOf={listName} />
    </>
  )
}

type DropNames = Record<ExaminerDrop['kind'], (key: string) => string>

function Drops({ drops, names }: { drops: readonly ExaminerDrop[]; names: DropNames }) {
  const t = useT(examinerMessages)
  const locale = useLocale()
  const lines = drops.map(({ kind, key, before, now }) => (
    <li key={`${kind} ${key}`}>
      {t('fell', { name: names[kind](key), before: percentOf(before, locale), now: percentOf(now, locale) })}
    </li>
  ))
  return <Alert type="error" showIcon title={t('fellTitle')} description={<ul>{lines}</ul>} />
}

type Props = { title: string; series: readonly Series[]; nameOf: (key: string) => string }

/** Shares of the latest run by list, alteration or script, each with its curve. */
function SeriesTable({ title, series, nameOf }: Props) {
  const t = useT(examinerMessages)
  const locale = useLocale()
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <RowTable
        rows={series}
        rowId={({ key }) => key}
        columns={[
          { id: 'name', title: t('name'), cell: ({ key }) => nameOf(key) },
          {
            id: 'share',
            title: t('share'),
            isNumber: true,
            cell: ({ asked, found }) => <b>{percentOf(found / asked, locale)}</b>,
          },
          {
            id: 'counts',
            title: t('counts'),
            isNumber: true,
            cell: ({ asked, found }) => `${found.toLocaleString(locale)} / ${asked.toLocaleString(locale)}`,
          },
          {
            id: 'history',
            title: t('history'),
            from: 'sm',
            cell: ({ key, shares }) => <RecallCurve name={nameOf(key)} shares={shares} />,
          },
        ]}
      />
    </section>
  )
}

/** Shares over time, oldest at the left. The baseline is 50 %: any lower share is a failure. */
function RecallCurve({
  name,
  shares,
  isLarge = false,
}: {
  name: string
  shares: readonly (number | null)[]
  isLarge?: boolean
}) {
  const t = useT(examinerMessages)
  const locale = useLocale()
  const known = shares.flatMap((share, at) => (share === null ? [] : [{ at, share }]))
  const last = known.at(-1)
  if (!last) return null
  const least = Math.min(...known.map(({ share }) => share))
  const [now, lowest] = [percentOf(last.share, locale), percentOf(least, locale)]
  const x = (at: number) => (shares.length < 2 ? 50 : (at / (shares.length - 1)) * 96 + 2)
  const y = (share: number) => 92 - Math.max(0, share - 0.5) * 168
  return (
    <svg
      className={isLarge ? css.large : css.small}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('curveText', { series: name, count: known.length, now, least: lowest })}
    >
      <line x1="0" x2="100" y1={y(1)} y2={y(1)} />
      <line x1="0" x2="100" y1={y(0.5)} y2={y(0.5)} />
      <polyline points={known.map(({ at, share }) => `${x(at)},${y(share)}`).join(' ')} />
      {/* A single run is drawn as a dot. */}
      <polyline points={`${x(last.at) - 0.6},${y(last.share)} ${x(last.at) + 0.6},${y(last.share)}`} data-last />
    </svg>
  )
}
