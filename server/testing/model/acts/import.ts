import { checkImport, createImport, getImport, listImportRows, runImport } from '#contract/import.api.ts'
import { type GameAct, idParams, note, ratingOf } from '../game.ts'
import { mayUpdate, type Thing } from '../world.ts'
import { listsOf, markOf, ratingAt, regionAt } from './record.ts'

/** Imports a small file with new records, and with existing ones that its owner sees and may or may not change. */
export const importFile: GameAct = async turn => {
  const { world, user, word, random } = turn
  const noun = turn.one(['og', 'person'] as const)
  const fresh = Array.from({ length: 2 + Math.floor(random() * 3) }, () => {
    const mark = markOf(turn)
    return { mark, name: `${word} ${noun} ${mark}`, region: regionAt(turn), rating: ratingAt(noun, random()) }
  })
  const known = world
    .seen(user, noun)
    .filter(thing => !world.hasClaims(thing) && !world.isMerged(thing) && random() < 0.1)
    .map(thing => ({ thing, region: regionAt(turn), rating: ratingAt(noun, random()) }))
  const rows = [...fresh, ...known.map(({ thing, ...row }) => ({ ...row, name: thing.name }))]
  const lines = rows.map(({ name, region, rating }) => `${name},${region ?? ''},${rating}`)
  const content = ['Name,Region,Rating', ...lines].join('\n')
  const file = { name: `${word}-${Math.floor(random() * 1e9)}.csv`, content }
  const sent = await user.client.upload(createImport, file, { noun })
  const differences = turn.differ(`import ${noun}`, user.role === 'reader' ? 403 : 200, sent.status)
  if (sent.status !== 200) return { isDone: false, differences }
  const { id } = sent.body.data
  await turn.drain()
  const { plan } = await user.client.get(getImport, idParams(id))
  const lists = listsOf(turn)
  const fields = ['name', 'region', ratingOf[noun]]
  const mine = { mapping: fields, match_on: ['name'], take: fields.slice(1) }
  await user.client.get(checkImport, { ...idParams(id), body: { ...plan, ...mine, on_empty: 'keep', ...lists } })
  await turn.drain()
  await user.client.get(runImport, idParams(id))
  // Written changes are notified within the same drain, so the model is updated first.
  const changed = known.filter(({ thing }) => mayUpdate(user, thing))
  for (const { thing, region, rating } of changed) {
    const values = { region: region ?? thing.region, rating }
    const isOther = (field: 'region' | 'rating') => thing[field] !== values[field]
    const written = (['region', 'rating'] as const).filter(isOther)
    Object.assign(thing, values, { isImported: true })
    if (written.length > 0) note(turn, 'update', [thing], { fields: [...written] })
  }
  await turn.drain()
  const { counts } = await user.client.get(getImport, idParams(id))
  differences.push(...turn.differ(`import ${id}: new`, fresh.length, counts.new))
  differences.push(...turn.differ(`import ${id}: wrong`, known.length - changed.length, counts.wrong))
  const { items } = await user.client.get(listImportRows, { ...idParams(id), query: { pageSize: 100 } as never })
  for (const [n, row] of fresh.entries()) {
    const made = items[n]?.record_id ?? 0
    const rest = { labels: [], isSanctioned: false, owner: user.id, isDeleted: false, mergedInto: null }
    const thing: Thing = { ...row, ...lists, ...rest, isImported: true, id: made, noun, entries: [] }
    world.put(thing)
    note(turn, 'create', [thing], { fields: ['name'] })
  }
  return { isDone: true, differences }
}
