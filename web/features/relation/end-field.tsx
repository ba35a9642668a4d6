import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { partyOfKey } from '#contract/party-key.ts'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import type { RecordSource } from '#web/ui/picker/record-source.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { keyOf } from './graph.ts'
import { relationMessages } from './messages.ts'
import { NodeMark, OgMark, PersonMark } from './node-mark.tsx'
import css from './relation.module.css'
import type { GraphWords } from './use-words.ts'

const sources: Record<PartyEntity, RecordSource> = { og: ogSource, person: personSource }
const offeredAtMost = 50
const delayMs = 250

type Offer = { value: string; label: string; mark: ReactNode; hint?: string | undefined }
type Props = {
  label: string
  words: Pick<GraphWords, 'byKey' | 'nameOf'>
  value: string | null
  onChange: (key: string | null) => void
}

/** One end of a path: the nodes of the graph are offered first, then all persons and organisations of that name. */
export function EndField({ label, words, value, onChange }: Props) {
  const t = useT(relationMessages)
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const keyword = useDebounced(name, delayMs)
  const found = useQuery({
    queryKey: ['og', 'person', 'path end', keyword],
    queryFn: ({ signal }) => searchAll(keyword, signal),
    enabled: keyword !== '' && name !== '',
    staleTime: 30_000,
  })
  const [chosen, setChosen] = useState<Offer | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const inGraph = useMemo(() => (isOpen ? nodesNamed(words, name) : []), [isOpen, words, name])
  const others = name === '' ? [] : (found.data ?? []).filter(({ value }) => !words.byKey.has(value))
  const groups = [
    { label: t('inPicture'), title: 'graph', options: inGraph },
    { label: t('inRecords'), title: 'all', options: others },
  ]
  const isWaiting = name !== '' && (found.isFetching || keyword !== name)
  return (
    <Select<string, Offer>
      aria-label={label}
      className={css.end ?? ''}
      value={value ?? undefined}
      placeholder={t('choose')}
      onChange={(key, offer) => {
        setTyped('')
        setChosen([offer].flat()[0] ?? null)
        onChange(key ?? null)
      }}
      open={isOpen}
      onOpenChange={setIsOpen}
      allowClear
      loading={isWaiting}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      options={groups.filter(({ options }) => options.length > 0) as unknown as Offer[]}
      labelRender={({ value }) => words.nameOf(String(value)) || (chosen?.value === value ? chosen?.label : '…')}
      optionRender={({ data }) => (
        <span className={css.named} title={data.label}>
          {data.mark}
          <span className="ellipsis">{data.label}</span>
          {data.hint && <small className="faint">{data.hint}</small>}
        </span>
      )}
      notFoundContent={isWaiting ? t('searchingAll') : t('noneFound')}
      popupRender={menu => (
        <>
          {menu}
          {name === '' && <p className={css.endHint}>{t('typeMore')}</p>}
        </>
      )}
      popupMatchSelectWidth={320}
    />
  )
}

/** The first nodes of the graph with this text in their names. */
function nodesNamed({ byKey, nameOf }: Props['words'], text: string): Offer[] {
  const found: Offer[] = []
  for (const [value, node] of byKey) {
    const label = nameOf(value)
    if (label.toLowerCase().includes(text.toLowerCase())) found.push({ value, label, mark: <NodeMark node={node} /> })
    if (found.length === offeredAtMost) break
  }
  return found
}

async function searchAll(keyword: string, signal: AbortSignal): Promise<Offer[]> {
  const pages = await Promise.all(
    partyEntities.map(async kind => {
      const { items } = await sources[kind].search(keyword, 1, signal)
      return items.slice(0, offeredAtMost / 2).map(({ id, label, hint }): Offer => {
        return { value: keyOf({ kind, id }), label, hint, mark: markOf(keyOf({ kind, id })) }
      })
    }),
  )
  return pages.flat()
}

const markOf = (key: string) =>
  partyOfKey(key).kind === 'person' ? <PersonMark isFocus={false} /> : <OgMark level="待定" />
