import { Alert, Button, Tabs } from 'antd'
import { useState } from 'react'
import { checkImport, type Import, runImport, verdicts } from '#contract/import.api.ts'
import { ChoicePanel } from '#web/features/import_choice/import_choice.ts'
import { TakeBack } from '#web/features/import_run/import_run.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { columnName, LeftOut } from '#web/ui/ingest/column-table.tsx'
import steps from '#web/ui/ingest/file-steps.module.css'
import type { RecordSource } from '#web/ui/picker/record-source.ts'
import css from './import.module.css'
import type { FormattersOf } from './import-props.ts'
import { ImportRows, type RowFilter } from './import-rows.tsx'
import { importMessages } from './messages.ts'
import { NameLinks } from './name-links.tsx'
import { Problems } from './problems.tsx'

type Props = {
  import: Import
  formatters: FieldFormatters
  useLooksOf: FormattersOf | undefined
  nameSource: RecordSource | undefined
  onBack: () => void
  onRun: (next: Import) => void
  onClose: () => void
}

/** The result of the dry run, row by row; after the run, the rows written. */
export function CheckStep({ import: current, formatters, useLooksOf, nameSource, onBack, onRun, onClose }: Props) {
  const t = useT(importMessages)
  const { counts, state, left_out: leftOut } = current
  const shown: readonly RowFilter[] = leftOut > 0 ? [...verdicts, 'left_out'] : verdicts
  const toWrite = counts.new + counts.changed
  const [verdict, setVerdict] = useState<RowFilter>(verdicts.find(each => counts[each] > 0) ?? 'new')
  const [sending, setSending] = useState<'check' | 'run' | null>(null)

  async function send(what: 'check' | 'run', request: Promise<Import>) {
    setSending(what)
    try {
      onRun(await request)
    } catch (error) {
      showError(error)
    }
    setSending(null)
  }
  return (
    <>
      {state === 'done' && (
        <Alert
          type="success"
          showIcon
          title={t('done', { count: current.written })}
          description={[
            counts.unchanged > 0 && t('doneUntouched', { count: counts.unchanged }),
            leftOut > 0 && t('doneLeftOut', { count: leftOut }),
          ]
            .filter(Boolean)
            .join(' ')}
          className="below-5"
        />
      )}
      {state === 'cancelled' && (
        <Alert type="warning" showIcon title={t('cancelled', { count: current.written })} className="below-5" />
      )}
      {(state === 'done' || state === 'cancelled') && <TakeBack of={{ import: current.id }} />}
      {(state === 'checked' || state === 'done') && (
        <Problems
          // Another dry run resets the comparison.
          key={current.updated_at}
          import={current}
          formatters={formatters}
          isChecking={sending === 'check'}
          {...(state === 'checked' && {
            onCheck: answers =>
              void send(
                'check',
                call(checkImport, { params: { id: current.id }, body: { ...current.plan, ...answers } }),
              ),
          })}
        />
      )}
      {state === 'checked' && <LeftOut columns={leftOutColumns(current)} />}
      {state === 'checked' &&
        current.creates.map(made => (
          <Alert
            key={made.noun}
            type="info"
            showIcon
            className="below-5"
            title={t('creates', { count: made.count, names: made.names.join(', ') })}
          />
        ))}
      {state === 'checked' && <ChoicePanel of={{ import: current.id }} onLeave={onClose} />}
      {state === 'checked' && nameSource && current.links.length > 0 && (
        <NameLinks
          import={current}
          source={nameSource}
          isChecking={sending === 'check'}
          onCheck={links =>
            void send('check', call(checkImport, { params: { id: current.id }, body: { ...current.plan, links } }))
          }
        />
      )}
      <Tabs
        activeKey={verdict}
        onChange={key => setVerdict(key as RowFilter)}
        items={shown.map(each => ({
          key: each,
          label: (
            <span>
              {t(each)} <b className={css.count}>{each === 'left_out' ? leftOut : counts[each]}</b>
            </span>
          ),
          children: each === verdict && (
            <ImportRows import={current} verdict={each} formatters={formatters} useLooksOf={useLooksOf} />
          ),
        }))}
      />
      <div className={steps.acts}>
        <Button onClick={onBack}>{t('back')}</Button>
        {state === 'checked' && toWrite > 0 && (
          <Button
            type="primary"
            loading={sending === 'run'}
            disabled={sending === 'check'}
            onClick={() => void send('run', call(runImport, { params: { id: current.id } }))}
          >
            {t('run', { count: toWrite })}
          </Button>
        )}
        {state === 'checked' && toWrite === 0 && (
          <span className="small quiet">
            {counts.unchanged > 0 ? t('nothingUntouched', { count: counts.unchanged }) : t('nothing')}
          </span>
        )}
        {state === 'done' && (
          <Button type="primary" onClick={onClose}>
            {t('finish')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Columns that hold something and lead nowhere. */
const leftOutColumns = ({ columns, sample, plan }: Import) =>
  columns.map(columnName).filter((_, at) => !plan.mapping[at] && sample.some(row => row[at]))
