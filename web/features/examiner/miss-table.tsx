import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { getExaminerRun } from '#contract/examiner.api.ts'
import { alterationWords } from '#contract/examiner-words.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { RowTable } from '#web/ui/table/row-table.tsx'
import css from './examiner.module.css'
import { examinerMessages } from './messages.ts'

/** Entries of a run that were not found, each with its query and the result instead. */
export function MissTable({ runId, nameOf }: { runId: number; nameOf: (listId: number) => string }) {
  const t = useT(examinerMessages)
  const locale = useLocale()
  const id = useId()
  const { data } = useQuery(endpointQuery(getExaminerRun, { params: { id: String(runId) } }))
  if (!data) return null
  const { misses, missed } = data
  const rows = misses.map((miss, n) => ({ ...miss, n }))
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{t('misses')}</h2>
      <p className="quiet">{missed === 0 ? t('noMisses') : t('missesText', { missed, shown: misses.length })}</p>
      {rows.length > 0 && (
        <RowTable
          rows={rows}
          rowId={({ n }) => n}
          pageSize={20}
          columns={[
            {
              id: 'entry',
              title: t('entry'),
              cell: ({ caption, entry_key, list_id }) => (
                <div className="break">
                  <bdi>{caption}</bdi>
                  <div className="small quiet">
                    {nameOf(list_id)} · {entry_key}
                  </div>
                </div>
              ),
            },
            {
              id: 'query',
              title: t('query'),
              cell: ({ query, alteration }) => (
                <div className="break">
                  <bdi>{query}</bdi>
                  <div className="small quiet">{alterationWords[locale][alteration]}</div>
                </div>
              ),
            },
            {
              id: 'instead',
              title: t('instead'),
              from: 'sm',
              cell: ({ instead }) =>
                instead.length === 0 ? (
                  <span className="quiet">{t('nothing')}</span>
                ) : (
                  <span className="break">
                    {instead.map(({ caption, score }) => `${caption} (${Math.round(score * 100)})`).join(' · ')}
                  </span>
                ),
            },
          ]}
        />
      )}
    </section>
  )
}
