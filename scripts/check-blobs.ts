// `npm run blob:check [-- --repair]`: reads every stored capture back and compares its hash. Works while the product runs.

import { runCommand } from '#server/platform/command.ts'
import { type BlobReport, checkBlobs } from '#server/store/check.ts'

await runCommand({ reqId: 'blobcheckblobche' }, async ctx => {
  const report = await checkBlobs(ctx, {
    repair: process.argv.includes('--repair'),
    onProgress: contents => console.error(`  ${contents} read`),
  })
  console.log(sentencesOf(report).join('\n'))
  return report.lost > 0 ? 1 : 0
})

function sentencesOf(report: BlobReport): string[] {
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const all: [number, string][] = [
    [report.contents, `${report.contents} contents, ${mb(report.verified_bytes)} read back and verified`],
    [
      report.packs,
      `${report.packs} packs, ${mb(report.pack_bytes)}, of which ${mb(report.idle_bytes)} nothing points to (${report.idle_packs} whole packs, ${mb(report.torn_bytes)} behind the last content of one)`,
    ],
    [report.unneeded, `${report.unneeded} contents that no version shows`],
    [report.damaged, `${report.damaged} damaged`],
    [report.missing, `${report.missing} missing`],
    [report.orphaned, `${report.orphaned} that build on one of these`],
    [report.relinked, `${report.relinked} found again elsewhere`],
    [report.whole_again, `${report.whole_again} readable that had been called lost`],
    [report.removed, `${report.removed} contents removed`],
    [report.removed_packs, `${report.removed_packs} packs removed`],
    [report.rewritten_packs, `${report.rewritten_packs} packs written anew`],
  ]
  return [
    ...all.filter(([count]) => count > 0).map(([, sentence]) => sentence),
    report.lost > 0
      ? `${report.lost} LOST: their versions keep their facts, and can be fetched no more`
      : 'Nothing is lost.',
  ]
}
