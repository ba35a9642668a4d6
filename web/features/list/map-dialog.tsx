import { Alert, Modal, Select } from 'antd'
import { useState } from 'react'
import { getList, type List, mapListVersion, readListVersion } from '#contract/list.api.ts'
import {
  type ColumnMeaning,
  columnMeanings,
  type ListMapping,
  type ListSheet,
  type MappedColumn,
  numberSchemes,
  type UnreadableColumn,
} from '#contract/list-mapping.ts'
import { call } from '#web/platform/api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { propertyName } from '#web/ui/entity/property-names.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { ColumnPreview } from '#web/ui/ingest/column-preview.tsx'
import { ColumnTable } from '#web/ui/ingest/column-table.tsx'
import { type LayoutChoice, TableLayout } from '#web/ui/ingest/table-layout.tsx'
import css from './list.module.css'
import { MappingPreview } from './mapping-preview.tsx'
import { sanctionListMessages } from './messages.ts'

const pollMs = 600

/** `error`: why the chosen sheet could not be read. */
type Props = { list: List; n: number; sheet: ListSheet; error: string | null; file: string; onClose: () => void }

/** Maps the columns of a table, with a preview of its first rows. */
export default function MapDialog({ list, n, sheet: given, error: givenError, file, onClose }: Props) {
  const t = useT(sanctionListMessages)
  const [sheet, setSheet] = useState(given)
  const [error, setError] = useState(givenError)
  const [isReading, setIsReading] = useState(false)
  const [mapping, setMapping] = useState<ListMapping>(given.proposed)
  const [isSending, setIsSending] = useState(false)
  const isReady = mapping.columns.some(({ means }) => ['name', 'first_name', 'last_name'].includes(means))
  const columnAt = (at: number) => mapping.columns.find(({ heading }) => heading === sheet.headings[at])
  const change = (at: number, column: Omit<MappedColumn, 'heading'> | null) =>
    setMapping(before => ({
      ...before,
      columns: sheet.headings.flatMap((heading, n) => {
        if (n === at) return column ? [{ ...column, heading }] : []
        return before.columns.filter(known => known.heading === heading)
      }),
    }))
  async function read(choice: LayoutChoice) {
    setIsReading(true)
    try {
      let { loading } = await call(readListVersion, { params: { id: list.id, n }, body: choice })
      while (loading?.n === n && loading.state === 'loading') {
        await new Promise(resolve => setTimeout(resolve, pollMs))
        loading = (await call(getList, { params: { id: list.id } })).loading
      }
      if (loading?.n === n && loading.sheet) {
        setSheet(loading.sheet)
        setError(loading.error)
        setMapping(loading.sheet.proposed)
      } else {
        await refresh('list')
        onClose()
      }
    } catch (error) {
      showError(error)
    }
    setIsReading(false)
  }
  async function send() {
    setIsSending(true)
    try {
      await call(mapListVersion, { params: { id: list.id, n }, body: mapping })
      await refresh('list')
      onClose()
    } catch (error) {
      showError(error)
    }
    setIsSending(false)
  }
  return (
    <Modal
      open
      width={960}
      title={t('mapTitle', { name: list.name })}
      okText={t('loadMapped')}
      okButtonProps={{ disabled: !isReady || isReading, loading: isSending }}
      cancelText={t('close')}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        <p className="quiet">{t('mapText', { file })}</p>
        {sheet.layout && (
          <TableLayout layout={sheet.layout} isBusy={isReading} onChoose={choice => void read(choice)} />
        )}
        {error && <Failure>{error}</Failure>}
        {sheet.missing.length > 0 && (
          <Alert type="warning" title={t('missingColumns', { columns: sheet.missing.join(', ') })} />
        )}
        <ColumnTable<ColumnMeaning>
          columns={sheet.headings}
          rows={sheet.rows}
          fields={columnMeanings.map(value => ({ value, label: t(value === 'name' ? value : `means_${value}`) }))}
          fieldOf={at => columnAt(at)?.means ?? null}
          onChange={(at, means) => change(at, means && { means, scheme: means === 'number' ? 'idNumber' : null })}
          below={at => {
            const column = columnAt(at)
            const seen = sheet.seen?.[at]
            return column && <ColumnSettings column={column} seen={seen} onChange={next => change(at, next)} />
          }}
        />
        <div className="row gap-3 wrap">
          <span>{t('kindElse')}</span>
          <Select<'person' | 'organisation' | 'unknown'>
            aria-label={t('kindElse')}
            className={css.kind}
            value={mapping.kind ?? 'unknown'}
            options={(['person', 'organisation', 'unknown'] as const).map(value => ({
              value,
              label: t(`kind_${value}`),
            }))}
            onChange={kind => setMapping(before => ({ ...before, kind: kind === 'unknown' ? null : kind }))}
          />
        </div>
        <MappingPreview params={{ id: list.id, n }} mapping={isReady && !isReading ? mapping : null} />
      </div>
    </Modal>
  )
}

type SettingsProps = {
  column: MappedColumn
  seen: UnreadableColumn | undefined
  onChange: (column: MappedColumn) => void
}

/** The kind of numbers, or the values that cannot be read. */
function ColumnSettings({ column, seen, onChange }: SettingsProps) {
  const t = useT(sanctionListMessages)
  const locale = useLocale()
  const { heading, means, scheme, values = {}, order = null } = column
  if (means === 'number')
    return (
      <Select
        className="full"
        aria-label={`${heading}: ${t('scheme')}`}
        value={scheme ?? 'idNumber'}
        options={numberSchemes.map(value => ({ value, label: propertyName(value, locale) }))}
        onChange={next => onChange({ ...column, scheme: next })}
      />
    )
  if (!seen || (means !== 'birth_date' && means !== 'country' && means !== 'kind')) return null
  return (
    <ColumnPreview
      means={means}
      seen={seen}
      fate={means === 'kind' ? 'row' : 'note'}
      order={order}
      meanings={values}
      onChange={({ order, meanings }) =>
        onChange({ ...column, ...(order && { order }), ...(meanings && { values: meanings }) })
      }
    />
  )
}
