import { useQueryClient } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { ChevronLeft, ChevronRight, History } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import type { Page, TimelineVersion } from '#contract/page.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { comparedOptions, snapshotOptions } from './page-calls.ts'
import { PagePicture } from './page-picture.tsx'
import { PageSnapshot } from './page-snapshot.tsx'
import { phraseMessages } from './phrase-messages.ts'
import css from './time.module.css'
import { timeMessages } from './time-messages.ts'
import { TimeText } from './time-text.tsx'
import { versionTimes } from './version-times.ts'

const PhraseDialog = lazy(() => import('./phrase-dialog.tsx'))

const views = ['look', 'picture', 'text'] as const
type PageView = (typeof views)[number]
const storageKey = 'page_view'
const noMark = 'none'

type VersionLine = Pick<TimelineVersion, 'id' | 'fetched_at' | 'quality' | 'is_lost'> & { has_picture?: boolean }
type Props = {
  page: Page
  /** Newest first. */
  versions: readonly VersionLine[]
  chosenId: number
  onChoose: (id: number) => void
}

/** A page at one moment, as a snapshot or as text, with additions and removals since another moment. */
export function TimeMachine({ page, versions, chosenId, onChoose }: Props) {
  const t = useT(timeMessages)
  const tPhrase = useT(phraseMessages)
  const { search, setSearch } = usePage()
  const [isLooking, setIsLooking] = useState(false)
  const [wanted, setView] = useState<PageView>(
    () => views.find(each => each === readLocalStorage(storageKey)) ?? 'look',
  )
  // Only sites that the browser draws have pictures.
  const hasPictures = versions.some(each => each.has_picture)
  const view = wanted === 'picture' && !hasPictures ? 'look' : wanted
  const show = (value: PageView) => {
    setView(value)
    writeStored(storageKey, value)
  }
  const at = versions.findIndex(({ id }) => id === chosenId)
  const since = sinceOf(versions, at, one(search.since))
  useNeighbours(page.id, versions, at, view, one(search.since))
  const [newer, older] = [versions[at - 1], versions[at + 1]]
  const chosen = versions[at]
  const timeOf = versionTimes(versions)
  return (
    <div className="stack shrink gap-4">
      <div className={css.bar}>
        <span className="inline-row">
          <Button
            type="text"
            icon={<ChevronLeft size={16} aria-hidden />}
            aria-label={t('older')}
            title={t('older')}
            disabled={!older}
            onClick={() => older && onChoose(older.id)}
          />
          <span className={css.moment} role="status">
            {chosen &&
              t('place', {
                at: timeOf(chosen),
                place: String(versions.length - at),
                count: String(versions.length),
              })}
          </span>
          <Button
            type="text"
            icon={<ChevronRight size={16} aria-hidden />}
            aria-label={t('newer')}
            title={t('newer')}
            disabled={!newer}
            onClick={() => newer && onChoose(newer.id)}
          />
        </span>
        <Select<string>
          className={css.since}
          aria-label={t('since')}
          title={t('since')}
          value={since === undefined ? noMark : String(since.id)}
          options={[
            { value: noMark, label: t('unmarked') },
            ...versions
              .filter(({ id, is_lost }) => id !== chosenId && !is_lost)
              .map(each => ({ value: String(each.id), label: t('sinceOne', { at: timeOf(each) }) })),
          ]}
          onChange={value => setSearch(before => ({ ...before, since: value }), { replace: true })}
        />
        <Button type="text" icon={<History size={16} aria-hidden />} onClick={() => setIsLooking(true)}>
          {tPhrase('openPage')}
        </Button>
        <span className="push">
          <Segmented<PageView>
            aria-label={t('view')}
            value={view}
            options={views
              .filter(value => value !== 'picture' || hasPictures)
              .map(value => ({ value, label: t(value) }))}
            onChange={show}
          />
        </span>
      </div>
      <LazyDialog>
        {isLooking && (
          <PhraseDialog
            pageId={page.id}
            words=""
            onShow={version => {
              setIsLooking(false)
              onChoose(version)
            }}
            onClose={() => setIsLooking(false)}
          />
        )}
      </LazyDialog>
      {view === 'picture' && chosen ? (
        <PagePicture
          pageId={page.id}
          version={{ id: chosen.id, at: timeOf(chosen) }}
          since={since && { id: since.id, at: timeOf(since) }}
        />
      ) : view !== 'text' ? (
        <PageSnapshot
          page={page}
          version={chosenId}
          since={since?.id}
          at={chosen && timeOf(chosen)}
          onText={() => show('text')}
        />
      ) : (
        <TimeText page={page} version={chosenId} since={since} at={chosen?.fetched_at ?? ''} />
      )}
    </div>
  )
}

/** The requested version, otherwise the last trusted one before. */
function sinceOf(versions: readonly VersionLine[], at: number, wish: string | undefined): VersionLine | undefined {
  if (wish === noMark || at < 0) return undefined
  const wished = versions.find(({ id }) => String(id) === wish)
  if (wished && wished !== versions[at]) return wished
  const before = versions.slice(at + 1).filter(({ is_lost }) => !is_lost)
  return before.find(({ quality }) => quality === 'good') ?? before[0]
}

/** Loads the neighbouring versions ahead of time, so that moving along the versions does not wait. */
function useNeighbours(
  pageId: number,
  versions: readonly VersionLine[],
  at: number,
  view: PageView,
  wish: string | undefined,
) {
  const client = useQueryClient()
  useEffect(() => {
    if (at < 0) return
    for (const next of [at - 1, at + 1]) {
      const version = versions[next]
      const since = sinceOf(versions, next, wish)
      if (!version || version.is_lost) continue
      if (view === 'look') void client.prefetchQuery(snapshotOptions(pageId, version.id, since?.id))
      else if (view === 'text' && since) void client.prefetchQuery(comparedOptions(pageId, since.id, version.id))
    }
  }, [client, pageId, versions, at, view, wish])
}
