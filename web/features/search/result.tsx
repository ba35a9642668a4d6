import type { SearchItem } from '#contract/search.api.ts'
import { formatDay } from '#web/platform/clock.ts'
import { displayName, displayTitle } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useUser } from '#web/platform/session.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { FoundLink } from './found-link.tsx'
import { HighlightedText } from './marked.tsx'
import { searchMessages } from './messages.ts'
import { rememberOpened } from './recent.ts'
import css from './search.module.css'
import { hrefOfResult, iconOf } from './target.ts'
import { useWhyWord } from './why.tsx'

/** One result: the record, the reason, and the matching passage. */
export function Result({ item }: { item: SearchItem }) {
  const t = useT(searchMessages)
  const whyWord = useWhyWord()
  const user = useUser()
  const Icon = iconOf(item.noun)
  const regionName = useRegionName()
  const { region, category, subtitle, year } = item
  const first = displayTitle(item)
  const said = [region && regionName(region), category, subtitle, year].filter(Boolean).join(' · ')
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
          {said && (
            <span className={css.subtitle} title={said}>
              {said}
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
