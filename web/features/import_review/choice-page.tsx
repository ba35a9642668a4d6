import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Pagination, Skeleton } from 'antd'
import { lazy, useState } from 'react'
import {
  type ChoiceCounts,
  countImportChoices,
  type ImportChoice,
  listImportChoices,
} from '#contract/import_choice.api.ts'
import { entityNames } from '#contract/registry.ts'
import { asQuery, type ChoiceImport } from '#web/features/import_choice/import_choice.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { RecordMessage } from '#web/record/record-state.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import { ChoiceRow } from './choice-row.tsx'
import css from './import-review.module.css'
import { importReviewMessages } from './messages.ts'
import { type ReviewFilter, useDecisions } from './use-decisions.ts'

const OpenImport = lazy(() => import('./open-import.tsx'))
const pageSize = 50

const idOf = (text: string | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined)

/** `/import_choice?import=3`: values of a file that conflict with other sources, decided one by one or by a rule. */
export default function ChoicePage() {
  const t = useT(importReviewMessages)
  const { search, isActive } = usePage()
  const [table, file] = [idOf(one(search.import)), idOf(one(search.interchange))]
  const of: ChoiceImport | undefined = table ? { import: table } : file ? { interchange: file } : undefined
  const counts = useQuery({
    ...endpointQuery(countImportChoices, { query: of ? asQuery(of) : {} }),
    enabled: isActive && of !== undefined,
  })
  const isGone = counts.error instanceof ApiError && counts.error.status === 404
  if (!of || isGone)
    return (
      <RecordMessage title={t('gone')} text={t('goneText')}>
        {null}
      </RecordMessage>
    )
  if (counts.error && !counts.data)
    return (
      <RecordMessage title={t('failed')} text={errorText(counts.error)}>
        <Button onClick={() => void counts.refetch()}>{t('retry')}</Button>
      </RecordMessage>
    )
  return <Review key={JSON.stringify(of)} of={of} counts={counts.data} />
}

function Review({ of, counts }: { of: ChoiceImport; counts: ChoiceCounts | undefined }) {
  const t = useT(importReviewMessages)
  const { search, setSearch, isActive } = usePage()
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(0)
  const filter = filterOf(search)
  const current = Math.max(1, Number(one(search.current)) || 1)
  const choicesQuery = useQuery({
    ...endpointQuery(listImportChoices, { query: { ...asQuery(of), ...filter, current, pageSize } }),
    enabled: isActive,
    placeholderData: keepPreviousData,
  })
  const decisions = useDecisions(of)
  const items = choicesQuery.data?.items ?? []
  const total = choicesQuery.data?.total
  const place = Math.max(0, Math.min(at, items.length - 1))
  const item = items[place]
  const isFixed = !counts?.can.includes('decide')
  const show = (next: Record<string, string | undefined>) => {
    setAt(0)
    setSearch(before => ({ ...before, current: undefined, ...next }))
  }
  /** After the last row of a page comes the first of the next one. */
  function step(by: number) {
    const next = place + by
    const pages = Math.ceil((total ?? 0) / pageSize)
    if (next >= items.length && current < pages) show({ current: String(current + 1) })
    else setAt(Math.max(0, Math.min(next, items.length - 1)))
  }
  function decide(of: ImportChoice | undefined, choice: 'take' | 'keep') {
    if (!of || isFixed) return
    decisions.decide(of, choice)
    if (of === item) step(1)
  }
  function undo() {
    const id = decisions.undo()
    const back = items.findIndex(each => each.id === id)
    if (back >= 0) setAt(back)
  }
  useShortcut('j', t('next'), () => step(1))
  useShortcut('k', t('previous'), () => step(-1))
  useShortcut('t', t('takeKey'), () => decide(item, 'take'))
  useShortcut('x', t('keepKey'), () => decide(item, 'keep'))
  useShortcut('u', t('undoKey'), undo)
  useShortcut('z', t('undoKey'), undo)

  return (
    <PageFrame
      title={t('title')}
      meta={counts && t('meta', { count: counts.total, records: counts.records })}
      text={counts && t('text', { name: counts.file_name })}
      acts={
        <Button type="primary" onClick={() => setIsOpen(true)}>
          {t('back')}
        </Button>
      }
      isWide
    >
      {counts && isFixed && <Alert type="info" showIcon title={t('over')} />}
      {counts && counts.total > 0 && (
        <ChoiceBar
          counts={counts}
          filter={filter}
          total={total}
          isBulkRunning={decisions.isBulkRunning}
          onFilter={show}
          onRule={rule => void decisions.rule(rule, filter)}
        />
      )}
      {choicesQuery.error && !choicesQuery.data && (
        <Failure isWhole onRetry={() => void choicesQuery.refetch()}>
          {errorText(choicesQuery.error)}
        </Failure>
      )}
      {!choicesQuery.data && !choicesQuery.error && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      {choicesQuery.data && items.length === 0 && (
        <Nothing isFiltered={(counts?.total ?? 0) > 0} onClear={() => show(noFilter)} />
      )}
      {items.length > 0 && (
        <div className={css.frame}>
          <div className={css.head} aria-hidden>
            <span className={css.n}>{t('row')}</span>
            <span>{t('record')}</span>
            <span>{t('shown')}</span>
            <span>{t('file')}</span>
            <span>
              {t('decision')} <kbd>x</kbd> <kbd>t</kbd>
            </span>
          </div>
          <ol aria-label={t('list')} aria-busy={choicesQuery.isPlaceholderData}>
            {items.map((each, index) => (
              <ChoiceRow
                key={each.id}
                item={each}
                choice={decisions.choiceOf(each)}
                isChosen={index === place}
                isFixed={isFixed}
                onChoose={() => setAt(index)}
                onDecide={choice => decide(each, choice)}
              />
            ))}
          </ol>
        </div>
      )}
      {total !== undefined && total > pageSize && (
        <Pagination
          size="small"
          align="end"
          current={current}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={page => show({ current: String(page) })}
        />
      )}
      <LazyDialog>{isOpen && <OpenImport of={of} noun={counts?.noun} onClose={() => setIsOpen(false)} />}</LazyDialog>
    </PageFrame>
  )
}

const noFilter = { noun: undefined, field: undefined, by: undefined, choice: undefined }

function filterOf(search: ReturnType<typeof usePage>['search']): ReviewFilter {
  const noun = entityNames.find(each => each === one(search.noun))
  const [field, by] = [one(search.field), one(search.by)]
  const choice = (['open', 'take', 'keep'] as const).find(each => each === one(search.choice))
  return { ...(noun && { noun }), ...(field && { field }), ...(by && { by }), ...(choice && { choice }) }
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useT(importReviewMessages)
  return (
    <div className={css.nothing}>
      <p>{t(isFiltered ? 'nothingHere' : 'nothing')}</p>
      {isFiltered ? <Button onClick={onClear}>{t('clear')}</Button> : <p className="small faint">{t('nothingText')}</p>}
    </div>
  )
}
