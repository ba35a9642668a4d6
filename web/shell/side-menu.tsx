import { Dropdown } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink, useGo } from '#web/platform/page.tsx'
import type { PlainRouteName } from '#web/platform/route.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { AfterPage } from './after-page.tsx'
import css from './menu.module.css'
import type { MenuBranch, MenuItem, MenuLeaf } from './menu.ts'
import { shellMessages } from './messages.ts'
import { useMenu } from './use-menu.ts'

type Props = { current: string; isCollapsed?: boolean; onFollow?: () => void }

/** The menu as a column; when it is collapsed to icons, its groups open as popups. */
export function SideMenu({ current, isCollapsed = false, onFollow }: Props) {
  const t = useT(shellMessages)
  const menu = useMenu()
  const nav = useRef<HTMLElement>(null)
  const { length } = menu
  // On a low screen the current entry may be below the edge.
  useEffect(() => {
    if (length > 0) nav.current?.querySelector(`[aria-current="page"]`)?.scrollIntoView({ block: 'nearest' })
    void current
  }, [current, length])
  return (
    <nav ref={nav} className={css.side} aria-label={t('mainMenu')} data-collapsed={isCollapsed}>
      <ul>
        {menu.map(item => (
          <li key={item.name}>
            <SideItem item={item} current={current} isCollapsed={isCollapsed} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ItemProps<I> = Omit<Props, 'isCollapsed'> & { item: I; isCollapsed: boolean }

function SideItem({ item, ...rest }: ItemProps<MenuItem>) {
  if (!('leaves' in item)) return <SideLeaf item={item} {...rest} />
  return rest.isCollapsed ? <PopupBranch item={item} current={rest.current} /> : <SideBranch item={item} {...rest} />
}

function SideLeaf({ item, current, isCollapsed, onFollow }: ItemProps<MenuLeaf>) {
  const title = item.title[useLocale()]
  const Icon = item.icon
  return (
    <PageLink
      to={item.name}
      className={css.item}
      aria-current={item.name === current ? 'page' : undefined}
      title={isCollapsed ? title : undefined}
      onClick={onFollow}
    >
      <Icon size={16} aria-hidden />
      <span className={isCollapsed ? 'visually-hidden' : 'grow ellipsis'}>{title}</span>
      {item.Mark && !isCollapsed && (
        <AfterPage>
          <item.Mark />
        </AfterPage>
      )}
    </PageLink>
  )
}

const closed = 'closed'
const keyOf = (group: string) => `menu_${group}`

/** A group of pages; the browser remembers whether it is folded. */
function SideBranch({ item, current, isCollapsed, onFollow }: ItemProps<MenuBranch>) {
  const locale = useLocale()
  const [isClosed, setIsClosed] = useState(() => readLocalStorage(keyOf(item.name)) === closed)
  const isOpen = !isClosed
  const toggle = () => {
    setIsClosed(isOpen)
    writeStored(keyOf(item.name), isOpen ? closed : null)
  }
  const Icon = item.icon
  return (
    <>
      <button type="button" className={css.item} aria-expanded={isOpen} onClick={toggle}>
        <Icon size={16} aria-hidden />
        <span className="grow ellipsis">{item.title[locale]}</span>
        <ChevronDown className={css.chevron} size={14} aria-hidden />
      </button>
      {isOpen && (
        <ul className={css.nested}>
          {item.leaves.map(leaf => (
            <li key={leaf.name}>
              <SideLeaf item={leaf} current={current} isCollapsed={isCollapsed} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A group as a button whose pages open next to it or below it: in the collapsed menu and in the top menu. */
export function PopupBranch({ item, current, isTop = false }: { item: MenuBranch; current: string; isTop?: boolean }) {
  const locale = useLocale()
  const go = useGo()
  const Icon = item.icon
  const items = item.leaves.map(leaf => ({ key: leaf.name, label: leaf.title[locale], icon: <leaf.icon size={14} /> }))
  const isCurrent = item.leaves.some(leaf => leaf.name === current)
  return (
    <Dropdown
      trigger={['click']}
      placement={isTop ? 'bottomLeft' : 'rightTop'}
      menu={{ items, selectedKeys: [current], onClick: ({ key }) => go(key as PlainRouteName) }}
    >
      <button
        type="button"
        className={css.item}
        aria-haspopup="menu"
        data-current={isCurrent}
        title={isTop ? undefined : item.title[locale]}
      >
        <Icon size={16} aria-hidden />
        <span className={isTop ? 'grow ellipsis' : 'visually-hidden'}>{item.title[locale]}</span>
        {isTop && <ChevronDown size={14} aria-hidden />}
      </button>
    </Dropdown>
  )
}
