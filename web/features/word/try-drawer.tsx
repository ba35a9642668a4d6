import { useQuery } from '@tanstack/react-query'
import { Drawer, Input } from 'antd'
import { useId, useState } from 'react'
import type { TextMark } from '#contract/page.api.ts'
import { cutUnits } from '#contract/text.ts'
import { tryWords } from '#contract/word.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { wordMessages } from './messages.ts'
import { tryMessages } from './paste-messages.ts'
import css from './word.module.css'

type WordSegment = { start: number; text: string; mark: TextMark | null }

/**
 * Cuts a text at its marks. Among overlapping marks, words precede names, graver words less grave ones, longer words
 * shorter ones.
 */
export function segmentsOf(text: string, marks: readonly TextMark[]): WordSegment[] {
  const kept: TextMark[] = []
  for (const run of overlapping(marks)) {
    const chosen: TextMark[] = []
    for (const mark of run.toSorted(byWeight))
      if (chosen.every(other => mark.end <= other.start || mark.start >= other.end)) chosen.push(mark)
    kept.push(...chosen.sort((a, b) => a.start - b.start))
  }
  const segments: WordSegment[] = []
  let at = 0
  for (const mark of kept) {
    if (mark.start > at) segments.push({ start: at, text: text.slice(at, mark.start), mark: null })
    segments.push({ start: mark.start, text: text.slice(mark.start, mark.end), mark })
    at = mark.end
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at), mark: null })
  return segments
}

const byWeight = (a: TextMark, b: TextMark) => (b.level ?? 0) - (a.level ?? 0) || b.end - b.start - (a.end - a.start)

/** Groups of overlapping marks. */
function overlapping(marks: readonly TextMark[]): TextMark[][] {
  const runs: TextMark[][] = []
  let end = -1
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.start >= end) runs.push([])
    runs.at(-1)?.push(mark)
    end = Math.max(end, mark.end)
  }
  return runs
}

const typingMs = 250
const mostChars = 200_000

/** Finds the words of the dictionary in any text while it is typed. */
export default function TryDrawer({ onClose }: { onClose: () => void }) {
  const t = useT(tryMessages)
  const id = useId()
  const [text, setText] = useState('')
  const settled = cutUnits(useDebounced(text, typingMs), mostChars)
  // The query returns the text with its hits, so that marks never refer to another text.
  const { data, error } = useQuery({
    queryKey: ['word', 'try', settled],
    queryFn: async ({ signal }) => ({
      text: settled,
      ...(await call(tryWords, { body: { text: settled } }, { signal })),
    }),
    enabled: settled !== '',
    placeholderData: before => (settled === '' ? undefined : before),
    gcTime: 0,
  })
  const words = data?.marks.filter(mark => mark.kind === 'word').length ?? 0
  const names = (data?.marks.length ?? 0) - words
  return (
    <Drawer open size={640} title={t('title')} closable={{ 'aria-label': t('close') }} onClose={onClose}>
      <div className="stack gap-2">
        <label htmlFor={id}>{t('text')}</label>
        <Input.TextArea
          id={id}
          autoFocus
          value={text}
          placeholder={t('placeholder')}
          autoSize={{ minRows: 5, maxRows: 12 }}
          spellCheck={false}
          onChange={event => setText(event.target.value)}
        />
        {text.length > mostChars && <p className={css.quiet}>{t('long')}</p>}
        {error && <Failure>{errorText(error)}</Failure>}
        {data && settled !== '' && (
          <>
            <p className="above-4 below-2 strong" role="status">
              {t('words', { count: words })}
              {t('names', { count: names })}
            </p>
            {data.cut && <p className={css.quiet}>{t('cut')}</p>}
            <div className="pad-4 prose framed">
              {segmentsOf(data.text, data.marks).map(({ start, text: part, mark }) =>
                mark ? <MatchLabel key={start} mark={mark} text={part} /> : <span key={start}>{part}</span>,
              )}
            </div>
          </>
        )}
      </div>
    </Drawer>
  )
}

function MatchLabel({ mark, text }: { mark: TextMark; text: string }) {
  const t = useT(tryMessages)
  const level = useT(wordMessages)
  const { kind, id, name } = mark
  if (kind === 'word') {
    const title = t('wordMark', { name, level: level(`level${mark.level ?? 1}` as 'level1') })
    return (
      <mark className={css.hit} data-level={mark.level ?? 1} title={title}>
        {text}
      </mark>
    )
  }
  return (
    <PageLink to={`${kind}_detail`} params={{ id }} title={t(`${kind}Mark`, { name })} className={css.known}>
      {text}
    </PageLink>
  )
}
