import { useLocale, useT } from '#web/platform/i18n.ts'
import css from './examiner.module.css'
import { percentOf } from './figures.ts'
import { examinerMessages } from './messages.ts'

/** Shares over time, oldest at the left. The baseline is 50 %: any lower share is a failure. */
export function RecallCurve({
  name,
  shares,
  isLarge = false,
}: {
  name: string
  shares: readonly (number | null)[]
  isLarge?: boolean
}) {
  const t = useT(examinerMessages)
  const locale = useLocale()
  const known = shares.flatMap((share, at) => (share === null ? [] : [{ at, share }]))
  const last = known.at(-1)
  if (!last) return null
  const least = Math.min(...known.map(({ share }) => share))
  const [now, lowest] = [percentOf(last.share, locale), percentOf(least, locale)]
  const x = (at: number) => (shares.length < 2 ? 50 : (at / (shares.length - 1)) * 96 + 2)
  const y = (share: number) => 92 - Math.max(0, share - 0.5) * 168
  return (
    <svg
      className={isLarge ? css.large : css.small}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('curveText', { series: name, count: known.length, now, least: lowest })}
    >
      <line x1="0" x2="100" y1={y(1)} y2={y(1)} />
      <line x1="0" x2="100" y1={y(0.5)} y2={y(0.5)} />
      <polyline points={known.map(({ at, share }) => `${x(at)},${y(share)}`).join(' ')} />
      {/* A single run is drawn as a dot. */}
      <polyline points={`${x(last.at) - 0.6},${y(last.share)} ${x(last.at) + 0.6},${y(last.share)}`} data-last />
    </svg>
  )
}
