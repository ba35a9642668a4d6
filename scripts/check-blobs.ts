// `npm run blob:check [-- --repair]`: reads every stored snapshot back and compares its hash. Works while the product
// runs.
import { readArguments } from '#server/platform/process/arguments.ts'
import { runCommand } from '#server/platform/process/command.ts'
import { byteText, pluralise } from '#server/platform/watch/units.ts'
import { type BlobReport, checkBlobs } from '#server/store/check.ts'

const { repair } = readArguments(
  'npm run blob:check [-- --repair]: reads every stored capture back and compares its hash; --repair mends what can be.',
  { options: { repair: 'boolean' } },
).options

await runCommand({ reqId: 'blobcheckblobche' }, async ctx => {
  const report = await checkBlobs(ctx, {
    repair: repair ?? false,
    onProgress: contents => console.error(`  ${contents} read`),
  })
  console.log(sentencesOf(report).join('\n'))
  return report.lost > 0 ? 1 : 0
})

function sentencesOf(report: BlobReport): string[] {
  const all: [number, string][] = [
    [
      report.contents,
      `${pluralise(report.contents, 'content')}, ${byteText(report.verified_bytes)} read back and verified`,
    ],
    [
      report.packs,
      `${pluralise(report.packs, 'pack')}, ${byteText(report.pack_bytes)}, of which ${byteText(report.idle_bytes)} unreferenced (${pluralise(report.idle_packs, 'whole pack')}, ${byteText(report.torn_bytes)} behind the last content of one)`,
    ],
    [report.unneeded, `${pluralise(report.unneeded, 'content')} not used by any version`],
    [report.damaged, `${report.damaged} damaged`],
    [report.missing, `${report.missing} missing`],
    [report.orphaned, `${report.orphaned} that depend on one of these`],
    [report.relinked, `${report.relinked} relinked to another copy`],
    [report.whole_again, `${report.whole_again} readable again that were marked as lost`],
    [report.removed, `${pluralise(report.removed, 'content')} removed`],
    [report.removed_packs, `${pluralise(report.removed_packs, 'pack')} removed`],
    [report.rewritten_packs, `${pluralise(report.rewritten_packs, 'pack')} rewritten`],
  ]
  return [
    ...all.filter(([count]) => count > 0).map(([, sentence]) => sentence),
    report.lost > 0
      ? `${report.lost} LOST: their versions keep their facts, and can be fetched no more`
      : 'Nothing is lost.',
  ]
}
