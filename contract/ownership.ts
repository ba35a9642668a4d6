import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LinkEnd } from './og_relation.ts'
import { ogReaders } from './role.ts'
import { Id, IdParams } from './wire.ts'

/** Steps upwards and downwards that a chain is followed. */
export const chainDepth = 8

/** Least and greatest in percent; what is not known lies between 0 and 100. */
const Range = z.strictObject({ min: z.number(), max: z.number() })

/** All that is known of what one holds of another now: several links of the same two are one step. */
export const ChainStep = z.strictObject({
  /** Keys of nodes: `o3` an organisation, `p7` a person. */
  from: z.string(),
  og: z.string(),
  /** Null where nobody says that it owns: it controls, or is the parent. */
  share: z.nullable(Range),
  is_beneficial: z.boolean(),
  /** The links that say so. */
  links: z.array(Id),
})
export type ChainStep = z.output<typeof ChainStep>

/** A line of the tree, each below the one that it holds or is held by. */
export const ChainRow = z.strictObject({
  /** 1: next to the record asked about. */
  depth: z.int(),
  node: z.string(),
  step: ChainStep,
  /** The product along this way; null once a step of it is no share. */
  share: z.nullable(Range),
  /** Why it goes no further here: the node is on this way already, or its own lines stand further up. */
  ends: z.nullable(z.enum(['cycle', 'shown'])),
})
export type ChainRow = z.output<typeof ChainRow>

/** Who stands at the end of the chains with at least the threshold, all ways together. */
export const UltimateOwner = z.strictObject({ node: z.string(), share: Range, is_certain: z.boolean() })
export type UltimateOwner = z.output<typeof UltimateOwner>

/** What parties that are sanctioned, or owned to half by such, hold together: a proposal, which changes nothing. */
export const SanctionedShare = z.strictObject({
  share: Range,
  /** The least that they hold is half; else the greatest may be. */
  is_certain: z.boolean(),
  holders: z.array(
    z.strictObject({
      node: z.string(),
      share: Range,
      is_certain: z.boolean(),
      /** From one that is sanctioned itself down to this holder. */
      path: z.array(z.string()),
    }),
  ),
})
export type SanctionedShare = z.output<typeof SanctionedShare>

/** An organisation that counts as blocked because of the requested record's share in it, alone or with others. */
export const BlockedHolding = z.strictObject({
  node: z.string(),
  /** What all blocked parties hold of it. */
  share: Range,
  is_certain: z.boolean(),
  /** The requested record would be enough by itself. */
  is_alone: z.boolean(),
})
export type BlockedHolding = z.output<typeof BlockedHolding>

/** A blocked party that controls an organisation without a share in it: a fact of its own, which no sum counts. */
export const BlockedControl = z.strictObject({
  from: z.string(),
  og: z.string(),
  type: z.enum(['controls', 'subsidiary']),
  is_certain: z.boolean(),
})
export type BlockedControl = z.output<typeof BlockedControl>

export const ogOwnership = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og/{id}/ownership',
  roles: ogReaders,
  summary: 'Who owns an organisation and what it owns, as chains, with ultimate owners and the 50 % rule',
  params: IdParams,
  query: z.strictObject({ threshold: z._default(z.enum(['10', '25', '50']), '25') }),
  reply: z.strictObject({
    nodes: z.array(
      z.extend(LinkEnd, {
        key: z.string(),
        /** Counts as sanctioned: by its level, or, for those who see hits, by a decision on a sanctions list. */
        is_sanctioned: z.boolean(),
      }),
    ),
    owners: z.array(ChainRow),
    holdings: z.array(ChainRow),
    ultimate: z.array(UltimateOwner),
    /** Null where such parties hold less than half, whatever the ranges mean. */
    sanctioned: z.nullable(SanctionedShare),
    /** Only where the requested record is sanctioned, or may be by the rule. */
    blocked: z.array(BlockedHolding),
    /** Of it by blocked parties; and by it, where it is blocked itself. */
    control: z.array(BlockedControl),
    /** The least shares of its owners come to this, where that is more than 100. */
    owners_sum: z.nullable(z.number()),
    /** There is more than is shown: sums may be greater. */
    is_cut: z.boolean(),
  }),
  errors: ['invalid', 'not_found'],
})

export const personOwnership = endpoint({
  ...ogOwnership,
  path: '/v1/person/{id}/ownership',
  summary: 'What a person owns, as chains, and what of it the 50 % rule blocks',
})
