import { Button, Popconfirm } from 'antd'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { type ComparedValues, isSameValue } from '#web/ui/form/compare.ts'
import { type FieldFormatters, isBlank } from '#web/ui/formatter.ts'
import { ChangeView } from './change-view.tsx'
import css from './history.module.css'
import { historyMessages } from './messages.ts'

export type RestoreOptions = {
  /** The present record: a value that it already has is not offered. */
  present: ComparedValues
  /** Fields that can be restored; all if absent. */
  fields?: readonly string[]
  restore: (entryId: number, field: string) => Promise<unknown>
}

type Props = {
  entries: readonly HistoryEntry[]
  formatters: FieldFormatters
  /** Absent without permission to change the record. */
  restoring?: RestoreOptions | undefined
}

/** All changes of a record, newest first: user, time, request, and each field before and after. */
export function HistoryList({ entries, formatters, restoring }: Props) {
  return (
    <ol>
      {entries.map(entry => (
        <li key={entry.id} className={css.entry}>
          <EntryHead entry={entry} />
          {entry.changes.length > 0 && <Changes entry={entry} formatters={formatters} restoring={restoring} />}
        </li>
      ))}
    </ol>
  )
}

/** Not a field: marks the undo of an import. */
const isUndone = ({ field }: { field: string }) => field === 'import_undone'

function EntryHead({ entry }: { entry: HistoryEntry }) {
  const t = useT(historyMessages)
  const undone = entry.changes.find(isUndone)
  const count = entry.changes.length - (undone ? 1 : 0)
  const act = entry.act === 'update' ? t('updateCount', { count }) : t(entry.act)
  return (
    <div className={css.head}>
      <strong>{entry.username ?? t('system')}</strong>
      <span>{act}</span>
      {undone && <span className="quiet">{t('importUndone', { file: String(undone.from) })}</span>}
      <time className="small faint" dateTime={entry.at}>
        {formatInstant(entry.at)}
      </time>
      <details className={css.request}>
        <summary>{t('reqId')}</summary>
        <code>{entry.req_id}</code>
      </details>
    </div>
  )
}

function Changes({
  entry,
  formatters,
  restoring,
}: {
  entry: HistoryEntry
  formatters: FieldFormatters
  restoring: RestoreOptions | undefined
}) {
  const shown = entry.changes.filter(change => !(isBlank(change.from) && isBlank(change.to)) && !isUndone(change))
  return (
    <dl className={css.changes}>
      {shown.map(change => {
        const formatter = formatters[change.field]
        const label = formatter?.label ?? change.field
        const isOffered =
          restoring &&
          entry.act === 'update' &&
          formatter &&
          restoring.fields?.includes(change.field) !== false &&
          !isSameValue(restoring.present[change.field], change.from)
        return (
          <div key={change.field} className={css.change}>
            <dt>{label}</dt>
            <dd>
              <ChangeView change={change} formatter={formatter} isFirst={entry.act === 'create'} />
              {isOffered && (
                <RestoreValue
                  label={label}
                  value={isBlank(change.from) ? null : formatter.show(change.from)}
                  restore={() => restoring.restore(entry.id, change.field)}
                />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type TailProps = { hasMore: boolean; isLoading: boolean; onMore: () => void }

/** Below the entries: a button that loads earlier ones. */
export function HistoryTail({ hasMore, isLoading, onMore }: TailProps) {
  const t = useT(historyMessages)
  if (!hasMore) return null
  return (
    <Button loading={isLoading} onClick={onMore}>
      {t('more')}
    </Button>
  )
}

type RestoreValueProps = {
  label: string
  /** The value to restore, formatted; null means empty. */
  value: ReactNode
  restore: () => Promise<unknown>
}

/** Restores one field to an earlier value, after showing it. */
function RestoreValue({ label, value, restore }: RestoreValueProps) {
  const t = useT(historyMessages)
  async function run() {
    try {
      await restore()
      notifySuccess(t('restored', { field: label }))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Popconfirm
      title={t('restoreTitle', { field: label })}
      description={<div className={css.confirm}>{value ?? t('nothingThere')}</div>}
      okText={t('restoreDo')}
      cancelText={t('cancel')}
      onConfirm={run}
      placement="bottomRight"
      icon={null}
    >
      <Button
        size="small"
        type="text"
        className={css.restore}
        icon={<Undo2 size={14} aria-hidden />}
        aria-label={t('restoreLabel', { field: label })}
      >
        {t('restoreValue')}
      </Button>
    </Popconfirm>
  )
}
