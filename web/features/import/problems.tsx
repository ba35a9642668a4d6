import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { Import, ImportPlan } from '#contract/import.api.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { DateOrderChoice } from '#web/ui/ingest/date-order.tsx'
import { WordMeanings } from '#web/ui/ingest/word-meanings.tsx'
import { choicesOf, labelOf } from './field-label.ts'
import css from './import.module.css'
import { importMessages } from './messages.ts'

type Answers = Pick<ImportPlan, 'orders' | 'means'>
type Props = {
  import: Import
  formatters: FieldFormatters
  isChecking: boolean
  /** Absent after the file was written: problems are then only shown. */
  onCheck?: ((answers: Answers) => void) | undefined
}

/** Values that could not be read, one entry per column and reason, with the user's choice for each. */
export function Problems({ import: current, formatters, isChecking, onCheck }: Props) {
  const t = useT(importMessages)
  const { problems, plan } = current
  const [orders, setOrders] = useState<NonNullable<ImportPlan['orders']>>(plan.orders ?? {})
  const [means, setMeans] = useState<NonNullable<ImportPlan['means']>>(() => proposedMeanings(current))
  if (problems.length === 0) return null
  const answers = { orders, means: mergeMeanings(plan.means, means) }
  const hasNew =
    Object.values(means).some(words => Object.values(words).some(value => value !== null)) ||
    Object.entries(orders).some(([field, order]) => plan.orders?.[field] !== order)
  return (
    <Alert
      type="warning"
      showIcon
      className="below-5"
      title={t('problems', { count: problems.length })}
      description={
        <>
          <ul className={css.problems}>
            {problems.map(problem => (
              <li key={`${problem.field} ${problem.message}`} className={css.problem}>
                <div className="break">
                  <b>{labelOf(current, formatters, problem.field)}</b>{' '}
                  {problem.column && problem.column !== labelOf(current, formatters, problem.field) && (
                    <span className="quiet">{t('inColumn', { column: problem.column })} </span>
                  )}
                  {problem.message}
                </div>
                <div className="small quiet break">
                  {t('problemCount', { count: problem.count, skipped: problem.skipped })}{' '}
                  {problem.examples
                    .map(({ n, value }) => t('problemExample', { n: String(n), value }))
                    .join(t('comma'))}
                </div>
                {onCheck && problem.asks === 'order' && (
                  <DateOrderChoice
                    label={labelOf(current, formatters, problem.field)}
                    value={orders[problem.field] ?? null}
                    onChange={order => setOrders({ ...orders, [problem.field]: order })}
                  />
                )}
                {onCheck && problem.asks === 'words' && (
                  <WordMeanings
                    choices={choicesOf(current, problem.field, t('leaveOut'))}
                    words={problem.words}
                    meanings={means[problem.field] ?? {}}
                    onChange={(word, value) =>
                      setMeans({ ...means, [problem.field]: { ...means[problem.field], [word]: value } })
                    }
                  />
                )}
              </li>
            ))}
          </ul>
          {onCheck && problems.some(({ asks }) => asks !== null) && (
            <Button
              className="above-2"
              type="primary"
              ghost
              disabled={!hasNew}
              loading={isChecking}
              onClick={() => onCheck(answers)}
            >
              {t('applyMeanings')}
            </Button>
          )}
        </>
      }
    />
  )
}

const proposedMeanings = ({ problems }: Import): NonNullable<ImportPlan['means']> =>
  Object.fromEntries(
    problems.flatMap(({ field, words }) => {
      const known = words.flatMap(({ word, means }) => (means === null ? [] : [[word, means] as const]))
      return known.length === 0 ? [] : [[field, Object.fromEntries(known)]]
    }),
  )

const mergeMeanings = (before: ImportPlan['means'] = {}, added: NonNullable<ImportPlan['means']>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(added)])].map(field => [
      field,
      { ...before[field], ...added[field] },
    ]),
  )
