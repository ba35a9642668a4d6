import { memo, useMemo } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { getPageVersion, PageVersion, TextMark } from '#contract/page.api.ts'
import { NamedChip, useCertaintyWord } from '#web/features/mention/mention.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { pagePageMessages } from './page-page-messages.ts'
import { segmentsOf } from './segments.ts'
import css from './version.module.css'

export type PageVersionReply = Reply<typeof getPageVersion>

/** The text of a version in blocks, with words and names marked. */
export const VersionText = memo(function VersionText({ stored }: { stored: PageVersionReply }) {
  const t = useT(pagePageMessages)
  if (stored.version.is_lost) return <p className={css.note}>{t('lostText')}</p>
  if (stored.blocks.length === 0)
    return (
      <>
        <p className={css.note}>{t('noText')}</p>
        <Unread counts={stored.version.text_counts} />
      </>
    )
  return (
    <>
      <Unread counts={stored.version.text_counts} />
      <FoundWords stored={stored} />
      <div className={css.text} lang="">
        {stored.blocks.map((block, index) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a stored version never move.
            key={index}
            data-tag={block.tag}
            data-part={block.part}
            title={block.part === 'frame' ? t('frame') : undefined}
          >
            {segmentsOf(block.text, block.marks).map(({ start, text, mark }) =>
              mark ? <MarkedSpan key={start} mark={mark} text={text} /> : text,
            )}
          </p>
        ))}
      </div>
      {stored.cut > 0 && <p className={css.note}>{t('cut', { count: stored.cut })}</p>}
    </>
  )
})

/** Notes on the parts of a PDF that could not be read and are therefore not searched. */
function Unread({ counts }: { counts: PageVersion['text_counts'] }) {
  const t = useT(pagePageMessages)
  if (!counts) return null
  const { pages, pages_read: read, picture_pages: pictures, broken_pages: broken, chars, unread_chars: unread } = counts
  const lines = [
    read < pages && t('unreadPages', { pages, read }),
    pictures > 0 && t('picturePages', { pages, pictures }),
    broken > 0 && t('brokenPages', { pages, broken }),
    unread > 0 && t('unreadChars', { chars, unread }),
  ].filter(line => line !== false)
  return lines.map(line => (
    <p key={line} className={css.note}>
      {line}
    </p>
  ))
}

function MarkedSpan({ mark, text }: { mark: TextMark; text: string }) {
  const t = useT(pagePageMessages)
  const word = useCertaintyWord()
  if (mark.kind === 'word')
    return (
      <mark
        className={css.word}
        data-level={mark.level ?? 1}
        title={t('word', { name: mark.name, level: String(mark.level ?? 1) })}
      >
        {text}
      </mark>
    )
  return (
    <PageLink
      to={`${mark.kind}_detail`}
      params={{ id: mark.id }}
      className={css.name}
      data-certainty={mark.certainty}
      title={mark.certainty ? `${word({ certainty: mark.certainty, verdict: null })} · ${mark.name}` : mark.name}
    >
      {text}
    </PageLink>
  )
}

/** Each word and name once with its count, gravest first. */
function FoundWords({ stored: { blocks, names, version } }: { stored: PageVersionReply }) {
  const t = useT(pagePageMessages)
  const found = useMemo(() => {
    const counts = new Map<string, { mark: TextMark; count: number }>()
    for (const mark of blocks.flatMap(block => block.marks)) {
      const key = `${mark.kind} ${mark.id}`
      counts.set(key, { mark, count: (counts.get(key)?.count ?? 0) + 1 })
    }
    return [...counts.values()].toSorted((a, b) => (b.mark.level ?? 0) - (a.mark.level ?? 0) || b.count - a.count)
  }, [blocks])
  // Rejected names are not marked in the text; the rejection can be undone here.
  const rejected = names.filter(each => each.verdict === 'rejected')
  if (found.length + rejected.length === 0) return null
  return (
    <ul className={css.found} aria-label={t('found')}>
      {found.map(({ mark, count }) => {
        const named = names.find(each => each.noun === mark.kind && each.id === mark.id)
        return (
          <li key={`${mark.kind} ${mark.id}`}>
            {named ? (
              <NamedChip named={named} place={{ page: version.page_id }} count={count} />
            ) : (
              <>
                <MarkedSpan mark={mark} text={mark.name} />
                {count > 1 && <span> ×{count}</span>}
              </>
            )}
          </li>
        )
      })}
      {rejected.map(named => (
        <li key={`${named.noun} ${named.id}`}>
          <NamedChip named={named} place={{ page: version.page_id }} />
        </li>
      ))}
    </ul>
  )
}
