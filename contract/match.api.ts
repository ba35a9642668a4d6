import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { matchReasonCodes } from './screening.api.ts'
import { matches, Text } from './wire.ts'

/** A list by its id, or `default` for all lists. */
const ListName = z.string().check(z.maxLength(16), matches(/^(default|[1-9]\d{0,15})$/, 'id'))

const Values = z.union([Text(500), z.array(Text(500)).check(z.maxLength(50))])

/** A party in FollowTheMoney form: `Person`, `Company` …, and properties with one or several texts each. */
export const MatchQuery = z.strictObject({
  id: z.optional(z.nullable(Text(500))),
  schema: Text(60),
  properties: z.record(z.string().check(z.maxLength(60)), Values),
})
export type MatchQuery = z.output<typeof MatchQuery>

const Share = z.coerce.number().check(z.minimum(0), z.maximum(1))

export const matchParties = endpoint({
  method: 'POST',
  path: '/v1/match/{list}',
  roles: editors,
  bound: 'read',
  summary:
    'Match parties against a list in the format of the yente API: at most 100 queries, with keys chosen by the client. The reply has no envelope',
  params: z.strictObject({ list: ListName }),
  query: z.strictObject({
    /** Maximum number of results per query. */
    limit: z._default(z.coerce.number().check(z.minimum(1), z.maximum(50)), 5),
    /** Minimum score of a match (0 to 1); without it the console's setting applies. */
    threshold: z.optional(Share),
    /** Results with a lower score are left out. */
    cutoff: z._default(Share, 0.5),
  }),
  body: z.strictObject({
    queries: z
      .record(z.string().check(z.maxLength(200)), MatchQuery)
      .check(z.refine(queries => Object.keys(queries).length <= 100, { params: { code: 'wrong' } })),
  }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid', 'not_found'],
})

export const MatchResult = z.strictObject({
  id: z.string(),
  caption: z.string(),
  schema: z.string(),
  properties: z.record(z.string(), z.array(z.string())),
  /** Names of the lists that contain it. */
  datasets: z.array(z.string()),
  score: z.number(),
  /** Whether the score reaches the threshold. */
  match: z.boolean(),
  /** Points of each reason; their sum, limited to 0–1, is the score. */
  features: z.record(z.string(), z.number()),
  /** The same with the compared values: of the query, of the entry. */
  explanations: z.array(
    z.strictObject({ code: z.enum(matchReasonCodes), a: z.string(), b: z.string(), points: z.number() }),
  ),
})
export type MatchResult = z.output<typeof MatchResult>

/** The reply of `matchParties`. */
export const MatchReply = z.strictObject({
  responses: z.record(
    z.string(),
    z.strictObject({
      status: z.int(),
      results: z.array(MatchResult),
      total: z.strictObject({ value: z.int(), relation: z.string() }),
      /** Upper bound of names of the lists that share words but were not compared, because others are more similar. */
      uncompared: z.int(),
      query: MatchQuery,
    }),
  ),
  limit: z.int(),
})
export type MatchReply = z.output<typeof MatchReply>

export const listAlgorithms = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/algorithm',
  roles: editors,
  summary: 'The scoring rule: its threshold, and the points of each criterion',
  reply: z.strictObject({
    default: z.string(),
    best: z.string(),
    algorithms: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        threshold: z.number(),
        features: z.record(z.string(), z.number()),
      }),
    ),
  }),
})
