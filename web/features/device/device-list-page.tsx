import { Maximize, Minimize, Moon, Sun } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Device, deviceStates } from '#contract/device.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { readStored, writeStored } from '#web/platform/storage.ts'
import css from './device.module.css'
import { DeviceTile } from './device-tile.tsx'
import { deviceMessages } from './messages.ts'
import { MinuteChart } from './minute-chart.tsx'
import { useAgo, useDevices, useTick } from './use-devices.ts'

const toneKey = 'device_wall_tone'
/** Devices that need attention are first. */
const urgency = { silent: 0, slow: 1, ok: 2, stopped: 3 } as const

/** `/device/list`: the wall board of the devices. It updates automatically and shows when the connection is lost. */
export default function DeviceListPage() {
  const t = useT(deviceMessages)
  const at = useTick()
  const wall = useRef<HTMLDivElement>(null)
  const [tone, setTone] = useState(() => (readStored(toneKey) === 'light' ? 'light' : 'dark'))
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
