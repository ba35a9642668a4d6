import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  type Duplicate,
  duplicateStates,
  findDuplicates,
  getDuplicateRun,
  type MergeEntity,
} from '#contract/duplicate.api.ts'
import { mergeEntities } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { endpointQuery, pollWhile, refresh } from '#web/platform/query.ts'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import css from './duplicate.module.css'
import { Groups } from './groups.tsx'
import { Merges } from './merges.tsx'
import { duplicateMessages } from './messages.ts'
import { pairOptions } from './pairs.ts'
import { Queue } from './queue.tsx'

const pollMs = 1500

/** Shows up to when records were checked and starts a search; its results appear automatically. */
function FindNow({ noun }: { noun: MergeEntity }) {
  const t = useT(duplicateMessages)
  const { isActive } = usePage()
  const { data: run } = useQuery({
    ...endpointQuery(getDuplicateRun, { query: { noun } }),
    enabled: isActive,
    refetchInterval: pollWhile(({ running }) => running, pollMs),
  })
  const start = useMutation({
    mutationFn: () => call(findDuplicates, { body: { noun } }),
    onSuccess: () => refresh('duplicate'),
  })
  const isRunning = run?.running ?? false
  // A short search ends before it is seen running, so its end is detected by the time of the last check.
  const checkedAt = run?.checked_at
  const seen = useRef(checkedAt)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== checkedAt) void refresh('duplicate')
    seen.current = checkedAt
  }, [checkedAt])
  return (
    <div className={css.find}>
      <span className="small faint" role="status">
        {isRunning
          ? t('finding')
          : run && (run.checked_at ? t('checkedAt', { at: formatInstant(run.checked_at) }) : t('neverChecked'))}
        {!isRunning && run && run.waiting > 0 && ` · ${t('waitingRecords', { count: run.waiting })}`}
      </span>
      <Button
        icon={<RefreshCw size={14} aria-hidden />}
        loading={isRunning || start.isPending}
        onClick={() => start.mutate()}
      >
        {t('find')}
      </Button>
    </div>
  )
}

const decidedStates = ['same', 'different', 'unsure'] as const satisfies readonly Duplicate['state'][]
const views = ['open', 'groups', ...decidedStates, 'merges'] as const
type DuplicateView = (typeof views)[number]
const isState = (view: DuplicateView): view is Duplicate['state'] => duplicateStates.some(state => state === view)

/** `/admin/duplicate`: possible duplicates, judged one after the other, and merges that can be undone. */
export default function DuplicatePage() {
  const t = useT(duplicateMessages)
  const { search, setSearch, isActive } = usePage()
  const noun: MergeEntity = mergeEntities.find(each => each === one(search.noun)) ?? 'og'
  const view: DuplicateView = views.find(each => each === one(search.view)) ?? 'open'
  const record = one(search.record)
  const current = Math.max(1, Number(one(search.current)) || 1)
  const isPairs = isState(view)
  const pairs = useQuery({
    ...pairOptions({ noun, state: isPairs ? view : 'open', current, record }),
    enabled: isActive && isPairs,
  })
  const show = (next: Record<string, string | undefined>) =>
    setSearch(before => ({ ...before, current: undefined, ...next }))

  return (
    <PageFrame
      title={t('title')}
      meta={isPairs && pairs.data && t('total', { count: pairs.data.total })}
      text={t('titleText')}
      acts={<FindNow noun={noun} />}
      isWide
    >
      <div className="row wrap gap-3 gap-x-5">
        <Segmented
          aria-label={t('nouns')}
          value={noun}
          options={mergeEntities.map(value => ({ value, label: t(value) }))}
          onChange={value => show({ noun: value, record: undefined })}
        />
        <div className="shrink scroll-x">
          <Segmented
            aria-label={t('views')}
            value={view}
            options={views.map(value => ({ value, label: t(value) }))}
            onChange={value => show({ view: value === 'open' ? undefined : value })}
          />
        </div>
        {record && (
          <span className="small faint">
            {t('onlyRecord')}{' '}
            <Button size="small" type="link" onClick={() => show({ record: undefined })}>
              {t('showAll')}
            </Button>
          </span>
        )}
      </div>
      {isPairs ? (
        <Queue
          key={`${noun} ${view} ${record} ${current}`}
          noun={noun}
          query={pairs}
          state={view}
          current={current}
          onPage={page => setSearch(before => ({ ...before, current: String(page) }))}
        />
      ) : view === 'groups' ? (
        <Groups key={noun} noun={noun} />
      ) : (
        <Merges noun={noun} record={record} />
      )}
    </PageFrame>
  )
}
