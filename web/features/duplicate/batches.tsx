import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useRef } from 'react'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import {
  type DuplicateBatch,
  type DuplicateGroup,
  listDuplicateBatches,
  undoDuplicateBatch,
} from '#contract/duplicate_group.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, pollWhile, refresh, showError } from '#web/platform/query.ts'
import css from './duplicate.module.css'
import { duplicateMessages, reasonMessages } from './messages.ts'

const pollMs = 1000
const isBusy = ({ state }: DuplicateBatch) => state === 'running' || state === 'undoing'

/** Describes the evidence that the pairs of a group have in common. */
export function useGroupWords(): (reasons: DuplicateGroup['reasons']) => string {
  const t = useT(duplicateMessages)
  const words = useT(reasonMessages)
  return reasons => reasons.map(each => (each === 'same_source' ? t('same_source') : words(each))).join(t('comma'))
}

/** Groups that were decided recently, with their progress and undo. */
export function Batches({ noun }: { noun: MergeEntity }) {
  const { isActive } = usePage()
  const { data } = useQuery({
    ...endpointQuery(listDuplicateBatches, { query: { noun } }),
    enabled: isActive,
    refetchInterval: pollWhile(({ items }) => items.some(isBusy), pollMs),
  })
  // A short run ends before it is seen running, so its end is detected by a new finished entry.
  const over = data?.items.flatMap(each => (isBusy(each) ? [] : [`${each.id} ${each.state}`])).join()
  const seen = useRef(over)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== over) void refresh(noun, 'duplicate', 'merge')
    seen.current = over
  }, [over, noun])
  if (!data || data.items.length === 0) return null
  return (
    <ul className="rows panel">
      {data.items.map(batch => (
        <Line key={batch.id} batch={batch} />
      ))}
    </ul>
  )
}

function Line({ batch }: { batch: DuplicateBatch }) {
  const t = useT(duplicateMessages)
  const words = useGroupWords()
  const { id, act, state, total, done, skipped, undone, stayed } = batch
  const undo = () => call(undoDuplicateBatch, { params: { id } }).then(() => refresh('duplicate'), showError)
  const states = {
    running: [t(`batchRunning_${act}`, { total })],
    done: [t(`batchDone_${act}`, { done }), skipped > 0 && t('batchSkipped', { count: skipped })],
    undoing: [t('batchUndoing', { total: done + undone + stayed })],
    undone: [t('batchUndone', { undone }), stayed > 0 && t('batchStayed', { count: stayed })],
  }[state]
  const progress =
    state === 'running' ? (done + skipped) / total : (undone + stayed) / Math.max(1, done + undone + stayed)
  return (
    <li className={css.group}>
      <div className="stack shrink gap-2" role="status">
        <p>
          {states.filter(Boolean).join(' · ')}{' '}
          <span className="small faint">
            {words(batch.reasons)} · {formatInstant(batch.created_at)}
          </span>
        </p>
        {isBusy(batch) && <Progress percent={Math.floor(progress * 100)} size="small" />}
      </div>
      {batch.can.includes('undo') && (
        <div className={css.groupActs}>
          <Button onClick={() => void undo()}>{t('undoBatch')}</Button>
        </div>
      )}
    </li>
  )
}
