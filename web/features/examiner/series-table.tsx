import { useId } from 'react'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { RowTable } from '#web/ui/table/row-table.tsx'
import css from './examiner.module.css'
import { percentOf, type Series } from './figures.ts'
import { examinerMessages } from './messages.ts'
import { RecallCurve } from './recall-curve.tsx'

type Props = { title: string; series: readonly Series[]; nameOf: (key: string) => string }

/** Shares of the latest run by list, alteration or script, each with its curve. */
export function SeriesTable({ title, series, nameOf }: Props) {
  const t = useT(examinerMessages)
  const locale = useLocale()
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <RowTable
        rows={series}
        rowId={({ key }) => key}
        columns={[
          { id: 'name', title: t('name'), cell: ({ key }) => nameOf(key) },
          {
            id: 'share',
            title: t('share'),
            isNumber: true,
            cell: ({ asked, found }) => <b>{percentOf(found / asked, locale)}</b>,
          },
          {
            id: 'counts',
            title: t('counts'),
            isNumber: true,
            cell: ({ asked, found }) => `${found.toLocaleString(locale)} / ${asked.toLocaleString(locale)}`,
          },
          {
            id: 'history',
            title: t('history'),
            from: 'sm',
            cell: ({ key, shares }) => <RecallCurve name={nameOf(key)} shares={shares} />,
          },
        ]}
      />
    </section>
  )
}
