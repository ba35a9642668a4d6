import { useQuery } from '@tanstack/react-query'
import { Input, Modal, Skeleton } from 'antd'
import { useId, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { findPagePhrase, type PhraseSpan } from '#contract/page-phrase.api.ts'
import { call } from '#web/platform/api.ts'
import { formatDay } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { phraseMessages } from './phrase-messages.ts'
import css from './version.module.css'

type Found = Reply<typeof findPagePhrase>
type Props = { pageId: number; words: string; onShow: (version: number) => void; onClose: () => void }

/** When words were seen on the page, and when they were absent. A gap between two versions proves nothing. */
export default function PhraseDialog({ pageId, words: first, onShow, onClose }: Props) {
  const t = useT(phraseMessages)
  const id = useId()
  const [typed, setTyped] = useState(first)
  const [words, setWords] = useState(first.trim())
  const phrase = useQuery({
    queryKey: ['page', findPagePhrase.path, pageId, words],
    queryFn: ({ signal }) =>
      call(findPagePhrase, { params: { id: pageId }, body: { words } }, { signal, isBackground: true }),
    enabled: words !== '',
  })
  return (
    <Modal open title={t('title')} footer={null} closable={{ 'aria-label': t('close') }} onCancel={onClose}>
      <div className="stack gap-4">
        <div className="stack gap-2">
          <label htmlFor={id}>{t('words')}</label>
          <Input.Search
            id={id}
            autoFocus={first === ''}
            value={typed}
            maxLength={2_000}
            enterButton={t('search')}
            aria-describedby={`${id}h`}
            loading={phrase.isFetching}
            onChange={event => setTyped(event.target.value)}
            onSearch={value => setWords(value.trim())}
          />
          <p id={`${id}h`} className="small quiet">
            {t('hint')}
          </p>
        </div>
        {phrase.isError && <Failure>{errorText(phrase.error)}</Failure>}
        {phrase.isPending && words !== '' && !phrase.isError && (
          <Skeleton active title={false} paragraph={{ rows: 3 }} aria-label={t('searching')} />
        )}
        {phrase.data && <Result found={phrase.data} onShow={onShow} />}
      </div>
    </Modal>
  )
}

function Result({ found, onShow }: { found: Found; onShow: (version: number) => void }) {
  const t = useT(phraseMessages)
  const { spans, untried, unusable } = found
  const isFound = spans.some(span => span.is_present)
  return (
    <div className="stack gap-3" role="status">
      {spans.length === 0 && <p>{t('none')}</p>}
      {spans.length > 0 && !isFound && <p>{t('never')}</p>}
      {isFound && (
        <ul className="stack gap-2">
          {sentencesOf(spans, untried > 0, t).map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {isFound && spans.length > 1 && <p className="small quiet">{t('between2')}</p>}
      {spans.length > 0 && (
        <ol className={css.spans} aria-label={t('spans')}>
          {spans.toReversed().map(span => (
            <SpanRow key={span.first_version} span={span} onShow={onShow} />
          ))}
        </ol>
      )}
      {untried > 0 && <p className="small quiet">{t('untried', { count: untried })}</p>}
      {unusable > 0 && <p className="small quiet">{t('unusable', { count: unusable })}</p>}
    </div>
  )
}

type TranslateFn = ReturnType<typeof useT<(typeof phraseMessages)['zh-CN']>>

/** The beginnings and the ends of the words on the page, by what two versions show. */
function sentencesOf(spans: readonly PhraseSpan[], hasOlder: boolean, t: TranslateFn): string[] {
  return spans.flatMap((span, at) => {
    if (!span.is_present) return []
    const [before, after] = [spans[at - 1], spans[at + 1]]
    return [
      before
        ? t('appeared', { before: formatDay(before.to), after: formatDay(span.from) })
        : t(hasOlder ? 'firstSearched' : 'firstSeen', { at: formatDay(span.from) }),
      after
        ? t('vanished', { before: formatDay(span.to), after: formatDay(after.from) })
        : t('still', { at: formatDay(span.to) }),
    ]
  })
}

function SpanRow({ span, onShow }: { span: PhraseSpan; onShow: (version: number) => void }) {
  const t = useT(phraseMessages)
  const [from, to] = [formatDay(span.from), formatDay(span.to)]
  const isArchived = span.is_from_archive || span.is_to_archive
  return (
    <li className={css.span} data-present={span.is_present || undefined}>
      <span className={css.spanState}>{t(span.is_present ? 'present' : 'absent')}</span>
      <button
        type="button"
        className={css.spanTime}
        title={t('show', { at: to })}
        onClick={() => onShow(span.last_version)}
      >
        {from === to ? t('on', { at: to }) : t('between', { from, to })}
      </button>
      {isArchived && <span className="rigid tag">{t('archive')}</span>}
      <span className="small quiet nowrap">{t('versions', { count: span.versions })}</span>
    </li>
  )
}
