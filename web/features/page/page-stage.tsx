import { Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { timeMessages } from './time-messages.ts'
import css from './version.module.css'

/** Width at which an archived page is laid out, as on a usual screen. */
const layoutWidth = 1280
const storageKey = 'page_size'

const sizes = ['fit', 'whole'] as const
type PageSize = (typeof sizes)[number]

/** How large archived pages are shown; this browser remembers it. */
export function usePageSize() {
  const [size, setSize] = useState<PageSize>(() => (readLocalStorage(storageKey) === 'whole' ? 'whole' : 'fit'))
  return {
    size,
    choose: (value: PageSize) => {
      setSize(value)
      writeStored(storageKey, value)
    },
  }
}

export function PageSizeSwitch({ size, choose }: ReturnType<typeof usePageSize>) {
  const t = useT(timeMessages)
  return (
    <Segmented<PageSize>
      size="small"
      aria-label={t('zoom')}
      value={size}
      options={sizes.map(value => ({ value, label: t(value) }))}
      onChange={choose}
    />
  )
}

type Props = { title: string; html: string; size: PageSize }

/** An archived page in its sandbox, laid out for a usual screen and scaled to the width that is there. */
export function PageStage({ title, html, size }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(layoutWidth)
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || layoutWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const scale = size === 'fit' ? Math.min(1, width / layoutWidth) : 1
  return (
    <div ref={stage} className={css.stage} data-size={size}>
      <iframe
        sandbox=""
        referrerPolicy="no-referrer"
        title={title}
        srcDoc={html}
        style={{
          width: size === 'fit' ? Math.max(layoutWidth, width) : layoutWidth,
          height: `${100 / scale}%`,
          transform: scale === 1 ? undefined : `scale(${scale})`,
        }}
      />
    </div>
  )
}
