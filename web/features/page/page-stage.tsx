import { Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { createPageLookTicket } from '#contract/page-snapshot.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
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

/** A version to be displayed from the origin for files. */
export type PageTicket = { pageId: number; version: number; since: number | undefined }
type Props = { title: string; html: string; ticket: PageTicket | undefined; size: PageSize }

/** The address of one display; it can be used once, so each display requests its own. */
function useTicketAddress(ticket: PageTicket | undefined): string | undefined {
  const { pageId, version, since } = ticket ?? {}
  const [found, setFound] = useState<{ key: string; url: string }>()
  const key = `${pageId} ${version} ${since}`
  useEffect(() => {
    if (pageId === undefined || version === undefined) return
    let isWanted = true
    const query = since === undefined ? {} : { since: String(since) }
    call(createPageLookTicket, { params: { id: pageId, version_id: version }, query }).then(({ url }) => {
      if (isWanted) setFound({ key: `${pageId} ${version} ${since}`, url })
    }, showError)
    return () => {
      isWanted = false
    }
  }, [pageId, version, since])
  return found?.key === key ? found.url : undefined
}

/** An archived page in its sandbox, laid out for a usual screen and scaled to the width that is there. */
export function PageStage({ title, html, ticket, size }: Props) {
  const address = useTicketAddress(ticket)
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
        {...(ticket ? { src: address ?? 'about:blank' } : { srcDoc: html })}
        style={{
          width: size === 'fit' ? Math.max(layoutWidth, width) : layoutWidth,
          height: `${100 / scale}%`,
          transform: scale === 1 ? undefined : `scale(${scale})`,
        }}
      />
    </div>
  )
}
