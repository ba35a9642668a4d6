import { Maximize, Minimize, Moon, Sun } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Device, deviceStates } from '#contract/device.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import css from './device.module.css'
import { DeviceTile } from './device-tile.tsx'
import { deviceMessages } from './messages.ts'
import { useAgo, useDevices, useTick } from './use-devices.ts'

const toneKey = 'device_wall_tone'
/** Devices that need attention are first. */
const urgency = { silent: 0, slow: 1, ok: 2, stopped: 3 } as const

/** `/device/list`: the wall board of the devices. It updates automatically and shows when the connection is lost. */
export default function DeviceListPage() {
  const t = useT(deviceMessages)
  const at = useTick()
  const wall = useRef<HTMLDivElement>(null)
  const [tone, setTone] = useState(() => (readLocalStorage(toneKey) === 'light' ? 'light' : 'dark'))
  const { data, failed, isLost, ageMs } = useDevices(at)
  const ago = useAgo()
  const Tone = tone === 'dark' ? Sun : Moon
  return (
    <div ref={wall} className={css.wall} data-tone={tone} data-theme={tone} data-lost={isLost || undefined}>
      <header className="row wrap gap-3 gap-x-6">
        <h1>{t('title')}</h1>
        {data && <States devices={data.items} />}
        <Clock at={at} />
        <span className="flex gap-3">
          <button
            className={css.tool}
            type="button"
            aria-label={t(tone === 'dark' ? 'light' : 'dark')}
            title={t(tone === 'dark' ? 'light' : 'dark')}
            onClick={() => {
              const next = tone === 'dark' ? 'light' : 'dark'
              setTone(next)
              writeStored(toneKey, next)
            }}
          >
            <Tone size={20} aria-hidden />
          </button>
          <FullScreen target={wall} />
        </span>
      </header>
      <div role="alert" className={css.lost}>
        {isLost && (
          <>
            <b>{t('lost', { ago: ago(ageMs) })}</b> {t('lostRetry')}
          </>
        )}
        {failed && <b>{t('failed')}</b>}
      </div>
      {data ? (
        <>
          <Totals rounds={data.rounds} waiting={data.waiting} lastHour={data.last_hour} />
          {data.items.length === 0 ? (
            <div className="pad-y-6">
              <h2>{t('emptyTitle')}</h2>
              <p className="quiet">{t('emptyText')}</p>
            </div>
          ) : (
            <ul className={css.tiles} aria-label={t('devices')}>
              {data.items
                .toSorted((a, b) => urgency[a.state] - urgency[b.state] || a.name.localeCompare(b.name))
                .map(device => (
                  <DeviceTile key={device.id} device={device} at={new Date(data.now).getTime() + ageMs} />
                ))}
            </ul>
          )}
        </>
      ) : (
        !failed && (
          <div className={css.tiles} role="status" aria-busy aria-label={t('loading')}>
            <div className={css.bone} />
            <div className={css.bone} />
            <div className={css.bone} />
          </div>
        )
      )}
    </div>
  )
}

/** The number of devices in each state. */
function States({ devices }: { devices: readonly Device[] }) {
  const t = useT(deviceMessages)
  const counts = deviceStates.map(state => ({ state, count: devices.filter(each => each.state === state).length }))
  return (
    <ul className={css.states}>
      {counts
        .filter(({ state, count }) => count > 0 || state === 'ok')
        .map(({ state, count }) => (
          <li key={state} data-state={state}>
            <b>{count}</b> {t(state)}
          </li>
        ))}
    </ul>
  )
}

function Clock({ at }: { at: Date }) {
  const text = formatInstant(at)
  return (
    <time className={css.clock} dateTime={at.toISOString()}>
      <small>{text.split(' ', 1)}</small> {text.slice(11)}
      <small>:{String(at.getSeconds()).padStart(2, '0')}</small>
    </time>
  )
}

type TotalsProps = { rounds: number; waiting: number; lastHour: readonly number[] }

function Totals({ rounds, waiting, lastHour }: TotalsProps) {
  const t = useT(deviceMessages)
  const locale = useLocale()
  return (
    <section className={css.totals} aria-label={t('counts')}>
      <p className="stack gap-3">
        <span className="quiet">{t('rounds')}</span>
        <b className={css.total}>{rounds.toLocaleString(locale)}</b>
      </p>
      <p className="stack gap-3">
        <span className="quiet">{t('waiting')}</span>
        <b className={css.total}>{waiting.toLocaleString(locale)}</b>
      </p>
      <MinuteChart minutes={lastHour} />
    </section>
  )
}

function FullScreen({ target }: { target: RefObject<HTMLDivElement | null> }) {
  const t = useT(deviceMessages)
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (!document.fullscreenEnabled) return null
  const Icon = isFull ? Minimize : Maximize
  const label = t(isFull ? 'leaveFull' : 'full')
  return (
    <button
      className={css.tool}
      type="button"
      aria-label={label}
      title={label}
      // A browser might refuse full screen; the wall then stays as it is.
      onClick={() =>
        void (isFull ? document.exitFullscreen() : target.current?.requestFullscreen())?.catch(() => undefined)
      }
    >
      <Icon size={20} aria-hidden />
    </button>
  )
}

/** Pages fetched by minute, oldest at the left. */
function MinuteChart({ minutes }: { minutes: readonly number[] }) {
  const t = useT(deviceMessages)
  const locale = useLocale()
  const number = (value: number) => value.toLocaleString(locale)
  const most = Math.max(0, ...minutes)
  const total = minutes.reduce((sum, each) => sum + each, 0)
  const label = t('chart', { total: number(total), most: number(most), latest: number(minutes.at(-1) ?? 0) })
  return (
    <figure className={`${css.chart} stack shrink`}>
      <figcaption className="flex wrap baseline gap-x-5 below-3 quiet">
        <span>{t('lastHour')}</span>
        <b>{t('hourTotal', { count: number(total) })}</b>
        <small className={`${css.small} push`}>{t('perMinute', { most: number(most) })}</small>
      </figcaption>
      <svg viewBox={`0 0 ${minutes.length * 10} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        {minutes.map((value, index) => {
          const height = most === 0 ? 0 : (value / most) * 98
          // A minute without pages still gets a bar on the baseline.
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a minute is identified by its position.
              key={index}
              x={index * 10 + 1}
              y={100 - Math.max(height, 1)}
              width={8}
              height={Math.max(height, 1)}
              data-zero={value === 0 || undefined}
            />
          )
        })}
      </svg>
      <div className={`${css.small} flex spread`} aria-hidden>
        <span>{t('hourAgo')}</span>
        <span>{t('nowWord')}</span>
      </div>
    </figure>
  )
}
