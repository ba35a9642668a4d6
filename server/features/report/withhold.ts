import type { ReportBody } from '#contract/report-body.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { type LinkingNode, linkedOf, mapLinked, type ReportFact, wellFormed } from './body.ts'
import { citeFacts, factForReader, factsOf, refsOf, sinceCited, type TargetsByKey, targetsOfFact } from './fact.ts'
import { findTargets, type ReportTarget, targetKey } from './target.queries.ts'

type TargetOf = (node: LinkingNode) => ReportTarget | undefined

async function targetsOf(
  ctx: Ctx,
  bodies: readonly ReportBody[],
): Promise<{ targets: TargetsByKey; targetOf: TargetOf }> {
  const nodes = bodies.flatMap(linkedOf)
  const named = nodes.flatMap(({ attrs: { noun, id } }) => (id === null ? [] : [{ noun, id }]))
  const rests = nodes.flatMap(node => (node.type === 'fact' ? targetsOfFact(node) : []))
  const targets = await findTargets(ctx, [...named, ...rests])
  return {
    targets,
    targetOf: ({ attrs: { noun, id } }) => (id === null ? undefined : targets.get(targetKey(noun, id))),
  }
}

/**
 * A text as this reader may see it: names in their present form, and nothing of records that the reader may not read.
 */
export async function bodyForReader(ctx: Ctx, body: ReportBody): Promise<ReportBody> {
  const [shown] = await bodiesForReader(ctx, [body])
  return shown as ReportBody
}

/** The same for several texts with one set of queries. */
export async function bodiesForReader(ctx: Ctx, bodies: readonly ReportBody[]): Promise<ReportBody[]> {
  const { targets, targetOf } = await targetsOf(ctx, bodies)
  const since = await sinceCited(ctx, bodies.flatMap(factsOf), targetOf)
  return bodies.map(body => {
    const refOf = refsOf(body)
    return mapLinked(body, node => {
      const target = targetOf(node)
      if (node.type === 'fact') return factForReader(node, { target, targets, refOf, since })
      const id = target?.isOpen ? target.id : null
      if (node.type === 'mention') return { ...node, attrs: { ...node.attrs, id, label: target?.label ?? null } }
      const gone = { quote: null, title: null, url: null, at: null }
      return { ...node, attrs: { ...node.attrs, id, ...(target ? {} : gone) } }
    })
  })
}

/**
 * A text as it is stored. Nodes that the writer may not read are restored from the stored text by their key, whatever
 * was sent; an unknown node is removed if it is empty, and refused if it refers to a record.
 */
export async function bodyFromWriter(ctx: Ctx, sent: ReportBody, stored: readonly ReportBody[]): Promise<ReportBody> {
  const body = wellFormed(sent)
  const { targetOf } = await targetsOf(ctx, [body])
  const known = new Map<string, LinkingNode>()
  for (const node of stored.flatMap(linkedOf)) if (!known.has(nodeKey(node))) known.set(nodeKey(node), node)
  const isNew = (fact: ReportFact) => !known.has(nodeKey(fact))
  const fresh = factsOf(body).flatMap(fact => {
    const target = isNew(fact) ? targetOf(fact) : undefined
    return target ? [[fact, target] as const] : []
  })
  const cited = await citeFacts(ctx, new Map(fresh))
  return mapLinked(body, node => {
    const target = targetOf(node)
    if (node.type === 'fact' && target && isNew(node)) return cited.get(node) ?? null
    if (node.type !== 'fact' && target?.isOpen) {
      const { id, label } = target
      return node.type === 'mention'
        ? { ...node, attrs: { ...node.attrs, id, label } }
        : { ...node, attrs: { ...node.attrs, id } }
    }
    const kept = known.get(nodeKey(node))
    if (!kept && node.attrs.id !== null) throw fieldError('body', 'no_such_record')
    return kept ?? null
  })
}

/** Identifies a node by type, entity and key: another entity under a known key is another node. */
const nodeKey = ({ type, attrs: { key, noun } }: LinkingNode): string => `${type} ${noun} ${key}`
