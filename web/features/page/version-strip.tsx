import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react'
import { formatDay } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { pagePageMessages } from './page-page-messages.ts'
import { type LineVersion, nearest, positionsInTime, sizeOf } from './strip.ts'
import css from './version-strip.module.css'
import { versionTimes } from './version-times.ts'

type Props = {
  /** Oldest first. */
  versions: readonly LineVersion[]
  chosen: number
  other: number | undefined
  onChoose: (id: number) => void
  /** Chooses the other end of a comparison. */
  onOther: (id: number) => void
}

const legend = [
  ['good', 'legendGood'],
  ['hits', 'legendHits'],
  ['archive', 'legendArchive'],
  ['low', 'legendLow'],
  ['evidence', 'legendEvidence'],
  ['other', 'legendOther'],
] as const

/** The legend explains only marks that are there. */
function isThere(kind: (typeof legend)[number][0], versions: readonly LineVersion[], other: number | undefined) {
  if (kind === 'other') return other !== undefined
  return versions.some(({ hits, archive, quality, is_evidence }) => {
    if (kind === 'hits') return hits > 0
    if (kind === 'evidence') return is_evidence
    if (kind === 'archive') return archive !== null
    return kind === 'low' ? quality === 'low' : quality !== 'low' && archive === null
  })
}

/** From this number of versions on, marks are thin. */
const manyFrom = 60

/** Versions along time, a mark each; one is shown, another can be compared with it. */
export function VersionStrip({ versions, chosen, other, onChoose, onOther }: Props) {
  const t = useT(pagePageMessages)
  const id = useId()
  const track = useRef<HTMLDivElement>(null)
  const places = positionsInTime(versions)
  const at = versions.findIndex(version => version.id === chosen)
  const first = versions[0]
  const last = versions.at(-1)
  const isOneDay = first && last && formatDay(first.fetched_at) === formatDay(last.fetched_at)
  const timeOf = versionTimes(versions)
  const endOf = (version: LineVersion) => (isOneDay ? timeOf(version) : formatDay(version.fetched_at))

  function pick(event: MouseEvent) {
    const box = track.current?.getBoundingClientRect()
    const version = box && versions[nearest(places, (event.clientX - box.left) / box.width)]
    if (version) (event.shiftKey ? onOther : onChoose)(version.id)
  }

  function move(event: KeyboardEvent) {
    const last = versions.length - 1
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    const version = next === undefined ? undefined : versions[Math.min(Math.max(next, 0), last)]
    if (event.key === ' ') onOther(chosen)
    else if (version) onChoose(version.id)
    else return
    event.preventDefault()
  }

  return (
    <div className={css.strip}>
      <div
        className={css.frame}
        role="listbox"
        tabIndex={0}
        aria-label={`${t('timeline')}. ${t('timelineHint')}`}
        aria-orientation="horizontal"
        aria-activedescendant={at < 0 ? undefined : `${id}${chosen}`}
        onClick={pick}
        onKeyDown={move}
      >
        <div ref={track} className={css.track} data-many={versions.length > manyFrom || undefined}>
          {versions.map((version, index) => (
            <Mark
              key={version.id}
              id={`${id}${version.id}`}
              version={version}
              time={timeOf(version)}
              place={places[index] ?? 0}
              isChosen={version.id === chosen}
              isOther={version.id === other}
            />
          ))}
        </div>
      </div>
      <div className="flex wrap spread gap-x-5 small quiet" aria-hidden>
        {first && <span>{endOf(first)}</span>}
        <span className={css.legend}>
          {legend
            .filter(([kind]) => isThere(kind, versions, other))
            .map(([kind, word]) => (
              <span key={kind}>
                <i data-kind={kind} /> {t(word)}
              </span>
            ))}
          {versions.some(({ change }) => change) && <span>{t('legendSize')}</span>}
        </span>
        {last && last !== first && <span>{endOf(last)}</span>}
      </div>
    </div>
  )
}

type MarkProps = { id: string; version: LineVersion; time: string; place: number; isChosen: boolean; isOther: boolean }

function Mark({ id, version, time, place, isChosen, isOther }: MarkProps) {
  const t = useT(pagePageMessages)
  const size = isChosen || version.quality === 'low' ? null : sizeOf(version.change)
  const name = [
    version.archive
      ? t(version.archive.is_clip ? 'markClip' : 'markArchive', { at: time, name: version.archive.file_name })
      : t('markName', {
          at: time,
          round: String(version.round),
          status: String(version.http_status ?? '—'),
        }),
    ...(version.change ? [t('markChange', { added: version.change.added, removed: version.change.removed })] : []),
    ...(version.hits > 0 ? [t('markHits', { count: version.hits })] : []),
    ...(version.quality === 'low' ? [t('markLow')] : []),
    ...(version.is_evidence ? [t('markEvidence')] : []),
    ...(isOther ? [t('markOther')] : []),
  ].join(' · ')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option.
    <span
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-label={name}
      title={name}
      className={css.mark}
      style={{ left: `${place * 100}%`, ...(size !== null && { height: size }) }}
      data-hits={version.hits > 0 || undefined}
      data-quality={version.quality}
      data-archive={version.archive ? true : undefined}
      data-evidence={version.is_evidence || undefined}
      data-lost={version.is_lost || undefined}
      data-chosen={isChosen || undefined}
      data-other={isOther || undefined}
    />
  )
}
