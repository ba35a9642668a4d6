// `npm run search:rebuild`: rebuilds the search index from the records. The console may run; until the rebuild ends,
// search finds only records written since it began.
import { countEntries, rebuildSearch } from '#server/features/search/search.service.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { runCommand } from '#server/platform/process/command.ts'

readArguments('npm run search:rebuild: makes all that can be found anew from the records, while the console runs.')

await runCommand({ reqId: 'searchrebuildsea' }, async ctx => {
  await rebuildSearch(ctx, left => console.error(`  ${left} waiting`))
  const entries = await countEntries(ctx)
  const counts = entries.map(({ noun, count }) => `${noun} ${count.toLocaleString('en-US')}`)
  console.log(`Index rebuilt: ${counts.join(', ') || 'no records to index'}.`)
  return 0
})
