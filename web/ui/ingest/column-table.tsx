import { Alert, Select } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import steps from './file-steps.module.css'
import css from './ingest.module.css'
import { ingestMessages } from './messages.ts'

type Props<Field extends string> = {
  columns: readonly string[]
  /** The first rows of the file. */
  rows: readonly (readonly string[])[]
  fields: readonly { value: Field; label: string }[]
  fieldOf: (at: number) => Field | null
  onChange: (at: number, field: Field | null) => void
  /** Details of the values of a column, below its field. */
  below?: (at: number, name: string) => ReactNode
}

const mostSamples = 3

/** A column without a heading is named by its place. */
export const columnName = (column: string, at: number): string => column || `#${at + 1}`

/** The columns of a file with examples of their values, and the field of each. */
export function ColumnTable<Field extends string>({ columns, rows, fields, fieldOf, onChange, below }: Props<Field>) {
  const t = useT(ingestMessages)
  const samplesAt = (at: number) => rows.flatMap(row => row[at] || []).slice(0, mostSamples)
  const isLeftOut = (at: number) => fieldOf(at) === null && samplesAt(at).length > 0
  return (
    <>
      <LeftOut columns={columns.map(columnName).filter((_, at) => isLeftOut(at))} />
      <table className={`${steps.table} ${css.mapped}`}>
        <thead>
          <tr>
            <th>{t('column')}</th>
            <th>{t('sample')}</th>
            <th className={css.field}>{t('field')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(columnName).map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; names may repeat
            <tr key={at} className={isLeftOut(at) ? css.leftOut : undefined}>
              <th scope="row" className="break" dir="auto">
                {name}
              </th>
              <td className={css.sample} dir="auto" title={samplesAt(at).join(' · ')}>
                {samplesAt(at).join(' · ')}
              </td>
              <td>
                <div className="stack gap-1">
                  <Select<Field | ''>
                    className="full"
                    aria-label={`${name}: ${t('field')}`}
                    value={fieldOf(at) ?? ''}
                    options={[{ value: '', label: t('notUsed') }, ...fields]}
                    showSearch={{ optionFilterProp: 'label' }}
                    onChange={field => onChange(at, field || null)}
                  />
                  {below?.(at, name)}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Names the columns with content that have no field. */
export function LeftOut({ columns }: { columns: readonly string[] }) {
  const t = useT(ingestMessages)
  if (columns.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="below-5"
      title={t('leftOut', { count: columns.length, names: columns.join(t('comma')) })}
      description={t('leftOutHint')}
    />
  )
}
