import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { listDiffs } from '#contract/diff.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { showError } from '#web/platform/query.ts'
import { filterOf } from '#web/ui/list/list-state.ts'
import { isEmpty, isSelected, noSelection } from '#web/ui/list/selection.ts'
import type { ListSelection } from '#web/ui/list/use-list.ts'
import parts from './diff.module.css'
import { diffMessages } from './messages.ts'
import { tabFilter } from './queue-config.ts'
import { type DiffBulkTarget, reviewMany } from './review.ts'
import { diffReviewMessages } from './review-messages.ts'
import type { ReviewQueue } from './use-queue.ts'

const labels = {
  important: 'markImportant',
  ignored: 'markIgnored',
  done: 'markDone',
  unread: 'markUnread',
} as const

/** The selection, the clusters that belong to it, and the bulk actions. */
export function QueueBulk({ queue, chosen }: { queue: ReviewQueue; chosen: ListSelection }) {
  const t = useT(diffMessages)
  const words = useT(diffReviewMessages)
  const modal = useModal()
  const { list, rows, tab } = queue
  const { selection, select } = chosen
  const [hasClusters, setHasClusters] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  if (isEmpty(selection)) return null
  const picked = rows.filter(({ id }) => isSelected(selection, id))
  const isAll = selection.kind === 'all'
  const clustered = picked.filter(({ cluster, cluster_size }) => cluster !== null && cluster_size > 1)
  const mayTakeAll = !isAll && picked.length === rows.length && list.total > rows.length && !list.isEstimated

  async function run(status: DiffStatus) {
    setIsBusy(true)
    try {
      if (isAll) await onAll(status)
      else {
        await reviewMany(targetsOf(picked, hasClusters), { status })
        select(noSelection)
      }
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  /** Uses the filter without folding and counts again: every difference is reviewed, not every row. */
  async function onAll(status: DiffStatus) {
    const filter = { ...filterOf(list.state), ...tabFilter(tab) }
    const { total, total_estimated } = await call(listDiffs, { query: { ...filter, pageSize: 1 } })
    if (total_estimated) {
      modal.info({ title: t('bulkTooMany', { count: total }), content: t('bulkFewer') })
      return
    }
    const isSure = await modal.confirm({
      title: t('bulkTitle', { count: total, status: words(status) }),
      content: t('bulkText'),
      okText: t('bulkGo', { status: words(status) }),
      cancelText: t('cancel'),
    })
    if (!isSure) return
    await reviewMany([{ filter, expected: total }], { status })
    select(noSelection)
  }

  return (
    <section className="row wrap grow gap-2 gap-x-3" aria-label={words('review')}>
      <span className="strong" role="status">
        {isAll ? t('allSelected', { count: list.total }) : t('selected', { count: picked.length })}
      </span>
      {mayTakeAll && (
        <button type="button" className={parts.link} onClick={() => select({ kind: 'all' })}>
          {t('selectMatching', { count: list.total })}
        </button>
      )}
      {!isAll && clustered.length > 0 && (
        <Checkbox checked={hasClusters} onChange={event => setHasClusters(event.target.checked)}>
          {t('withCluster', { count: picked.reduce((sum, { cluster_size }) => sum + cluster_size, 0) })}
        </Checkbox>
      )}
      {(['important', 'ignored', 'done', 'unread'] as const)
        .filter(status => tabFilter(tab).status !== status)
        .map(status => (
          <Button key={status} size="small" disabled={isBusy} onClick={() => void run(status)}>
            {words(labels[status])}
          </Button>
        ))}
      <button type="button" className={parts.link} onClick={() => select(noSelection)}>
        {t('clear')}
      </button>
    </section>
  )
}

/** Reviews single rows, or with `hasClusters` all differences of a row's cluster. */
function targetsOf(picked: readonly Diff[], hasClusters: boolean): DiffBulkTarget[] {
  const stands = ({ cluster, cluster_size }: Diff) => hasClusters && cluster !== null && cluster_size > 1
  const ids = picked.filter(diff => !stands(diff)).map(({ id }) => id)
  return [...(ids.length > 0 ? [{ ids }] : []), ...picked.filter(stands).map(diff => ({ sameAs: diff }))]
}
