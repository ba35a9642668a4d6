import type { ReactNode } from 'react'
import type { Device, DeviceState } from '#contract/device.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import css from './device.module.css'
import { deviceMessages } from './messages.ts'
import { useAgo } from './use-devices.ts'

/** Each state has its own shape, so it does not depend on colour. */
const forms: Record<DeviceState, ReactNode> = {
  ok: <circle cx="12" cy="12" r="10" />,
  slow: <path d="M12 2 23 22H1Z" />,
  silent: <path d="M4 1 12 9l8-8 3 3-8 8 8 8-3 3-8-8-8 8-3-3 8-8-8-8Z" />,
  stopped: <path d="M3 3h18v18H3Z" fill="none" stroke="currentColor" strokeWidth="3" />,
}

type Props = {
  device: Device
  /** The present time of the server's clock. */
  at: number
}

/** One device, legible from a distance: state first, then fetch rate, then the rest. */
export function DeviceTile({ device, at }: Props) {
  const t = useT(deviceMessages)
  const ago = useAgo()
  const locale = useLocale()
  const { state } = device
  const since = (instant: string) => ago(at - new Date(instant).getTime())
  const pace = device.pages_per_minute.toLocaleString(locale, {
    maximumFractionDigits: device.pages_per_minute < 10 ? 1 : 0,
  })
  return (
    <li className={css.tile} data-state={state}>
      <div className={css.tileHead}>
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden focusable={false}>
          {forms[state]}
        </svg>
        <b className={css.stateWord}>{t(state)}</b>
        <span className="push quiet">
          <b className={css.paceNumber}>{pace}</b> {t('rate')}
        </span>
      </div>
      <h2 className="ellipsis" title={`${device.name} · ${device.host}`}>
        {device.name}
      </h2>
      <dl className="flex wrap">
        <div>
          <dt className={css.small}>{t(state === 'stopped' ? 'stoppedAt' : 'beat')}</dt>
          <dd>{since(device.stopped_at ?? device.last_seen_at)}</dd>
        </div>
        <div>
          <dt className={css.small}>{t('sites')}</dt>
          <dd>{device.sites.toLocaleString(locale)}</dd>
        </div>
        <div>
          <dt className={css.small}>{t('memory')}</dt>
          <dd>{device.memory_mb.toLocaleString(locale)} MB</dd>
        </div>
      </dl>
      <p className={`${css.small} ellipsis`}>
        {device.host} · {t('version', { version: device.version })} ·{' '}
        {t('pages', { count: device.pages.toLocaleString(locale) })}
      </p>
      {device.last_error && (
        <p className={css.fault} title={device.last_error}>
          <b className="rigid danger">{t('lastError')}</b>
          {device.last_error_at && (
            <time className="rigid" dateTime={device.last_error_at}>
              {formatInstant(device.last_error_at).slice(5)}
            </time>
          )}
          <span className="ellipsis">{device.last_error}</span>
        </p>
      )}
    </li>
  )
}
