// `npm run backup [-- FILE]`: writes one consistent snapshot of database and files to one file, while the console runs.
import { join } from 'node:path'
import { makeBackup, progressOn, removeOldBackups } from './features/backup/backup.service.ts'
import { transferFolder } from './platform/blob/blobs.ts'
import { readArguments } from './platform/process/arguments.ts'
import { runCommand } from './platform/process/command.ts'
import { byteText, pluralise } from './platform/watch/units.ts'

const { values, options } = readArguments(
  'npm run backup [-- FILE]: writes one snapshot of database and files into one file, while the console runs.',
  { options: { nightly: 'boolean' }, values: 1 },
)

await runCommand({ reqId: 'backupbackupback' }, async (ctx, config, { databaseUrl }) => {
  const [given] = values
  const isNightly = options.nightly === true
  const passphrase = config.backupPassphrase
  const at = ctx.now().toISOString()
  const day = at.replace(/[-:]|\..*/g, '')
  const name = `og-group-${day}Z.tar.zst${passphrase === undefined ? '' : '.age'}`
  const progress = progressOn(process.stderr)
  const report = await makeBackup(ctx, {
    databaseUrl,
    transferDir: transferFolder(config),
    file: given ?? join(config.backupDir ?? join(config.dataDir, 'backup'), name),
    passphrase,
    cause: isNightly ? 'nightly' : 'command',
    report: progress.report,
  }).finally(progress.end)
  if (isNightly) await removeOldBackups(ctx)
  const { manifest, captures, trail } = report
  const tables = Object.values(manifest.tables)
  const rows = tables.reduce((sum, { rows }) => sum + rows, 0)
  console.log(
    [
      `${report.file}: ${byteText(report.bytes)}, ${passphrase === undefined ? 'not encrypted' : 'encrypted'}, read back completely.`,
      `${pluralise(rows, 'row')} of ${pluralise(tables.length, 'table')}, ${pluralise(manifest.jobs.rows, 'waiting job')}, ${pluralise(manifest.files, 'file')} (${byteText(manifest.file_bytes)}).`,
      `${pluralise(captures.contents, 'capture')} read back, ${captures.lost} lost. ${pluralise(trail.entries, 'entry', 'entries')} of the audit log verified${trail.fault ? `: BROKEN at ${trail.fault.trail} ${trail.fault.id}` : ''}.`,
      ...manifest.lost.map(key => `MISSING, because the file store does not have it: ${key}`),
    ].join('\n'),
  )
  return manifest.lost.length > 0 || captures.lost > 0 || trail.fault ? 1 : 0
})
