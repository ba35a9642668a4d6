import { useQuery } from '@tanstack/react-query'
import { Pagination, Skeleton } from 'antd'
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { TextMark } from '#contract/page.api.ts'
import { cutText } from '#contract/text.ts'
import type { Upload } from '#contract/upload.api.ts'
import { listUploadParts, type UploadPart } from '#contract/upload-text.api.ts'
import { FactButton, type FactDraft } from '#web/features/claim/claim.ts'
import { useCertaintyWord } from '#web/features/mention/mention.ts'
import { type Passage, TranslateButton } from '#web/features/model/model.ts'
import { segmentsOf } from '#web/features/page/page.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, PageLink, usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import type { MarkKey } from './findings.tsx'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

const pageSize = 10

/**
 * The text part by part, with words and names marked. The address names the part and the mark to show; `jumps`
 * increases when they are requested again.
 */
export function UploadText({ upload, jumps }: { upload: Upload; jumps: number }) {
  const t = useT(viewMessages)
  const { search, setSearch } = usePage()
  const frame = useRef<HTMLElement>(null)
  const requested = Math.max(1, Math.floor(Number(one(search.part) ?? 1)) || 1)
  const current = Math.ceil(requested / pageSize)
  const query = { current, pageSize }
  const { data, isError, refetch } = useQuery({
    ...endpointQuery(listUploadParts, { params: { id: upload.id }, query }),
  })
  const isRequested = search.part !== undefined || search.mark !== undefined
  useScrollToPart(frame, isRequested && data !== undefined, jumps, requested, one(search.mark))
  if (isError && !data)
    return (
      <Failure isWhole onRetry={() => void refetch()}>
        {t('textFailed')}
      </Failure>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  if (data.total === 0) return <p className={css.none}>{t('noText')}</p>
  return (
    <section ref={frame} aria-label={t('text')}>
      <div className="flex baseline gap-3 below-3">
        <FactButton isSmall make={() => factIn(frame.current, upload)} />
        <TranslateButton isSmall make={() => passageIn(frame.current, upload)} />
        <span className="small quiet">{t('factHint')}</span>
      </div>
      {data.items.map(part => (
        <Part key={part.number} part={part} kind={upload.kind} isAlone={data.total === 1} />
      ))}
      {data.total > pageSize && (
        <Pagination
          size="small"
          current={current}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={next =>
            setSearch(before => ({ ...before, part: next === 1 ? null : (next - 1) * pageSize + 1, mark: null }))
          }
        />
      )}
    </section>
  )
}

/** Scrolls to the place in the address whenever it changes. */
function useScrollToPart(
  frame: RefObject<HTMLElement | null>,
  isThere: boolean,
  jumps: number,
  part: number,
  mark: string | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated request shows the place again.
  useEffect(() => {
    if (!isThere) return
    const block = frame.current?.querySelector(`[data-part="${part}"]`)
    const place = mark && block?.querySelector(`[data-mark="${CSS.escape(mark)}"]`)
    for (const old of frame.current?.querySelectorAll('[data-shown]') ?? []) old.removeAttribute('data-shown')
    if (place) place.setAttribute('data-shown', '')
    const target = place || block
    target?.scrollIntoView?.({ block: place ? 'center' : 'start' })
  }, [frame, isThere, jumps, part, mark])
}

type PartProps = { part: UploadPart; kind: Upload['kind']; isAlone: boolean }

const Part = memo(function Part({ part, kind, isAlone }: PartProps) {
  const t = useT(viewMessages)
  const segments = useMemo(() => segmentsOf(part.text, part.marks), [part])
  const title = usePartTitle(part, kind)
  return (
    <section className={css.part} data-part={part.number}>
      {(!isAlone || part.name) && <h3>{title}</h3>}
      {part.text.trim() === '' ? (
        <p className={css.none}>{t('emptyPart')}</p>
      ) : (
        <div className={css.text} lang="">
          {segments.map(({ start, text, mark }) => (mark ? <MarkedSpan key={start} mark={mark} text={text} /> : text))}
        </div>
      )}
    </section>
  )
})

/** Pages and slides are labelled by number, and a long one has several parts; other parts have names. */
function usePartTitle({ name, number }: UploadPart, kind: Upload['kind']): string {
  const t = useT(viewMessages)
  if (name === null) return t('part', { number: String(number) })
  if (!/^\d+$/.test(name)) return name
  return t(kind === 'pdf' ? 'page' : kind === 'slides' ? 'slide' : 'part', { number: name })
}

function MarkedSpan({ mark, text }: { mark: TextMark; text: string }) {
  const t = useT(viewMessages)
  const word = useCertaintyWord()
  const { kind, id, name } = mark
  const key: MarkKey = `${kind}-${id}`
  if (kind === 'word') {
    const level = mark.level ?? 1
    return (
      <mark
        className={css.word}
        data-level={level}
        data-mark={key}
        title={t('wordMark', { name, level: String(level) })}
      >
        {text}
      </mark>
    )
  }
  const what = t(`${kind}Mark`, { name })
  return (
    <PageLink
      to={`${kind}_detail`}
      params={{ id }}
      className={css.named}
      data-mark={key}
      data-certainty={mark.certainty}
      title={mark.certainty ? `${word({ certainty: mark.certainty, verdict: null })} · ${what}` : what}
    >
      {text}
    </PageLink>
  )
}

/** The selected words of the text, and the number of the part that contains them. */
function selectedWords(frame: HTMLElement | null): { words: string; part: number | undefined } | null {
  const selection = document.getSelection()
  const words = selection?.toString().trim() ?? ''
  const from = selection?.anchorNode
  if (words === '' || !from || !frame?.contains(from)) return null
  const holder = from instanceof Element ? from : from.parentElement
  return { words, part: Number(holder?.closest<HTMLElement>('[data-part]')?.dataset.part) || undefined }
}

function factIn(frame: HTMLElement | null, { id, title }: Upload): FactDraft | null {
  const selected = selectedWords(frame)
  if (!selected) return null
  const { words, part } = selected
  const rests = { noun: 'upload' as const, id, part, title: cutText(title, 500), quote: cutText(words, 5_000) }
  return { words, evidence: { type: 'record', ...rests } }
}

function passageIn(frame: HTMLElement | null, { id }: Upload): Passage | null {
  const selected = selectedWords(frame)
  return selected && { of: { type: 'upload', id, part: selected.part ?? 1 }, passage: selected.words }
}
