import { Button } from 'antd'
import { lazy, memo, Suspense, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import css from './list.module.css'
import type { BulkAct } from './list-config.ts'
import { filterOf } from './list-state.ts'
import { listMessages } from './messages.ts'
import { countSelected, noSelection, pageState, targetOf } from './selection.ts'
import type { ListModel, ListSelection } from './use-list.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

type Props<T> = { list: ListModel<T>; chosen: ListSelection; acts: readonly BulkAct[] }

/** The selection, a button to select all matches, and the bulk actions. */
export function BulkBar<T>({ list, chosen, acts }: Props<T>) {
  const t = useT(listMessages)
  const { total, isEstimated } = list
  const { selection, select } = chosen
  const [act, setAct] = useState<BulkAct | null>(null)
  const count = countSelected(selection, total)
  const isAll = selection.kind === 'all'
  const text = isAll ? t(isEstimated ? 'allSelectedAbout' : 'allSelected', { count }) : t('rowsSelected', { count })
  const mayTakeAll = !isAll && total > count && pageState(selection, list.ids) === 'all'
  const target = targetOf(selection, { ...(list.config.fixed as object), ...filterOf(list.state) }, total)
  const close = () => setAct(null)
  const finish = () => {
    setAct(null)
    select(noSelection)
  }
  return (
    <section className="row wrap gap-2 gap-x-3" aria-label={t('bulkActs')}>
      <span className="strong" role="status">
        {text}
      </span>
      {mayTakeAll && (
        <button type="button" className={css.link} onClick={() => select({ kind: 'all' })}>
          {t(isEstimated ? 'selectAllAbout' : 'selectAll', { count: total })}
        </button>
      )}
      <ActButtons acts={acts} onAct={setAct} />
      <button type="button" className={css.link} onClick={() => select(noSelection)}>
        {t('clearSelection')}
      </button>
      {act && (
        <Suspense>
          {act.Dialog ? (
            <act.Dialog target={target} onClose={close} onDone={finish} />
          ) : (
            <BulkDialog act={act} target={target} isEstimated={isAll && isEstimated} onClose={close} onDone={finish} />
          )}
        </Suspense>
      )}
    </section>
  )
}

const ActButtons = memo(function ActButtons({
  acts,
  onAct,
}: {
  acts: readonly BulkAct[]
  onAct: (act: BulkAct) => void
}) {
  return acts.map(each => {
    const Icon = each.icon
    return (
      <Button
        key={each.id}
        size="small"
        className={each.isDanger ? css.danger : undefined}
        icon={Icon && <Icon size={14} aria-hidden />}
        aria-label={each.label}
        onClick={() => onAct(each)}
      >
        {each.short ?? each.label}
      </Button>
    )
  })
})
