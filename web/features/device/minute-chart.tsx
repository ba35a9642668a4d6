import { useLocale, useT } from '#web/platform/i18n.ts'
import css from './device.module.css'
import { deviceMessages } from './messages.ts'

/** Pages fetched by minute, oldest at the left. */
export function MinuteChart({ minutes }: { minutes: readonly number[] }) {
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
