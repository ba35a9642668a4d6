import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { pictureOptions } from './page-calls.ts'
import { pagePageMessages } from './page-page-messages.ts'
import { type Box, type PictureChanges, pictureChanges } from './picture-changes.ts'
import { readPixels } from './read-pixels.ts'
import { timeMessages } from './time-messages.ts'
import css from './version.module.css'
import { ViewFailure, ViewLoading } from './view-state.tsx'

type PictureVersion = { id: number; at: string }
type Props = { pageId: number; version: PictureVersion; since: PictureVersion | undefined }

const layouts = ['pair', 'one'] as const
type Layout = (typeof layouts)[number]
const storageKey = 'page_picture'

/** The page as the browser drew it; next to an earlier picture, with the parts that differ outlined. */
export function PagePicture({ pageId, version, since }: Props) {
  const t = useT(timeMessages)
  const [layout, setLayout] = useState<Layout>(() => (readLocalStorage(storageKey) === 'one' ? 'one' : 'pair'))
  const now = useQuery({ ...pictureOptions(pageId, version.id), placeholderData: keepPreviousData })
  const before = useQuery({ ...pictureOptions(pageId, since?.id ?? 0), enabled: since !== undefined })
  const [from, to] = [since ? (before.data?.picture ?? null) : null, now.data?.picture ?? null]
  const changes = usePictureChanges(from, to)
  const failed = now.error ? now : before.error ? before : null
  if (failed) return <ViewFailure query={failed} />
  if (!now.data) return <ViewLoading />
  if (to === null) return <p className={css.note}>{t('noPicture')}</p>
  const isPair = layout === 'pair' && from !== null && since !== undefined
  return (
    <div className={css.archive} aria-busy={now.isPlaceholderData}>
      <div className={css.archiveActs}>
        <ChangesNote since={since} from={from} changes={changes} />
        {from !== null && (
          <span className="push">
            <Segmented<Layout>
              size="small"
              aria-label={t('layout')}
              value={layout}
              options={layouts.map(value => ({ value, label: t(value) }))}
              onChange={value => {
                setLayout(value)
                writeStored(storageKey, value)
              }}
            />
          </span>
        )}
      </div>
      <div className={css.pictures} data-pair={isPair || undefined}>
        {isPair && <Picture src={from} at={since.at} boxes={changes?.from ?? []} kind="removed" />}
        <Picture src={to} at={version.at} boxes={changes?.to ?? []} kind="added" />
      </div>
    </div>
  )
}

type NoteProps = { since: PictureVersion | undefined; from: string | null; changes: PictureChanges | undefined }

function ChangesNote({ since, from, changes }: NoteProps) {
  const t = useT(timeMessages)
  if (since === undefined) return null
  if (from === null) return t('noEarlierPicture')
  if (!changes) return t('comparing')
  const count = Math.max(changes.from.length, changes.to.length)
  return count === 0 ? t('samePicture') : t('outlined', { count })
}

type PictureProps = { src: string; at: string; boxes: readonly Box[]; kind: 'added' | 'removed' }

function Picture({ src, at, boxes, kind }: PictureProps) {
  const tPage = useT(pagePageMessages)
  const [size, setSize] = useState<{ width: number; height: number }>()
  return (
    <figure className={css.picture}>
      <figcaption className="small quiet">{at}</figcaption>
      <div className="relative">
        <img
          src={src}
          alt={tPage('archiveTitle', { at })}
          onLoad={({ currentTarget: image }) => setSize({ width: image.naturalWidth, height: image.naturalHeight })}
        />
        {size && (
          <svg viewBox={`0 0 ${size.width} ${size.height}`} data-kind={kind} aria-hidden>
            {boxes.map(box => (
              <rect key={`${box.x} ${box.y}`} {...withMargin(box)} />
            ))}
          </svg>
        )}
      </div>
    </figure>
  )
}

/** The outline does not cover what it surrounds. */
const margin = 8
const withMargin = ({ x, y, width, height }: Box): Box => ({
  ...{ x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin },
})

/** Computed in the browser after both pictures were decoded; undefined until then. */
function usePictureChanges(from: string | null, to: string | null): PictureChanges | undefined {
  const [found, setFound] = useState<{ from: string; to: string; changes: PictureChanges }>()
  useEffect(() => {
    if (from === null || to === null) return
    let isWanted = true
    const none: PictureChanges = { from: [], to: [] }
    Promise.all([readPixels(from), readPixels(to)])
      .then(([one, other]) => (one && other ? pictureChanges(one, other) : none))
      .catch(() => none)
      .then(changes => {
        if (isWanted) setFound({ from, to, changes })
      })
    return () => {
      isWanted = false
    }
  }, [from, to])
  return found?.from === from && found?.to === to ? found?.changes : undefined
}
