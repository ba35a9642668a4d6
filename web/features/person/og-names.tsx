import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Pagination, Skeleton } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { linkOgName, listOgNames } from '#contract/person.api.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import css from './og-names.module.css'
import { ogNamesMessages } from './og-names-messages.ts'
import { personCalls } from './person-calls.ts'

type OgNameItem = Reply<typeof listOgNames>['items'][number]

const pageSize = 20
const typingMs = 250
const howKeys = { exact: 'exact', alias: 'alias', suggested: 'suggested' } as const

type Props = {
  /** Only the names of this person. */
  personId?: number
  onClose: () => void
}

/** Organisation names that persons have as plain text; one action turns a name into memberships. */
export default function OgNames({ personId, onClose }: Props) {
  const t = useT(ogNamesMessages)
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(1)
  const keyword = useDebounced(typed.trim(), typingMs)
  const query = { current, pageSize, ...(keyword && { keyword }), ...(personId && { person: String(personId) }) }
  const namesQuery = useQuery({ ...endpointQuery(listOgNames, { query }), placeholderData: keepPreviousData })
  const { data: page, error } = namesQuery
  return (
    <Drawer open title={t('title')} size="min(760px, 100vw)" onClose={onClose} closable={{ 'aria-label': t('close') }}>
      <p className="below-4 quiet">{t('intro')}</p>
      <Input
        value={typed}
        prefix={<Search size={16} aria-hidden />}
        placeholder={t('search')}
        aria-label={t('search')}
        maxLength={200}
        allowClear
        onChange={event => {
          setTyped(event.target.value)
          setCurrent(1)
        }}
      />
      {error && (
        <Failure isWhole onRetry={() => void namesQuery.refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {page && <LinkAll items={page.items} />}
      {!page && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {page?.items.length === 0 && <p className="above-5 quiet">{t(keyword ? 'noMatch' : 'empty')}</p>}
      <ul className="above-3 below-5" aria-label={t('title')} aria-busy={namesQuery.isFetching}>
        {page?.items.map(item => (
          <NameRow key={item.name} item={item} />
        ))}
      </ul>
      {page && page.total > pageSize && (
        <Pagination
          size="small"
          current={current}
          pageSize={pageSize}
          total={page.total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </Drawer>
  )
}

/** Names on this page that equal an organisation's name. Similar names need a user's decision. */
function LinkAll({ items }: { items: readonly OgNameItem[] }) {
  const t = useT(ogNamesMessages)
  const [isBusy, setIsBusy] = useState(false)
  const sure = items.flatMap(({ name, suggestions: [best, ...others] }) =>
    best && best.how !== 'suggested' && others.every(other => other.how === 'suggested')
      ? [{ name, og_id: best.og_id }]
      : [],
  )
  if (sure.length < 2) return null

  async function linkAll() {
    setIsBusy(true)
    try {
      let [done, refused] = [0, 0]
      for (const body of sure) {
        const answer = await call(linkOgName, { body })
        done += answer.done
        refused += answer.refused
      }
      const left = refused > 0 ? ` ${t('refused', { count: refused })}` : ''
      notify({
        kind: done > 0 ? 'success' : 'warning',
        text: t('linkedAll', { names: sure.length, count: done }) + left,
      })
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
      await personCalls.reload()
    }
  }

  return (
    <div className="row above-4">
      <Button loading={isBusy} onClick={() => void linkAll()}>
        {t('linkAll', { count: sure.length })}
      </Button>
    </div>
  )
}

function NameRow({ item: { name, count, suggestions } }: { item: OgNameItem }) {
  const t = useT(ogNamesMessages)
  const best = suggestions[0]
  const [picked, setPicked] = useState<number | null | undefined>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const chosen = picked === undefined ? (best?.og_id ?? null) : picked

  async function link() {
    if (chosen === null || isBusy) return
    setIsBusy(true)
    try {
      const { done, refused } = await call(linkOgName, { body: { name, og_id: chosen } })
      const text = t('linked', { name, count: done })
      const left = refused > 0 ? ` ${t('refused', { count: refused })}` : ''
      notify({ kind: done > 0 ? 'success' : 'warning', text: text + left })
      await personCalls.reload()
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  const how = suggestions.find(each => each.og_id === chosen)?.how
  return (
    <li className={css.name}>
      <div className="stack shrink break">
        <strong>{name}</strong>
        <span className="small faint">{t('persons', { count })}</span>
      </div>
      <div className={css.choice}>
        <RecordPicker
          source={ogOrNewSource}
          aria-label={t('pick', { name })}
          placeholder={t('placeholder')}
          value={chosen}
          onChange={setPicked}
        />
        <Button
          disabled={chosen === null}
          loading={isBusy}
          onClick={() => void link()}
          aria-label={t('linkNamed', { name })}
        >
          {t('link')}
        </Button>
        {how && <span className="small faint">{t(howKeys[how])}</span>}
      </div>
    </li>
  )
}
