import { Alert, Modal, Select } from 'antd'
import { useState } from 'react'
import { type List, mapListVersion } from '#contract/list.ts'
import {
  type ColumnMeaning,
  columnMeanings,
  type ListMapping,
  type ListSheet,
  type MappedColumn,
  numberSchemes,
} from '#contract/list-mapping.ts'
import { call } from '#web/platform/api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { propertyName } from '#web/ui/entity/property-names.ts'
import steps from '#web/ui/file-steps.module.css'
import css from './list.module.css'
import { MapLook } from './map-look.tsx'
import { listMessages } from './messages.ts'

type Props = { list: List; n: number; sheet: ListSheet; file: string; onClose: () => void }

/** What each column of a table means, with how its first rows are read that way. */
export default function MapDialog({ list, n, sheet, file, onClose }: Props) {
  const t = useT(listMessages)
  const [mapping, setMapping] = useState<ListMapping>(sheet.proposed)
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
      okButtonProps={{ disabled: !isReady, loading: isSending }}
      cancelText={t('close')}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        <p className="quiet">{t('mapText', { file })}</p>
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
        <MapLook params={{ id: list.id, n }} mapping={isReady ? mapping : null} />
      </div>
    </Modal>
  )
}

type RowProps = {
  heading: string
  samples: readonly string[]
  column: MappedColumn | undefined
  onChange: (column: Omit<MappedColumn, 'heading'> | null) => void
}

function ColumnRow({ heading, samples, column, onChange }: RowProps) {
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
        </div>
      </td>
    </tr>
  )
}
