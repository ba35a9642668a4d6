import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import css from './menu.module.css'
import { shellMessages } from './messages.ts'
import { PopupBranch } from './side-menu.tsx'
import { useMenu } from './use-menu.ts'

/** The menu as a row inside the navbar. */
export function TopMenu({ current }: { current: string }) {
  const t = useT(shellMessages)
  const locale = useLocale()
  return (
    <nav className={css.top} aria-label={t('mainMenu')}>
      <ul>
        {useMenu().map(item => (
          <li key={item.name}>
            {'leaves' in item ? (
              <PopupBranch item={item} current={current} isTop />
            ) : (
              <PageLink to={item.name} className={css.item} aria-current={item.name === current ? 'page' : undefined}>
                <item.icon size={16} aria-hidden />
                <span className="grow ellipsis">{item.title[locale]}</span>
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
