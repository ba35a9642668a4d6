// `npm run restore -- FILE`: restores a backup into an empty data folder, or an empty database of DATABASE_URL.
import { checkBackup, progressOn, restoreBackup } from './features/backup/backup.service.ts'
import { transferFolder } from './platform/blob/blobs.ts'
import { readArguments } from './platform/process/arguments.ts'
import { runCommand } from './platform/process/command.ts'
import { findRunning, runsAlready } from './platform/process/run-file.ts'
import { pluralise } from './platform/watch/units.ts'

const [file] = readArguments(
  'npm run restore -- FILE: brings a backup into an empty data folder, or an empty database of DATABASE_URL.',
  { values: 1 },
).values

const progress = progressOn(process.stderr)

await runCommand(
  {
    reqId: 'restorerestorere',
    isNew: true,
    before: async config => {
      if (!file) throw new Error('Name the backup to restore: npm run restore -- FILE')
      const running = config.databaseUrl ? undefined : await findRunning(config.dataDir)
      if (running) throw new Error(runsAlready(config.dataDir, running))
      progress.report('checking the file', 0, 0)
      return await checkBackup(file, config.backupPassphrase).finally(progress.end)
    },
  },
  async (ctx, config, database, backup) => {
    const target = {
      ...database,
      dataDir: config.dataDir,
      transferDir: transferFolder(config),
      report: progress.report,
    }
    const { captures, trail, migrated } = await restoreBackup(ctx, backup, target).finally(progress.end)
    const { manifest, header } = backup
    const tables = Object.values(manifest.tables)
    const rows = tables.reduce((sum, { rows }) => sum + rows, 0)
    console.log(
      [
        `The console of ${header.started_at} (version ${header.console}) is in ${config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir}.`,
        `${pluralise(rows, 'row')} of ${pluralise(tables.length, 'table')}, ${pluralise(manifest.jobs.rows, 'waiting job')} and ${pluralise(manifest.files, 'file')} restored.`,
        `${pluralise(captures.contents, 'capture')} read back, ${captures.lost} lost. ${pluralise(trail.entries, 'entry', 'entries')} of the audit log verified${trail.fault ? `: BROKEN at ${trail.fault.trail} ${trail.fault.id}` : ''}.`,
        ...(migrated.length > 0 ? [`Upgraded by ${pluralise(migrated.length, 'migration')}.`] : []),
        'All users must sign in again.',
        ...manifest.lost.map(key => `Missing since before the backup: ${key}`),
      ].join('\n'),
    )
    return captures.lost > manifest.lost_captures || trail.fault ? 1 : 0
  },
)
