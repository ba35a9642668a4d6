import { type CSSProperties, useId } from 'react'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { type FieldFormatters, isBlank } from '#web/ui/formatter.ts'
import css from './merge.module.css'
import { isList, type MergeValueChoice } from './merge-choice.ts'
import { duplicateMessages } from './messages.ts'
import type { AnyRecord } from './records.ts'

type Props = {
  noun: MergeEntity
  records: readonly AnyRecord[]
  target: AnyRecord
  formatters: FieldFormatters
  fields: readonly string[]
  choiceOf: (field: string) => MergeValueChoice
  nameOf: (record: AnyRecord) => string
  onTarget: (id: number) => void
  onChoose: (field: string, choice: MergeValueChoice) => void
}

/** A column per record. The head chooses the record that stays, each row the value. */
export function MergeFields({
  noun,
  records,
  target,
  formatters,
  fields,
  choiceOf,
  nameOf,
  onTarget,
  onChoose,
}: Props) {
  const t = useT(duplicateMessages)
  const group = useId()
  return (
    <section className={css.scroll} aria-label={t('field')}>
      <table className={css.table} style={{ '--records': records.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="row">{t('keep')}</th>
            {records.map(record => (
              <th key={record.id} scope="col" data-kept={record === target}>
                <label className={css.choice}>
                  <input
                    type="radio"
                    name={group}
                    checked={record === target}
                    onChange={() => onTarget(record.id)}
                    aria-label={`${t('keepThis')}: ${nameOf(record)} #${record.id}`}
                  />
                  <span className={css.value}>
                    <strong>{nameOf(record)}</strong> <span className="small mono faint">#{record.id}</span>
                  </span>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(field => (
            <tr key={field}>
              <th scope="row">
                {formatters[field]?.label ?? field}
                {isList(noun, field) && (
                  <label className={css.choice}>
                    <input
                      type="radio"
                      name={`${group}${field}`}
                      checked={choiceOf(field) === 'all'}
                      onChange={() => onChoose(field, 'all')}
                    />
                    <span>{t('all')}</span>
                  </label>
                )}
              </th>
              {records.map(record => (
                <td key={record.id} data-chosen={[record.id, 'all'].includes(choiceOf(field))}>
                  <label className={css.choice}>
                    <input
                      type="radio"
                      name={`${group}${field}`}
                      checked={choiceOf(field) === record.id}
                      onChange={() => onChoose(field, record.id)}
                      aria-label={`${formatters[field]?.label ?? field}: ${nameOf(record)} #${record.id}`}
                    />
                    <span className={css.value}>
                      {isBlank(record[field]) ? (
                        <span className="faint">{t('nothingThere')}</span>
                      ) : (
                        (formatters[field]?.show(record[field]) ?? String(record[field]))
                      )}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
