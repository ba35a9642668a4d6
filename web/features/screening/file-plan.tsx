import { useQuery } from '@tanstack/react-query'
import { Alert, Button, InputNumber, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { listLists } from '#contract/list.api.ts'
import {
  partyKinds,
  readScreeningFile,
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
import { ColumnPreview } from '#web/ui/ingest/column-preview.tsx'
import { ColumnTable } from '#web/ui/ingest/column-table.tsx'
import steps from '#web/ui/ingest/file-steps.module.css'
import { type LayoutChoice, TableLayout } from '#web/ui/ingest/table-layout.tsx'
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

  async function read(choice: LayoutChoice) {
    try {
      await call(readScreeningFile, { params: { id: file.id }, body: choice })
    } catch (error) {
      showError(error)
    }
    await refresh('screening_file')
  }
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
      {file.layout && file.may_read && <TableLayout layout={file.layout} onChoose={choice => void read(choice)} />}
      <Mapping file={file} plan={plan} onChange={change} />
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

type MappingProps = {
  file: ScreeningFile
  plan: ScreeningFilePlan
  onChange: (change: Partial<ScreeningFilePlan>) => void
}

/** The names of fields among the statistics of a column. */
const previewed = { date: 'birth_date', country: 'country', kind: 'kind' } as const

function Mapping({ file, plan, onChange }: MappingProps) {
  const t = useT(fileMessages)
  const fieldAt = (at: number) => plan.mapping[at] ?? null
  return (
    <ColumnTable<ScreeningFileField>
      columns={file.columns}
      rows={file.sample}
      fields={screeningFileFields.map(value => ({
        value,
        label: t(value === 'country' ? 'region' : `field_${value}`),
      }))}
      fieldOf={fieldAt}
      onChange={(at, field) => onChange({ mapping: file.columns.map((_, n) => (n === at ? field : fieldAt(n))) })}
      below={at => {
        const field = fieldAt(at)
        const seen = file.seen[at]
        if (!seen || (field !== 'date' && field !== 'country' && field !== 'kind')) return null
        return (
          <ColumnPreview
            means={previewed[field]}
            seen={seen}
            fate="skip"
            order={plan.date_order ?? null}
            meanings={(field !== 'date' && plan.means?.[field]) || {}}
            onChange={({ order, meanings }) =>
              onChange({
                ...(order && { date_order: order }),
                ...(meanings && { means: { ...plan.means, [field]: meanings } }),
              })
            }
          />
        )
      }}
    />
  )
}
