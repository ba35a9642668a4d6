// `npm run search:rebuild`: makes all that can be found anew from the records. The console may run; until it is done
// it finds only what is written again.
import { countEntries, rebuildSearch } from '#server/features/search/search.ts'
import { runCommand } from '#server/platform/command.ts'

await runCommand({ reqId: 'searchrebuildsea' }, async ctx => {
  await rebuildSearch(ctx, left => console.error(`  ${left} waiting`))
  for (const { noun, count } of await countEntries(ctx)) console.log(`${count} of ${noun}`)
  return 0
})
