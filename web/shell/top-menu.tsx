import { Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink, useGo } from '#web/platform/page.tsx'
import type { PlainRouteName } from '#web/platform/route.ts'
import css from './menu.module.css'
import type { MenuItem } from './menu.ts'
import { shellMessages } from './messages.ts'
import { PopupBranch } from './side-menu.tsx'
import { useMenu } from './use-menu.ts'

const gapPx = 4
const morePx = 40

/** The menu as a row in the navbar; items that do not fit are in a menu at its end. */
export function TopMenu({ current }: { current: string }) {
  const t = useT(shellMessages)
  const locale = useLocale()
  const items = useMenu()
  const nav = useRef<HTMLElement>(null)
  // The widths belong to one set of words: other words are measured again.
  const words = items.map(item => item.title[locale]).join('\n')
  const [measured, setMeasured] = useState<{ words: string; widths: number[] }>()
  const [spacePx, setSpacePx] = useState(Number.POSITIVE_INFINITY)
  const widths = measured?.words === words ? measured.widths : undefined
  useLayoutEffect(() => {
    const rows = [...(nav.current?.querySelectorAll('li') ?? [])]
    if (!widths) setMeasured({ words, widths: rows.map(row => Math.ceil(row.getBoundingClientRect().width)) })
  }, [widths, words])
  useLayoutEffect(() => {
    const element = nav.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setSpacePx(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const shown = widths ? countFitting(widths, spacePx, { gapPx, morePx }) : items.length
  const wantedPx = widths?.reduce((sum, width) => sum + width + gapPx, 0)
  return (
    <nav ref={nav} className={css.top} aria-label={t('mainMenu')} style={{ width: wantedPx }}>
      <ul>
        {items.slice(0, shown).map(item => (
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
        {shown < items.length && (
          <li>
            <MoreItems items={items.slice(shown)} current={current} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function MoreItems({ items, current }: { items: readonly MenuItem[]; current: string }) {
  const t = useT(shellMessages)
  const locale = useLocale()
  const go = useGo()
  const leaves = items.flatMap(item => ('leaves' in item ? item.leaves : [item]))
  const rows = items.map(item => ({
    key: item.name,
    label: item.title[locale],
    icon: <item.icon size={14} />,
    ...('leaves' in item && {
      children: item.leaves.map(leaf => ({ key: leaf.name, label: leaf.title[locale], icon: <leaf.icon size={14} /> })),
    }),
  }))
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: rows, selectedKeys: [current], onClick: ({ key }) => go(key as PlainRouteName) }}
    >
      <button
        type="button"
        className={css.item}
        aria-haspopup="menu"
        aria-label={t('moreMenu')}
        title={t('moreMenu')}
        data-current={leaves.some(leaf => leaf.name === current)}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
    </Dropdown>
  )
}

/** How many items of these widths fit side by side; if not all do, the button to the rest must fit too. */
export function countFitting(
  widths: readonly number[],
  spacePx: number,
  { gapPx, morePx }: { gapPx: number; morePx: number },
): number {
  const ends: number[] = []
  for (const width of widths) ends.push((ends.at(-1) ?? -gapPx) + gapPx + width)
  if ((ends.at(-1) ?? 0) <= spacePx) return widths.length
  return ends.filter(end => end + gapPx + morePx <= spacePx).length
}
