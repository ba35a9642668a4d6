// `npm run audit:verify [-- --expect ID:HASH]`: recomputes the chain of the audit trail; names the first entry that was
// changed, removed or put in, and ends with 1. `--expect` takes a link as it was printed or logged before.
import { findSealHash, type TrailReport, verifyTrail } from '#server/features/audit/audit.ts'
import { runCommand } from '#server/platform/command.ts'

await runCommand({ reqId: 'auditverifyaudit' }, async ctx => {
  const report = await verifyTrail(ctx, entries => console.error(`  ${entries} entries verified`))
  const expected = /^(\d+):([0-9a-f]{64})$/.exec(process.argv[process.argv.indexOf('--expect') + 1] ?? '')
  const isExpected = !expected || (await findSealHash(ctx, Number(expected[1]))) === expected[2]
  console.log(sentencesOf(report).join('\n'))
  if (!isExpected) console.log(`NOT THE SAME CHAIN: link ${expected?.[1]} is not the one that was noted.`)
  return report.fault || !isExpected ? 1 : 0
})

function sentencesOf({ seals, entries, erased, unsealed, head, fault }: TrailReport): string[] {
  const said = {
    changed: 'was changed after it was sealed',
    missing: 'is missing',
    inserted: 'was put in among sealed entries',
    erased: 'was emptied, and no erasure tells of it',
    seal_changed: 'was changed',
    seal_missing: 'is missing',
  }
  return [
    `${entries} entries in ${seals} links verified, ${erased} of them emptied by erasures; ${unsealed} not sealed yet.`,
    ...(head ? [`The last link verified: ${head.id}:${head.hash} of ${head.at}`] : []),
    fault
      ? `BROKEN: ${fault.trail} ${fault.id} ${said[fault.kind]} (link ${fault.seal}).`
      : 'Nothing was changed, removed or put in.',
  ]
}
