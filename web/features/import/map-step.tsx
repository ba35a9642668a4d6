import { Alert, Button, Checkbox, Radio, Select } from 'antd'
import { useState } from 'react'
import { checkImport, type Import, type ImportPlan, readImport } from '#contract/import.api.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { AccessPickers } from '#web/ui/ingest/access-pickers.tsx'
import { ColumnTable } from '#web/ui/ingest/column-table.tsx'
import steps from '#web/ui/ingest/file-steps.module.css'
import { SourceOfFile } from '#web/ui/ingest/source-of-file.tsx'
import { TableLayout } from '#web/ui/ingest/table-layout.tsx'
import { WordMeanings } from '#web/ui/ingest/word-meanings.tsx'
import { ConstantFields } from './constant-fields.tsx'
import { choicesOf, labelOf, matchLabelOf } from './field-label.ts'
import css from './import.module.css'
import { importMessages } from './messages.ts'

type Props = { import: Import; formatters: FieldFormatters; onChecked: (next: Import) => void }

/** Maps columns to fields, and chooses how existing records are matched. */
export function MapStep({ import: current, formatters, onChecked }: Props) {
  const t = useT(importMessages)
  const [plan, setPlan] = useState<ImportPlan>(current.plan)
  const [isSending, setIsSending] = useState(false)
  const change = (patch: Partial<ImportPlan>) => setPlan(before => ({ ...before, ...patch }))
  const label = (field: string) => labelOf(current, formatters, field)
  const options = current.fields.map(field => ({
    value: field.name,
    label: field.required ? `${label(field.name)} (${t('required')})` : label(field.name),
  }))
  const filled = [...plan.mapping.filter(field => field !== null), ...Object.keys(plan.constants)]
  const missing = current.fields.find(field => field.required && !filled.includes(field.name))
  const twice = filled.find((field, at) => filled.indexOf(field) !== at)

  /** Words with a meaning that the user chose, for fields that a column fills. */
  const known = Object.entries(plan.means ?? {}).filter(
    ([field, words]) => plan.mapping.includes(field) && Object.keys(words).length > 0,
  )
  async function check() {
    setIsSending(true)
    try {
      onChecked(await call(checkImport, { params: { id: current.id }, body: plan }))
    } catch (error) {
      showError(error)
    }
    setIsSending(false)
  }
  return (
    <div className={css.map}>
      <p className="small quiet">
        {[t('rows', { count: current.row_count }), current.format?.toUpperCase(), current.encoding]
          .filter(Boolean)
          .join(' · ')}
        {current.plan_remembered && ` · ${t('remembered')}`}
      </p>
      {current.layout && (
        <TableLayout
          layout={current.layout}
          onChoose={choice =>
            void call(readImport, { params: { id: current.id }, body: choice }).then(onChecked, error =>
              showError(error),
            )
          }
        />
      )}
      <ColumnTable
        columns={current.columns}
        rows={current.sample}
        fields={options}
        fieldOf={at => plan.mapping[at] ?? null}
        onChange={(at, field) =>
          change({ mapping: current.columns.map((_, n) => (n === at ? field : (plan.mapping[n] ?? null))) })
        }
      />
      <ConstantFields
        constants={plan.constants}
        options={options.filter(option => !plan.mapping.includes(option.value))}
        onChange={constants => change({ constants })}
      />
      <div className={steps.settings}>
        <SourceOfFile
          sources={sourceSource}
          value={plan.source_id ?? null}
          fileName={current.file_name}
          onChange={source_id => change({ source_id })}
        />
        <Choice label={t('matchOn')} hint={t('matchHint')}>
          <Select
            mode="multiple"
            className="full"
            aria-label={t('matchOn')}
            value={plan.match_on}
            options={current.fields
              .filter(field => field.can_match)
              .map(({ name }) => ({ value: name, label: matchLabelOf(current, formatters, name) }))}
            onChange={fields => change({ match_on: fields })}
          />
        </Choice>
        <Choice label={t('onWrong')} hint={t('onWrongHint')}>
          <Radio.Group
            aria-label={t('onWrong')}
            value={plan.on_wrong}
            onChange={event => change({ on_wrong: event.target.value })}
            options={[
              { value: 'skip_row', label: t('skipRow') },
              { value: 'skip_value', label: t('skipValue') },
            ]}
          />
        </Choice>
        <Choice label={t('onEmpty')}>
          <Radio.Group
            aria-label={t('onEmpty')}
            value={plan.on_empty}
            onChange={event => change({ on_empty: event.target.value })}
            options={[
              { value: 'keep', label: t('keep') },
              { value: 'clear', label: t('clear') },
            ]}
          />
        </Choice>
        {current.fields.some(({ name }) => name === 'desc') && (
          <Choice label={t('keepUnread')}>
            <Checkbox
              checked={plan.keep_unread === true}
              onChange={event => change({ keep_unread: event.target.checked })}
            >
              {t('keepUnreadLabel')}
            </Checkbox>
          </Choice>
        )}
        {known.map(([field, words]) => (
          <Choice key={field} label={t('wordsKnown', { field: label(field) })} hint={t('wordsKnownHint')}>
            <WordMeanings
              choices={choicesOf(current, field, t('leaveOut'))}
              words={Object.keys(words).map(word => ({ word }))}
              meanings={words}
              onChange={(word, value) => change({ means: { ...plan.means, [field]: { ...words, [word]: value } } })}
            />
          </Choice>
        ))}
        {plan.mapping.includes('website') && (
          <Choice label={t('websites')}>
            <Checkbox
              checked={plan.makes_entrances === true}
              onChange={event => change({ makes_entrances: event.target.checked })}
            >
              {t('makesEntrances')}
            </Checkbox>
          </Choice>
        )}
        <AccessPickers
          read_user={plan.read_user}
          write_user={plan.write_user}
          {...(plan.read_group && { read_group: plan.read_group })}
          {...(plan.write_group && { write_group: plan.write_group })}
          onChange={change}
        />
      </div>
      {(missing || twice) && (
        <Alert
          type="warning"
          showIcon
          title={
            missing ? t('nameMissing', { field: label(missing.name) }) : t('fieldTwice', { field: label(twice ?? '') })
          }
        />
      )}
      <div className={steps.acts}>
        <Button type="primary" disabled={!!missing || !!twice} loading={isSending} onClick={() => void check()}>
          {t('check')}
        </Button>
      </div>
    </div>
  )
}

function Choice({ label, hint, children }: { label: string; hint?: string; children: React.ReactNode }) {
  return (
    <div className="stack gap-2">
      <span className="quiet">{label}</span>
      {children}
      {hint && <span className="small quiet">{hint}</span>}
    </div>
  )
}
