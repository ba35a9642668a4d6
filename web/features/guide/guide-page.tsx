import { Suspense } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage, usePageTitle } from '#web/platform/page.tsx'
import css from './guide.module.css'
import { type GuideName, guideNames, isGuideName } from './guide-names.ts'
import { GuideText } from './guide-text.tsx'
import { useGuideTitle } from './guide-titles.ts'
import { guideMessages } from './messages.ts'
import { useGuide } from './use-guide.ts'

/** The whole guide: its contents, and one page of it. */
export default function GuidePage() {
  const t = useT(guideMessages)
  const titleOf = useGuideTitle()
  const { params } = usePage()
  const name = params.page ?? 'start'
  const isKnown = isGuideName(name)
  usePageTitle(isKnown ? `${t('title')} · ${titleOf(name)}` : t('title'))
  return (
    <div className={css.page}>
      <nav className={css.contents} aria-label={t('contents')}>
        <h2 className="small faint">{t('title')}</h2>
        <ol>
          {guideNames.map(each => (
            <li key={each}>
              <PageLink
                to="guide_page"
                params={{ page: each }}
                className={css.entry}
                aria-current={each === name ? 'page' : undefined}
              >
                {titleOf(each)}
              </PageLink>
            </li>
          ))}
        </ol>
      </nav>
      <article className={`${css.text} ${css.chapter}`}>
        {isKnown ? (
          <Suspense fallback={<div className={css.space} />}>
            <Chapter name={name} />
          </Suspense>
        ) : (
          <>
            <h1>{t('missing')}</h1>
            <p>
              <PageLink to="guide">{titleOf('start')}</PageLink>
            </p>
          </>
        )}
      </article>
    </div>
  )
}

function Chapter({ name }: { name: GuideName }) {
  const t = useT(guideMessages)
  const titleOf = useGuideTitle()
  const { pages, pictures } = useGuide()
  const next = guideNames[guideNames.indexOf(name) + 1]
  return (
    <>
      <GuideText
        nodes={pages[name] ?? []}
        pictures={pictures}
        link={(page, children) => (
          <PageLink to="guide_page" params={{ page }}>
            {children}
          </PageLink>
        )}
      />
      <p className={css.ends}>
        {name !== 'start' && <PageLink to={name}>{t('toScreen')}</PageLink>}
        {next && (
          <PageLink to="guide_page" params={{ page: next }} className="push">
            {t('next', { name: titleOf(next) })}
          </PageLink>
        )}
      </p>
    </>
  )
}
