import { useQuery } from '@tanstack/react-query'
import { Input, Modal, Segmented } from 'antd'
import { useId, useState } from 'react'
import { listDiffs } from '#contract/diff.api.ts'
import { listEvents } from '#contract/event.api.ts'
import type { Role } from '#contract/role.ts'
import { cutText } from '#contract/text.ts'
import { listUploads } from '#contract/upload.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { bodyMessages } from '../body/body-messages.ts'
import { type EvidenceAttrs, newKey } from '../body/body-types.ts'
import { editMessages } from './edit-messages.ts'
import css from './editor.module.css'

type EvidenceEntity = 'diff' | 'upload' | 'event'

/** Only administrators can read differences. */
const evidenceEntitiesFor = (role: Role | null): EvidenceEntity[] =>
  role === 'admin' ? ['diff', 'upload', 'event'] : ['upload', 'event']

/** Records that a quotation can cite, prefilled from their data. */
async function findEvidence(noun: EvidenceEntity, keyword: string, signal: AbortSignal): Promise<EvidenceAttrs[]> {
  const query = { pageSize: 20, ...(keyword && { keyword }) }
  if (noun === 'diff') {
    const { items } = await call(listDiffs, { query }, { signal })
    return items.map(diff => ({
      key: newKey(),
      noun,
      id: diff.id,
      quote: diff.excerpt ?? '',
      title: diff.page.title || diff.page.url,
      url: diff.page.url,
      at: diff.created_at,
    }))
  }
  if (noun === 'upload') {
    const { items } = await call(listUploads, { query }, { signal })
    return items.map(({ id, title, created_at }) => ({
      key: newKey(),
      noun,
      id,
      quote: '',
      title,
      url: null,
      at: created_at,
    }))
  }
  const { items } = await call(listEvents, { query }, { signal })
  return items.map(({ id, title, desc, source_url, start_time }) => ({
    key: newKey(),
    noun,
    id,
    quote: cutText(desc ?? '', 5_000),
    title,
    url: source_url,
    at: start_time,
  }))
}

type Props = {
  /** The evidence being changed; absent for new evidence. */
  evidence?: EvidenceAttrs | undefined
  /** The words selected in the text, as an initial quotation. */
  quote?: string | undefined
  onClose: () => void
  onDone: (attrs: EvidenceAttrs) => void
}

/** Chooses the evidence of a quotation, then its words, source and date. */
export default function EvidenceDialog({ evidence, quote = '', onClose, onDone }: Props) {
  const t = useT(editMessages)
  const [attrs, setAttrs] = useState<EvidenceAttrs | null>(evidence ?? null)
  const [isTried, setIsTried] = useState(false)
  function choose(found: EvidenceAttrs) {
    setAttrs({ ...found, quote: quote || found.quote })
  }
  function finish() {
    setIsTried(true)
    if (!attrs) return
    const orNull = (text: string | null) => text?.trim() || null
    onDone({ ...attrs, quote: orNull(attrs.quote), title: orNull(attrs.title), url: orNull(attrs.url) })
  }
  return (
    <Modal
      open
      title={t(evidence ? 'evidenceEdit' : 'evidenceTitle')}
      width="min(680px, calc(100vw - 32px))"
      okText={t(evidence ? 'ok' : 'insert')}
      cancelText={t('cancel')}
      onOk={finish}
      onCancel={onClose}
    >
      {!evidence && <Sources chosen={attrs} onChoose={choose} />}
      {isTried && !attrs && <Failure>{t('evidenceChoose')}</Failure>}
      {attrs && <Fields attrs={attrs} onChange={setAttrs} />}
    </Modal>
  )
}

type SourcesProps = { chosen: EvidenceAttrs | null; onChoose: (found: EvidenceAttrs) => void }

function Sources({ chosen, onChoose }: SourcesProps) {
  const t = useT(editMessages)
  const word = useT(bodyMessages)
  const role = useRole()
  const nouns = evidenceEntitiesFor(role)
  const [noun, setNoun] = useState<EvidenceEntity>(nouns[0] ?? 'event')
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim(), 200)
  const { data, isError, isPending } = useQuery({
    queryKey: ['evidence-find', noun, keyword],
    queryFn: ({ signal }) => findEvidence(noun, keyword, signal),
  })
  return (
    <section aria-label={t('evidenceFrom')} className="grid gap-3">
      <Segmented<EvidenceEntity>
        value={noun}
        options={nouns.map(value => ({ value, label: word(value) }))}
        onChange={setNoun}
      />
      <Input.Search
        value={typed}
        allowClear
        aria-label={t('evidenceFind')}
        placeholder={t('evidenceFindHint')}
        loading={isPending}
        onChange={event => setTyped(event.target.value)}
      />
      <ul className={css.found}>
        {data?.map(found => (
          <li key={found.id}>
            <button
              type="button"
              aria-pressed={chosen?.noun === noun && chosen.id === found.id}
              onClick={() => onChoose(found)}
            >
              <span className="ellipsis">{found.title}</span>
              <span className={css.foundMeta}>{formatInstant(found.at).slice(0, 10) || found.at}</span>
              {found.quote && <span className={css.foundQuote}>{found.quote}</span>}
            </button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className={css.popupNote}>{t('evidenceNone')}</p>}
      {isError && <p className={css.popupNote}>{t('evidenceFailed')}</p>}
    </section>
  )
}

type FieldsProps = { attrs: EvidenceAttrs; onChange: (attrs: EvidenceAttrs) => void }

function Fields({ attrs, onChange }: FieldsProps) {
  const t = useT(editMessages)
  const id = useId()
  return (
    <div className={css.fields}>
      <label htmlFor={`${id}q`}>{t('evidenceQuote')}</label>
      <Input.TextArea
        id={`${id}q`}
        value={attrs.quote ?? ''}
        maxLength={5_000}
        autoSize={{ minRows: 3, maxRows: 10 }}
        placeholder={t('evidenceQuoteHint')}
        onChange={event => onChange({ ...attrs, quote: event.target.value })}
      />
      <label htmlFor={`${id}t`}>{t('evidenceSource')}</label>
      <Input
        id={`${id}t`}
        value={attrs.title ?? ''}
        maxLength={500}
        onChange={event => onChange({ ...attrs, title: event.target.value })}
      />
      <label htmlFor={`${id}u`}>{t('evidenceUrl')}</label>
      <Input
        id={`${id}u`}
        value={attrs.url ?? ''}
        maxLength={2_000}
        placeholder={t('linkHint')}
        onChange={event => onChange({ ...attrs, url: event.target.value })}
      />
    </div>
  )
}
