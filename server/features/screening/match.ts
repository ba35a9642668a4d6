import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/match.api.ts'
import type { MatchQuery, MatchReply, MatchResult } from '#contract/match.api.ts'
import { partyOfFtm } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { searchList } from './engine.ts'
import { findListedEntries, findListNames } from './party.queries.ts'
import { findScreened } from './progress.queries.ts'
import { engineOptions, readRule } from './rule.ts'

type MatchInput = Pick<Received<typeof contract.matchParties>, 'params' | 'query' | 'body'>

/** Matches parties that are no records against one list or all lists; stores nothing. */
export async function matchParties(ctx: Ctx, { params, query, body }: MatchInput): Promise<MatchReply> {
  const all = await findScreened(ctx)
  const lists = params.list === 'default' ? all : all.filter(({ id }) => id === Number(params.list))
  const names = await findListNames(ctx)
  if (params.list !== 'default' && !names.has(Number(params.list))) throw new AppError('not_found')
  const rule = engineOptions(await readRule(ctx))
  const threshold = query.threshold ?? rule.threshold
  const keys = Object.keys(body.queries)
  const parties = keys.map(key => partyOf(body.queries[key]!))
  const results = new Map<string, MatchResult[]>(keys.map(key => [key, []]))
  const totals = new Map(keys.map(key => [key, { hits: 0, uncompared: 0 }]))
  for (const list of lists) {
    const of = { list_id: list.id, version: list.version, since: 0 }
    const answers = await searchList(ctx, of, parties, {
      weights: rule.weights,
      limit: query.limit,
      threshold: query.cutoff,
    })
    const entries = new Map(
      (
        await findListedEntries(ctx, [...new Set(answers.flatMap(({ hits }) => hits.map(({ entry_id }) => entry_id)))])
      ).map(row => [row.id, row]),
    )
    for (const [n, key] of keys.entries()) {
      const { hits, left, uncompared } = answers[n]!
      const total = totals.get(key)!
      total.hits += hits.length + left
      total.uncompared += uncompared
      for (const { entry_id, score, features } of hits) {
        const entry = entries.get(entry_id)
        if (!entry) continue
        const { key: id, schema, properties } = entry
        const points: Record<string, number> = {}
        for (const feature of features) points[feature.code] = (points[feature.code] ?? 0) + feature.points
        results.get(key)?.push({
          ...{ id, schema, properties, score, features: points, explanations: features },
          caption: properties.name?.at(0) ?? id,
          datasets: [names.get(list.id) ?? ''],
          match: score >= threshold,
        })
      }
    }
  }
  const responses = keys.map(key => {
    const found = (results.get(key) ?? []).sort((a, b) => b.score - a.score).slice(0, query.limit)
    const { hits, uncompared } = totals.get(key)!
    const total = { value: hits, relation: 'eq' }
    return [key, { status: 200, results: found, total, uncompared, query: body.queries[key]! }] as const
  })
  return { responses: Object.fromEntries(responses), limit: query.limit }
}

function partyOf({ schema, properties }: MatchQuery) {
  const lists = Object.entries(properties).map(([name, values]) => [name, [values].flat()] as const)
  return partyOfFtm(schema, Object.fromEntries(lists))
}

const name = 'og-names'

/** Describes the only scoring algorithm, with the configured points. */
export async function listAlgorithms(ctx: Ctx) {
  const { threshold, weights } = engineOptions(await readRule(ctx))
  const features = Object.fromEntries(
    Object.entries(weights).flatMap(([code, points]) => (typeof points === 'number' ? [[code, points] as const] : [])),
  )
  const description =
    'Names word by word in any script and order, births, countries, sex and numbers; what contradicts takes points.'
  return {
    default: name,
    best: name,
    algorithms: [{ name, description, threshold, features }],
  }
}
