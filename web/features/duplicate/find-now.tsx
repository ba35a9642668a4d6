import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { findDuplicates, getDuplicateRun, type MergeEntity } from '#contract/duplicate.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, pollWhile, refresh } from '#web/platform/query.ts'
import css from './duplicate.module.css'
import { duplicateMessages } from './messages.ts'

const pollMs = 1500

/** Shows up to when records were checked and starts a search; its results appear automatically. */
export function FindNow({ noun }: { noun: MergeEntity }) {
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
