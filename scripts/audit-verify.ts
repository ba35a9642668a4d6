// `npm run audit:verify [-- --expect ID:HASH]`: recomputes the hash chain of the audit log, names the first entry that
// was changed, removed or inserted, and exits with 1 in that case. `--expect` takes a link as it was printed or logged
// earlier.
import { type AuditLogReport, findSealHash, verifyAuditLog } from '#server/features/audit/audit.service.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { runCommand } from '#server/platform/process/command.ts'
import { pluralise } from '#server/platform/watch/units.ts'

const usage =
  'npm run audit:verify [-- --expect ID:HASH]: verifies the hash chain of the audit log; --expect compares it with a link that was printed before.'
const { expect } = readArguments(usage, { options: { expect: 'string' } }).options
const expected = /^(\d+):([0-9a-f]{64})$/.exec(expect ?? '')
if (expect !== undefined && !expected) {
  console.error(
    `“${expect}” is not a link of the chain: ID:HASH is a number, a colon and 64 hexadecimal digits.\n${usage}`,
  )
  process.exit(1)
}

await runCommand({ reqId: 'auditverifyaudit' }, async ctx => {
  const report = await verifyAuditLog(ctx, entries =>
    console.error(`  ${pluralise(entries, 'entry', 'entries')} verified`),
  )
  const isExpected = !expected || (await findSealHash(ctx, Number(expected[1]))) === expected[2]
  console.log(sentencesOf(report).join('\n'))
  if (expected && isExpected) console.log(`Link ${expected[1]} matches the expected hash.`)
  if (!isExpected) console.log(`NOT THE SAME CHAIN: link ${expected?.[1]} does not match the expected hash.`)
  return report.fault || !isExpected ? 1 : 0
})

function sentencesOf({ seals, entries, erased, unsealed, head, fault }: AuditLogReport): string[] {
  const sentence = {
    changed: 'was changed after it was sealed',
    missing: 'is missing',
    inserted: 'was inserted among sealed entries',
    erased: 'was emptied without a matching erasure',
    seal_changed: 'was changed',
    seal_missing: 'is missing',
  }
  return [
    `${pluralise(entries, 'entry', 'entries')} in ${pluralise(seals, 'link')} verified, ${erased} of them emptied by erasures; ${unsealed} not sealed yet.`,
    ...(head ? [`The last link verified: ${head.id}:${head.hash} of ${head.at}`] : []),
    fault
      ? `BROKEN: ${fault.trail} ${fault.id} ${sentence[fault.kind]} (link ${fault.seal}).`
      : 'No entry was changed, removed or inserted.',
  ]
}
