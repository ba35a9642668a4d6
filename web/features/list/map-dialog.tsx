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
import steps from '#web/ui/file-steps.module.css'
import { type LayoutChoice, TableLayout } from '#web/ui/table-layout/table-layout.tsx'
import { ColumnPreview } from './column-seen.tsx'
import css from './list.module.css'
import { MappingPreview } from './map-look.tsx'
import { listMessages } from './messages.ts'

const pollMs = 600

type Props = { list: List; n: number; sheet: ListSheet; file: string; onClose: () => void }

/** Maps the columns of a table, with a preview of its first rows. */
export default function MapDialog({ list, n, sheet: given, file, onClose }: Props) {
  const t = useT(listMessages)
  const [sheet, setSheet] = useState(given)
  const [isReading, setIsReading] = useState(false)
  const [mapping, setMapping] = useState<ListMapping>(given.proposed)
  const [isSending, setIsSending] = useState(false)
  const isReady = mapping.columns.some(({ means }) => ['name', 'first_name', 'last_name'].includes(means))
  const change = (heading: string, column: Omit<MappedColumn, 'heading'> | null) =>
    setMapping(before => ({
      ...before,
      columns: sheet.headings.flatMap(each => {
        if (each === heading) return column ? [{ heading, ...column }] : []
        return before.columns.filter(known => known.heading === each)
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
        {sheet.missing.length > 0 && (
          <Alert type="warning" title={t('missingColumns', { columns: sheet.missing.join(', ') })} />
        )}
        <div className={css.mapped}>
          <table className={steps.table}>
            <thead>
              <tr>
                <th>{t('column')}</th>
                <th>{t('sample')}</th>
                <th className={css.meaning}>{t('meaning')}</th>
              </tr>
            </thead>
            <tbody>
              {sheet.headings.map((heading, at) => (
                <ColumnRow
                  key={heading}
                  heading={heading}
                  samples={sheet.rows.flatMap(row => row[at] || []).slice(0, 3)}
                  column={mapping.columns.find(each => each.heading === heading)}
                  seen={sheet.seen?.find(each => each.heading === heading)}
                  onChange={column => change(heading, column)}
                />
              ))}
            </tbody>
          </table>
        </div>
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

type RowProps = {
  heading: string
  samples: readonly string[]
  column: MappedColumn | undefined
  seen: UnreadableColumn | undefined
  onChange: (column: Omit<MappedColumn, 'heading'> | null) => void
}

function ColumnRow({ heading, samples, column, seen, onChange }: RowProps) {
  const t = useT(listMessages)
  const locale = useLocale()
  return (
    <tr>
      <th scope="row" className="break">
        {heading}
      </th>
      <td className={css.sample} title={samples.join(' · ')}>
        {samples.join(' · ')}
      </td>
      <td>
        <div className="stack gap-1">
          <Select<ColumnMeaning | ''>
            className="full"
            aria-label={`${heading}: ${t('meaning')}`}
            value={column?.means ?? ''}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: '', label: t('notUsed') },
              ...columnMeanings.map(value => ({ value, label: t(value === 'name' ? value : `means_${value}`) })),
            ]}
            onChange={means => onChange(means ? { means, scheme: means === 'number' ? 'idNumber' : null } : null)}
          />
          {column?.means === 'number' && (
            <Select
              className="full"
              aria-label={`${heading}: ${t('scheme')}`}
              value={column.scheme ?? 'idNumber'}
              options={numberSchemes.map(value => ({ value, label: propertyName(value, locale) }))}
              onChange={scheme => onChange({ means: 'number', scheme })}
            />
          )}
          {column && seen && <ColumnPreview column={column} seen={seen} onChange={onChange} />}
        </div>
      </td>
    </tr>
  )
}
