import { useQuery } from '@tanstack/react-query'
import { Alert, Button, InputNumber, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { listLists } from '#contract/list.api.ts'
import { dateOrders } from '#contract/list-mapping.ts'
import {
  partyKinds,
  runScreeningFile,
  type ScreeningFile,
  type ScreeningFileField,
  type ScreeningFilePlan,
  screeningFileFields,
} from '#contract/screening_file.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, refresh, showError } from '#web/platform/query.ts'
import steps from '#web/ui/file-steps.module.css'
import css from './file.module.css'
import { fileMessages } from './file-messages.ts'

type Props = { file: ScreeningFile; onStarted: () => void }

/** Settings of a screening: the column mapping, the lists and the minimum score. */
export function FilePlan({ file, onStarted }: Props) {
  const t = useT(fileMessages)
  const id = useId()
  const [plan, setPlan] = useState<ScreeningFilePlan>(file.plan)
  const [isSending, setIsSending] = useState(false)
  const change = (patch: Partial<ScreeningFilePlan>) => setPlan(before => ({ ...before, ...patch }))
  const { data } = useQuery(endpointQuery(listLists, {}))
  const lists = (data?.items ?? []).filter(({ version }) => version !== null)
  const isNameless = !plan.mapping.includes('name')
  const hasNoLists = data !== undefined && lists.length === 0

  async function start() {
    setIsSending(true)
    try {
      await call(runScreeningFile, { params: { id: file.id }, body: plan })
      onStarted()
    } catch (error) {
      showError(error)
    }
    await refresh('screening_file')
    setIsSending(false)
  }
  return (
    <section className="stack gap-5">
      <h2>{t('columnsTitle')}</h2>
      {file.layout && <Layout layout={file.layout} />}
      <Mapping file={file} mapping={plan.mapping} onChange={mapping => change({ mapping })} />
      <p className="small quiet">{t('joined')}</p>
      <div className={steps.settings}>
        <div className="stack gap-2">
          <label htmlFor={`${id}-lists`}>{t('lists')}</label>
          <Select
            id={`${id}-lists`}
            mode="multiple"
            className="full"
            placeholder={t('allLists')}
            value={plan.list_ids}
            showSearch={{ optionFilterProp: 'label' }}
            options={lists.map(list => ({
              value: list.id,
              label: t('listVersion', { name: list.name, n: String(list.version?.n ?? '') }),
            }))}
            onChange={list_ids => change({ list_ids })}
          />
        </div>
        <div className="stack gap-2">
          <span>{t('kind')}</span>
          <Segmented
            className="rigid"
            aria-label={t('kind')}
            value={plan.kind}
            options={partyKinds.map(value => ({ value, label: t(value === 'organisation' ? 'og' : `kind_${value}`) }))}
            onChange={kind => change({ kind })}
          />
        </div>
        {plan.mapping.includes('date') && (
          <div className="stack gap-2">
            <span>{t('dateOrder')}</span>
            <Segmented
              className="rigid"
              aria-label={t('dateOrder')}
              value={plan.date_order ?? ''}
              options={(['', ...dateOrders] as const).map(value => ({
                value,
                label: t(value === '' ? 'orderUnknown' : `order_${value}`),
              }))}
              onChange={order => change({ date_order: dateOrders.find(each => each === order) ?? null })}
            />
            <span className="small quiet">{t('dateOrderHint')}</span>
          </div>
        )}
        <div className="stack gap-2">
          <label htmlFor={`${id}-threshold`}>{t('threshold')}</label>
          <InputNumber
            id={`${id}-threshold`}
            min={50}
            max={99}
            precision={0}
            value={plan.threshold}
            onChange={threshold => threshold !== null && change({ threshold })}
          />
          <span className="small quiet">{t('thresholdHint')}</span>
        </div>
      </div>
      {isNameless && <Alert type="warning" showIcon title={t('nameMissing')} />}
      {hasNoLists && (
        <Alert
          type="warning"
          showIcon
          title={t('noLists')}
          action={<PageLink to="admin_list">{t('lists')}</PageLink>}
        />
      )}
      <div className={css.acts}>
        <Button type="primary" disabled={isNameless || hasNoLists} loading={isSending} onClick={() => void start()}>
          {t('start')}
        </Button>
      </div>
    </section>
  )
}

/** Notes on the parts of the file that are not compared. */
function Layout({ layout }: { layout: NonNullable<ScreeningFile['layout']> }) {
  const t = useT(fileMessages)
  const others = layout.sheets.filter(name => name !== layout.sheet)
  const lines = [
    others.length > 0 && t('otherSheets', { sheet: layout.sheet ?? '', others: others.join(t('comma')) }),
    layout.totals !== null && t('totalsLeftOut', { totals: layout.totals }),
    layout.unsaved && t('unsaved', { count: layout.unsaved.count, cells: layout.unsaved.examples.join(t('comma')) }),
  ].filter(line => typeof line === 'string')
  return lines.map(line => (
    <p key={line} className="small break">
      {line}
    </p>
  ))
}

type Columns = ScreeningFilePlan['mapping']
type MappingProps = { file: ScreeningFile; mapping: Columns; onChange: (mapping: Columns) => void }

function Mapping({ file, mapping, onChange }: MappingProps) {
  const t = useT(fileMessages)
  const options = screeningFileFields.map(value => ({
    value,
    label: t(value === 'country' ? 'region' : `field_${value}`),
  }))
  const set = (at: number, field: ScreeningFileField | '') =>
    onChange(file.columns.map((_, n) => (n === at ? field || null : (mapping[n] ?? null))))
  return (
    <table className={steps.table}>
      <thead>
        <tr>
          <th>{t('column')}</th>
          <th className={css.sample}>{t('sample')}</th>
          <th className={css.fieldCell}>{t('field')}</th>
        </tr>
      </thead>
      <tbody>
        {file.columns
          .map((column, at) => column || `#${at + 1}`)
          .map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; names may repeat
            <tr key={at}>
              <th scope="row">{column}</th>
              <td className={css.sample} dir="auto">
                {file.sample
                  .map(row => row[at])
                  .filter(Boolean)
                  .slice(0, 3)
                  .join(' · ')}
              </td>
              <td>
                <Select<ScreeningFileField | ''>
                  className="full"
                  aria-label={`${column}: ${t('field')}`}
                  value={mapping[at] ?? ''}
                  options={[{ value: '', label: t('leaveOut') }, ...options]}
                  onChange={field => set(at, field)}
                />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
