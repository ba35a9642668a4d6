import { useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { copyPerson, createErasure, listErasures } from '#contract/erasure.api.ts'
import { personSource } from '#web/features/person/person.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { endpointQuery, refresh, showError } from '#web/platform/query.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { RowTable } from '#web/ui/table/row-table.tsx'
import css from './erasure.module.css'
import { ErasurePanel } from './erasure-panel.tsx'
import { erasureMessages } from './messages.ts'

/** Choose a person, review the data, decide; and a list of earlier erasures. */
export function ErasureTab() {
  const t = useT(erasureMessages)
  const { search, setSearch } = usePage()
  const id = Number(one(search.id) ?? 0)
  const open = (next: number | null) => setSearch(before => ({ ...before, id: next === null ? null : String(next) }))
  if (id > 0) return <ErasurePanel key={id} id={id} onClose={() => open(null)} />
  return (
    <div className="stack gap-5">
      <p>{t('explain')}</p>
      <Begin onBegun={open} />
      <Erasures onOpen={open} />
    </div>
  )
}

function Begin({ onBegun }: { onBegun: (id: number) => void }) {
  const t = useT(erasureMessages)
  const [person, setPerson] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState<'count' | 'copy' | null>(null)
  async function guarded(what: 'count' | 'copy', work: (person: number) => Promise<void>) {
    if (person === null) return
    setBusy(what)
    try {
      await work(person)
    } catch (error) {
      showError(error)
    }
    setBusy(null)
  }
  const count = () =>
    guarded('count', async person => {
      const begun = await call(createErasure, { body: { person_id: person } })
      await refresh('erasure')
      onBegun(begun.id)
    })
  const copy = () =>
    guarded('copy', async person => {
      const { url } = await call(copyPerson, { params: { id: person }, body: { reason } })
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
    })
  return (
    <section className={css.box}>
      <label htmlFor="erase-person">{t('pick')}</label>
      <RecordPicker id="erase-person" source={personSource} value={person} onChange={setPerson} />
      <div className="flex wrap gap-3">
        <Button type="primary" disabled={person === null} loading={busy === 'count'} onClick={() => void count()}>
          {t('count')}
        </Button>
      </div>
      <label htmlFor="copy-reason">{t('copyReason')}</label>
      <Input id="copy-reason" value={reason} maxLength={500} onChange={event => setReason(event.target.value)} />
      <div className="flex wrap gap-3">
        <Button disabled={person === null || !reason.trim()} loading={busy === 'copy'} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </section>
  )
}

const pageSize = 20

function Erasures({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useT(erasureMessages)
  const [current, setCurrent] = useState(1)
  const { data } = useQuery(endpointQuery(listErasures, { query: { current, pageSize } }))
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (data.total === 0) return <p className="quiet">{t('none')}</p>
  return (
    <RowTable
      rowId={({ id }) => id}
      isWide
      rows={data.items}
      pages={{ current, pageSize, total: data.total, onChange: setCurrent }}
      columns={[
        {
          id: 'person',
          title: t('person'),
          cell: ({ id, name, person_id }) => (
            <Button type="link" size="small" onClick={() => onOpen(id)}>
              {name ?? t('erasedPerson', { id: String(person_id) })}
            </Button>
          ),
        },
        { id: 'state', title: t('state'), cell: ({ state }) => t(`state_${state}`) },
        { id: 'reason', title: t('reason'), cell: ({ reason }) => reason },
        { id: 'by', title: t('by'), cell: ({ username }) => username },
        { id: 'at', title: t('time'), cell: ({ done_at, created_at }) => formatInstant(done_at ?? created_at) },
      ]}
    />
  )
}
