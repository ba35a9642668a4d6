import { findLinksOfPersons } from '#server/features/claim/claim.service.ts'
import { type ErasureAdapter, idsOf } from '#server/features/erasure/erasure.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mapLinked } from './body.ts'
import {
  findCiting,
  findReportsOf,
  putText,
  readReportsOf,
  removeReports,
  unlinkPersonsFromReports,
} from './erase.queries.ts'

/** Removes cited facts of the persons and of their links from every version. */
async function blankFacts(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const links = await findLinksOfPersons(ctx, ids)
  const gone = new Set([...ids.map(id => `person ${id}`), ...links.map(({ noun, id }) => `${noun} ${id}`)])
  for (const { body, ...where } of await findCiting(ctx, ids, links)) {
    const blank = mapLinked(body, node => {
      const { noun, id } = node.attrs
      if (node.type !== 'fact' || !gone.has(`${noun} ${id}`)) return node
      return { ...node, attrs: { ...node.attrs, label: null, value: null, cites: [] } }
    })
    await putText(ctx, where, blank)
  }
}

/**
 * Reports about an erased person are retained, with the person withheld and the name blanked in every version, or
 * deleted.
 */
export const reportErasure: ErasureAdapter = {
  name: 'report',
  choices: ['withhold', 'delete'],
  find: async (ctx, { ids }) => {
    const all = await findReportsOf(ctx, ids)
    return { count: all.length, items: all.slice(0, 100).map(each => ({ noun: 'report', ...each })) }
  },
  erase: async (ctx, { ids }, decision) => {
    const all = (await findReportsOf(ctx, ids)).map(report => report.id)
    const gone = idsOf(all, 'delete', decision)
    await removeReports(ctx, gone)
    await unlinkPersonsFromReports(ctx, ids)
    await blankFacts(ctx, ids)
    const counts = { report: gone.length, report_link: all.length - gone.length }
    return { counts, gone: { noun: 'report', ids: gone } }
  },
  held: async (ctx, { ids }) => ({ reports: await readReportsOf(ctx, ids) }),
}
