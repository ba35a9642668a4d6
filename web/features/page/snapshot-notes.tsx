import { assetKinds, type SnapshotCounts } from '#contract/page-snapshot.ts'
import { useReasonWord } from '#web/features/site/site.ts'
import { useT } from '#web/platform/i18n.ts'
import { timeMessages } from './time-messages.ts'

type Props = { state: 'waiting' | 'done'; counts: SnapshotCounts }

const missedOf = { style: 'styleMissed', picture: 'pictureMissed', font: 'fontMissed' } as const

/** Which styles and pictures a version was stored with, and why others were not. */
export function SnapshotNotes({ state, counts }: Props) {
  const t = useT(timeMessages)
  const reason = useReasonWord()
  const kept = assetKinds.reduce((sum, kind) => sum + (counts.kept[kind] ?? 0), 0)
  const missed = assetKinds.flatMap(kind =>
    Object.entries(counts.missed[kind] ?? {}).map(([code, count]) => ({ kind, code, count })),
  )
  return (
    <>
      {state === 'waiting' ? t('filesWaiting') : kept > 0 && t('filesKept', { count: kept })}
      {counts.fault && <span className="block">{t('filesFailed', { reason: reason(counts.fault) })}</span>}
      {counts.drawing && <span className="block">{t('drawingMissed', { reason: reason(counts.drawing) })}</span>}
      {missed.map(({ kind, code, count }) => (
        <span key={`${kind} ${code}`} className="block">
          {t(missedOf[kind], { count, reason: reason(code) })}
        </span>
      ))}
    </>
  )
}
