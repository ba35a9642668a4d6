import { Button, Segmented, Select, Tooltip } from 'antd'
import type { ChoiceCounts, choiceRules } from '#contract/import_choice.api.ts'
import { useFieldLabels } from '#web/features/claim/claim.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './import-review.module.css'
import { importReviewMessages } from './messages.ts'
import type { ReviewFilter } from './use-decisions.ts'

type Props = {
  counts: ChoiceCounts
  filter: ReviewFilter
  /** The number of values that match the filter; undefined while they are counted. */
  total: number | undefined
  isBulkRunning: boolean
  onFilter: (filter: ReviewFilter) => void
  onRule: (rule: (typeof choiceRules)[number]) => void
}

const order = ['keep', 'take', 'priority', 'newest', 'none'] as const satisfies readonly (typeof choiceRules)[number][]

/** Filters the values, and decides on all of them at once. */
export function ChoiceBar({ counts, filter, total, isBulkRunning, onFilter, onRule }: Props) {
  const t = useT(importReviewMessages)
  const labelOf = useFieldLabels()
  const isSeveral = new Set(counts.fields.map(each => each.noun)).size > 1
  const option = (name: string, count: number) => t('option', { name, count: count.toLocaleString() })
  const fields = counts.fields.map(({ noun, field, count }) => {
    const name = isSeveral ? `${t(noun)} · ${labelOf(noun, field)}` : labelOf(noun, field)
    return { value: `${noun} ${field}`, label: option(name, count) }
  })
  const authors = counts.by.map(({ by, name, count }) => ({
    value: by,
    label: option(by === 'person' || by === 'withheld' ? t(by) : (name ?? ''), count),
  }))
  const states = [
    { value: 'all', label: `${t('all')} ${counts.total.toLocaleString()}` },
    { value: 'open', label: `${t('open')} ${counts.open.toLocaleString()}` },
    { value: 'keep', label: `${t('keep')} ${counts.keep.toLocaleString()}` },
    { value: 'take', label: `${t('take')} ${counts.take.toLocaleString()}` },
  ]
  const hints = { priority: t('priorityHint'), newest: t('newestHint'), none: t('noneHint'), keep: '', take: '' }
  return (
    <div className="stack gap-3">
      <fieldset className={css.bar}>
        <legend className="visually-hidden">{t('filters')}</legend>
        <Segmented
          aria-label={t('becomes')}
          value={filter.choice ?? 'all'}
          options={states}
          onChange={choice => onFilter({ ...filter, choice: choice === 'all' ? undefined : choice } as ReviewFilter)}
        />
        <Select
          className={css.filter}
          aria-label={t('field')}
          value={filter.field && `${filter.noun} ${filter.field}`}
          placeholder={t('allFields')}
          allowClear
          options={fields}
          onChange={(value?: string) => {
            const [noun, field] = value?.split(' ') ?? []
            onFilter({ ...filter, noun, field } as ReviewFilter)
          }}
        />
        <Select
          className={css.filter}
          aria-label={t('allSources')}
          value={filter.by}
          placeholder={t('allSources')}
          allowClear
          options={authors}
          onChange={(by?: string) => onFilter({ ...filter, by } as ReviewFilter)}
        />
      </fieldset>
      {counts.can.includes('decide') && total !== undefined && (
        <fieldset className={css.bar} disabled={isBulkRunning || !total}>
          <legend className="visually-hidden">{t('decision')}</legend>
          <span className="quiet">{t('rules', { count: total })}</span>
          {order.map(rule => (
            <Tooltip key={rule} title={hints[rule]}>
              <Button
                size="small"
                type={rule === 'none' ? 'text' : 'default'}
                disabled={isBulkRunning || !total}
                onClick={() => onRule(rule)}
              >
                {t(`rule_${rule}`)}
              </Button>
            </Tooltip>
          ))}
        </fieldset>
      )}
    </div>
  )
}
