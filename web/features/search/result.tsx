import { useRouter } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, Fragment, type MouseEvent } from 'react'
import type { SearchItem } from '#contract/search.api.ts'
import { formatDay } from '#web/platform/clock.ts'
import { displayName, displayTitle } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useUser } from '#web/platform/session.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { useWhyWord } from './match-reason.tsx'
import { searchMessages } from './messages.ts'
import { rememberOpened } from './recent.ts'
import css from './search.module.css'
import { hrefOfResult, iconOf } from './target.ts'

/** One result: the record, the reason, and the matching passage. */
export function Result({ item }: { item: SearchItem }) {
  const t = useT(searchMessages)
  const whyWord = useWhyWord()
  const user = useUser()
  const Icon = iconOf(item.noun)
  const regionName = useRegionName()
  const { region, category, subtitle, year } = item
  const first = displayTitle(item)
  const details = [region && regionName(region), category, subtitle, year].filter(Boolean).join(' · ')
  return (
    <li className={css.result}>
      <Icon size={16} aria-label={t(item.noun)} role="img" className={css.icon} />
      <div className="grow">
        <div className="flex wrap baseline gap-1 gap-x-3">
          <FoundLink href={hrefOfResult(item)} className="strong break" onClick={() => rememberOpened(user.id, item)}>
            {first === item.title ? <HighlightedText text={item.title} marks={item.title_marks} /> : first}
          </FoundLink>
          {first !== item.title && (
            <span className="quiet break">
              <HighlightedText text={item.title} marks={item.title_marks} />
            </span>
          )}
          {!item.is_newest && <span className={css.tag}>{t('older')}</span>}
          {item.why.map(why => (
            <span key={why.by} className={css.tag} title={t('why')}>
              {whyWord(why)}
            </span>
          ))}
        </div>
        {item.passage && item.passage.text !== item.subtitle && (
          <p className={css.passage}>
            <HighlightedText text={item.passage.text} marks={item.passage.marks} />
          </p>
        )}
        <div className="flex wrap gap-x-4 small quiet">
          <time dateTime={item.at}>{formatDay(item.at)}</time>
          {details && (
            <span className={css.subtitle} title={details}>
              {details}
            </span>
          )}
          {item.og && (
            <PageLink to="og_detail" params={{ id: item.og.id }}>
              {item.noun === 'page' ? t('on', { name: displayName(item.og) }) : displayName(item.og)}
            </PageLink>
          )}
          {item.more_versions > 0 && (
            <PageLink to="admin_page" params={{ id: item.id }}>
              {t('moreVersions', { count: item.more_versions })}
            </PageLink>
          )}
        </div>
      </div>
    </li>
  )
}

/** A link to an address that is known only at run time; modified clicks open a window. */
function FoundLink({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const { history } = useRouter()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    history.push(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}

type HighlightMark = { start: number; end: number }

/** Text with ranges marked; ranges that overlap or lie outside are skipped. */
function HighlightedText({ text, marks }: { text: string; marks: readonly HighlightMark[] }) {
  let at = 0
  const pieces = [...marks]
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end }) => {
      if (start < at || end > text.length || end <= start) return []
      const piece = { before: text.slice(at, start), marked: text.slice(start, end), start }
      at = end
      return [piece]
    })
  return (
    <>
      {pieces.map(({ before, marked, start }) => (
        <Fragment key={start}>
          {before}
          <mark>{marked}</mark>
        </Fragment>
      ))}
      {text.slice(at)}
    </>
  )
}
