import { InputNumber, Select } from 'antd'
import { type TableLayout as Layout, mostHeading } from '#contract/list-mapping.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './ingest.module.css'
import { ingestMessages } from './messages.ts'

export type LayoutChoice = { sheet: string | null; heading: number | null }
type Props = { layout: Layout; isBusy?: boolean; onChoose: (choice: LayoutChoice) => void }

/** The position of the table in its file: the sheet and the row of the headings, which the user can change. */
export function TableLayout({ layout, isBusy = false, onChoose }: Props) {
  const t = useT(ingestMessages)
  return (
    <div className={css.layout}>
      {layout.sheets.length > 1 && (
        <div className="row gap-2">
          <span className="quiet">{t('sheet')}</span>
          <Select
            className={css.sheet}
            aria-label={t('sheet')}
            disabled={isBusy}
            value={layout.sheet}
            options={layout.sheets.map(name => ({ value: name, label: name }))}
            onChange={sheet => onChoose({ sheet, heading: null })}
          />
        </div>
      )}
      <div className="row gap-2">
        <span className="quiet">{t('headingRow')}</span>
        <InputNumber
          key={`${layout.sheet} ${layout.heading}`}
          className={css.headingRow}
          aria-label={t('headingRow')}
          disabled={isBusy}
          min={1}
          max={mostHeading}
          precision={0}
          changeOnWheel={false}
          defaultValue={layout.heading}
          onPressEnter={event => event.currentTarget.blur()}
          onBlur={event => {
            const heading = Number(event.target.value)
            if (heading >= 1 && heading <= mostHeading && heading !== layout.heading)
              onChoose({ sheet: layout.sheet, heading })
          }}
        />
      </div>
      {layout.heading > 1 && <span className="small quiet">{t('aboveHeading', { count: layout.heading - 1 })}</span>}
      {layout.totals && <span className="small quiet break">{t('totalsLeftOut', { totals: layout.totals })}</span>}
      {layout.unsaved && (
        <span className="small break">
          {t('unsaved', { count: layout.unsaved.count, examples: layout.unsaved.examples.join(t('comma')) })}
        </span>
      )}
      {layout.beyond && (
        <span className="small break">
          {t('beyond', { count: layout.beyond.count, examples: layout.beyond.examples.join(t('comma')) })}
        </span>
      )}
    </div>
  )
}
