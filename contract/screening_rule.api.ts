import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { partyEntities } from './registry.ts'
import { admins } from './role.ts'
import { screeningStates } from './screening.api.ts'
import { Id, Instant, maxInteger, Ref } from './wire.ts'

type Limit = { min: number; max: number; isAgainst: boolean }

/**
 * Range of points (of 100) that each reason can add to a score, or subtract from it (`isAgainst`). The matching engine
 * defines the defaults; the reply contains them.
 */
export const screeningWeights = {
  name: { min: 50, max: 100, isAgainst: false },
  common_name: { min: 0, max: 30, isAgainst: true },
  weak_alias: { min: 0, max: 50, isAgainst: true },
  same_number: { min: 0, max: 100, isAgainst: false },
  same_date: { min: 0, max: 50, isAgainst: false },
  near_date: { min: 0, max: 50, isAgainst: false },
  other_year: { min: 0, max: 100, isAgainst: true },
  other_date: { min: 0, max: 100, isAgainst: true },
  same_country: { min: 0, max: 50, isAgainst: false },
  other_country: { min: 0, max: 100, isAgainst: true },
  same_sex: { min: 0, max: 50, isAgainst: false },
  other_sex: { min: 0, max: 100, isAgainst: true },
} as const satisfies Record<string, Limit>
export type ScreeningWeight = keyof typeof screeningWeights
export const screeningWeightNames = Object.keys(screeningWeights) as [ScreeningWeight, ...ScreeningWeight[]]

/** A pair scoring at least `threshold` is a possible hit, one scoring at least `strong` a strong hit. */
export const screeningLimits = { threshold: { min: 50, max: 99 }, strong: { min: 50, max: 100 } } as const

const points = ({ min, max }: { min: number; max: number }) => z.number().check(z.minimum(min), z.maximum(max))
const weightPoints = Object.fromEntries(
  screeningWeightNames.map(name => [name, points(screeningWeights[name])]),
) as Record<ScreeningWeight, ReturnType<typeof points>>

/** Points of 100, to one decimal place. */
export const ScreeningRule = z.strictObject({
  threshold: points(screeningLimits.threshold),
  strong: points(screeningLimits.strong),
  weights: z.strictObject(weightPoints),
})
export type ScreeningRule = z.output<typeof ScreeningRule>

export const ScreeningRuleState = z.strictObject({
  /** 0 until a user changes the rule; stored with each decision. */
  version: z.int(),
  rule: ScreeningRule,
  defaults: ScreeningRule,
  is_default: z.boolean(),
  /** The user who set it, and when; null for the defaults. */
  set_at: z.nullable(Instant),
  set_by: z.nullable(Ref),
  /** Records being compared again, over all lists; null if none wait. */
  progress: z.nullable(z.strictObject({ done: z.int(), total: z.int() })),
})
export type ScreeningRuleState = z.output<typeof ScreeningRuleState>

export const getScreeningRule = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/screening/rule',
  roles: admins,
  summary: 'The scoring rule of screening, and the progress of rescreening after its last change',
  reply: ScreeningRuleState,
})

export const setScreeningRule = endpoint({
  method: 'PUT',
  path: '/v1/screening/rule',
  roles: admins,
  bound: 'write',
  summary: 'Change the scoring rule; affected records are rescreened in the background. Null restores the defaults',
  body: z.strictObject({
    rule: z.nullable(ScreeningRule),
    /** The version that was read; a different one returns `stale`. */
    version: z.int().check(z.nonnegative(), z.maximum(maxInteger)),
  }),
  reply: ScreeningRuleState,
  errors: ['invalid', 'stale'],
})

/** `gone`: was decided and would no longer match. Its decision stays, and the hit remains readable. */
export const previewChanges = ['appear', 'vanish', 'stronger', 'weaker', 'gone'] as const
export type PreviewChange = (typeof previewChanges)[number]

/** Records with hits, or the latest of all others. */
export const previewParts = ['hits', 'others'] as const
export type PreviewPart = (typeof previewParts)[number]

const Place = z.strictObject({ noun: z.enum(partyEntities), id: Id })

export const PreviewExample = z.strictObject({
  change: z.enum(previewChanges),
  noun: z.enum(partyEntities),
  record: Ref,
  list: Ref,
  caption: z.string(),
  /** Scores from 0 to 1; null if it was or would be no hit. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  state: z.nullable(z.enum(screeningStates)),
})
export type PreviewExample = z.output<typeof PreviewExample>

export const previewScreeningRule = endpoint({
  method: 'POST',
  path: '/v1/screening/rule/preview',
  roles: admins,
  bound: 'read',
  summary: 'Preview of another scoring rule on records that the requester may read, in portions',
  body: z.strictObject({
    rule: ScreeningRule,
    part: z.enum(previewParts),
    /** The last record of the previous portion; null for the first. */
    after: z.nullable(Place),
  }),
  reply: z.strictObject({
    /** Number of records in this portion. */
    compared: z.int(),
    /** Number of records in the whole part; only with its first portion. */
    total: z.nullable(z.int()),
    counts: z.strictObject({
      appear: z.int(),
      vanish: z.int(),
      stronger: z.int(),
      weaker: z.int(),
      gone: z.int(),
      /** Pairs that stay unchanged. */
      same: z.int(),
    }),
    /** The first few of each change. */
    examples: z.array(PreviewExample),
    next: z.nullable(Place),
  }),
  errors: ['invalid'],
})
export type PreviewReply = z.output<typeof previewScreeningRule.reply>
