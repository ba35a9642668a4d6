import { useRouter } from '@tanstack/react-router'
import { Dropdown, type MenuProps } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { landingOf } from '#web/platform/access.ts'
import { useT } from '#web/platform/i18n.ts'
import { confirmLeave, isPageDirty, removeGuards } from '#web/platform/leave.ts'
import { hrefFrom, routeOf } from '#web/platform/route.ts'
import { useRole } from '#web/platform/session.ts'
import { dropTabs, reloadTab, type Tab, useTabs } from '#web/platform/tab.ts'
import { isOffered } from './guard.ts'
import { shellMessages } from './messages.ts'
import { usePageTitles } from './settled-page.ts'
import css from './tab-bar.module.css'

/** The open pages. The first, Workplace, is the role's landing page and stays. */
export function TabBar({ activeKey }: { activeKey: string }) {
  const t = useT(shellMessages)
  const row = useTabRow()
  return (
    <nav className={css.bar} aria-label={t('tabs')}>
      {row.map((tab, index) => (
        <TabItem key={tab.key} tab={tab} index={index} isActive={tab.key === activeKey} row={row} />
      ))}
    </nav>
  )
}

type ItemProps = { tab: Tab; index: number; isActive: boolean; row: readonly Tab[] }

function TabItem({ tab, index, isActive, row }: ItemProps) {
  const t = useT(shellMessages)
  const titleOf = usePageTitles()
  const { history } = useRouter()
  const close = useCloseTabs()
  const isFixed = index === 0
  const title = isFixed ? t('workplace') : titleOf(tab)
  const href = hrefFrom(tab.name, tab)
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isActive])

  const closable = row.slice(1)
  const left = row.slice(1, index)
  const right = row.slice(index + 1)
  const others = closable.filter(each => each !== tab)
  const items: MenuProps['items'] = [
    { key: 'reload', label: t('tabReload'), disabled: !isActive, onClick: () => reloadTab(tab.key) },
    { type: 'divider' },
    { key: 'close', label: t('close'), disabled: isFixed, onClick: () => close([tab], row) },
    { key: 'left', label: t('tabCloseLeft'), disabled: left.length === 0, onClick: () => close(left, row, tab) },
    { key: 'right', label: t('tabCloseRight'), disabled: right.length === 0, onClick: () => close(right, row, tab) },
    {
      key: 'others',
      label: t('tabCloseOthers'),
      disabled: others.length === 0,
      onClick: () => close(others, row, tab),
    },
    {
      key: 'all',
      label: t('tabCloseAll'),
      disabled: closable.length === 0,
      onClick: () => close(closable, row, row[0]),
    },
  ]

  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      <div ref={item} className={css.tab} data-active={isActive}>
        <a
          className="grow ellipsis"
          href={href}
          aria-current={isActive ? 'page' : undefined}
          title={title}
          onClick={event => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            if (!isActive) history.push(href)
          }}
          onAuxClick={event => {
            if (event.button !== 1 || isFixed) return
            event.preventDefault()
            void close([tab], row)
          }}
        >
          {title}
        </a>
        {!isFixed && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('closeTab', { title })}
            onClick={() => close([tab], row)}
          >
            <X size={12} aria-hidden />
          </button>
        )}
      </div>
    </Dropdown>
  )
}

/** The tabs as shown: Workplace first, whether its page is mounted or not. */
function useTabRow(): Tab[] {
  const role = useRole()
  const tabs = useTabs(state => state.tabs)
  if (!role) return []
  const name = landingOf(role, isOffered)
  const key = routeOf(name)?.path ?? '/'
  const workplace = tabs.find(tab => tab.key === key) ?? { key, name, params: {}, search: {}, reloads: 0, usedAt: 0 }
  return [workplace, ...tabs.filter(tab => tab.key !== key)]
}

/**
 * Closes tabs, after a confirmation if they have unsaved work. If the open tab is closed, `next` or its neighbour
 * opens.
 */
function useCloseTabs() {
  const router = useRouter()
  return async (closing: readonly Tab[], row: readonly Tab[], next?: Tab): Promise<void> => {
    const keys = closing.map(tab => tab.key)
    if (keys.some(isPageDirty) && !(await confirmLeave())) return
    removeGuards(keys)
    const { activeKey } = useTabs.getState()
    const at = row.findIndex(tab => tab.key === activeKey)
    const isLeft = (tab: Tab) => !keys.includes(tab.key)
    const target = next ?? row.slice(at + 1).find(isLeft) ?? row.slice(0, at).findLast(isLeft)
    if (activeKey === null || !keys.includes(activeKey) || !target) return dropTabs(keys)
    // The open page would become a tab again if its tab were removed first.
    const stop = router.subscribe('onResolved', () => {
      stop()
      dropTabs(keys)
    })
    router.history.push(hrefFrom(target.name, target))
  }
}
