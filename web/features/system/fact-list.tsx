import type { SystemState } from '#contract/system-state.api.ts'
import { uploadSize } from '#web/features/upload/upload.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { systemMessages } from './messages.ts'
import { Section } from './section.tsx'
import css from './system.module.css'

/** Database, disks, monitoring, backup and hash chain, a line each. */
export function FactList({ state }: { state: SystemState }) {
  const t = useT(systemMessages)
  const locale = useLocale()
  const { database, disks, rounds, backup, seal } = state
  const part = (free: number, total: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(total > 0 ? free / total : 0)
  const facts: [string, (string | false)[] | null][] = [
    [
      t('database'),
      database && [
        t('databaseText', { version: database.version, size: uploadSize(database.bytes) }),
        t('connections', { count: database.connections, max: database.max_connections }),
      ],
    ],
    ...(disks ?? [null]).map((disk): [string, string[] | null] => [
      t(`disk_${disk?.name ?? 'data'}`),
      disk && [
        t('diskText', {
          free: uploadSize(disk.free_bytes),
          total: uploadSize(disk.total_bytes),
          part: part(disk.free_bytes, disk.total_bytes),
        }),
      ],
    ]),
    [
      t('rounds'),
      rounds && [
        t('roundsText', { running: rounds.running, hosts: rounds.hosts_held, collectors: rounds.collectors }),
        rounds.overdue > 0 && t('overdue', { count: rounds.overdue }),
        rounds.hosts_backing_off > 0 && t('backingOff', { count: rounds.hosts_backing_off }),
      ],
    ],
    [
      t('backup'),
      backup && [
        backup.done_at === null
          ? t('noBackup')
          : t('backupText', { at: formatInstant(backup.done_at), size: uploadSize(backup.bytes ?? 0) }),
        backup.is_running && t('backupRunning'),
        backup.failed_at !== null && t('backupFailed', { error: backup.error ?? t('noReason') }),
        !backup.is_nightly && t('nightlyOff'),
      ],
    ],
    [
      t('seal'),
      seal && [
        seal.last_at === null ? t('noSeal') : t('sealText', { at: formatInstant(seal.last_at) }),
        seal.verified_at === null ? t('notVerified') : t('verifiedText', { at: formatInstant(seal.verified_at) }),
      ],
    ],
  ]
  return (
    <Section title={t('facts')}>
      <dl className={`${css.facts} rows`}>
        {facts.map(([name, text]) => (
          <div key={name} className="flex wrap gap-x-5">
            <dt>{name}</dt>
            {text === null ? (
              <dd className="danger">{t('unknown')}</dd>
            ) : (
              <dd>{text.filter(each => each !== false).join(' · ')}</dd>
            )}
          </div>
        ))}
      </dl>
    </Section>
  )
}
