import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LinkEnd } from './og_relation.api.ts'
import { ogReaders } from './role.ts'
import { Id, IdParams } from './wire.ts'

/** Maximum number of steps that a chain is followed upwards and downwards. */
export const chainDepth = 8

/** Minimum and maximum in percent; an unknown share is 0 to 100. */
const Range = z.strictObject({ min: z.number(), max: z.number() })

/** The present holding of one party in another; several links between the same two are one step. */
export const ChainStep = z.strictObject({
  /** Keys of nodes: `o3` an organisation, `p7` a person. */
  from: z.string(),
  og: z.string(),
  /** Null if no source states an ownership: it only controls it or is the parent. */
  share: z.nullable(Range),
  is_beneficial: z.boolean(),
  /** The underlying links. */
  links: z.array(Id),
})
export type ChainStep = z.output<typeof ChainStep>

/** A row of the tree, each below the node that it holds or that holds it. */
export const ChainRow = z.strictObject({
  /** 1: next to the requested record. */
  depth: z.int(),
  node: z.string(),
  step: ChainStep,
  /** The product along this path; null once a step has no share. */
  share: z.nullable(Range),
  /**
   * Why the row has no children here: the node is already on this path (`cycle`), or its own rows are shown further up
   * (`shown`).
   */
  ends: z.nullable(z.enum(['cycle', 'shown'])),
})
export type ChainRow = z.output<typeof ChainRow>

/** A party at the end of the chains whose total share over all paths reaches the threshold. */
export const UltimateOwner = z.strictObject({ node: z.string(), share: Range, is_certain: z.boolean() })
export type UltimateOwner = z.output<typeof UltimateOwner>

/**
 * The joint share of parties that are sanctioned, or owned to half by such parties: a proposal that changes nothing.
 */
export const SanctionedShare = z.strictObject({
  share: Range,
  /** True if the minimum share is at least half; otherwise only the maximum may be. */
  is_certain: z.boolean(),
  holders: z.array(
    z.strictObject({
      node: z.string(),
      share: Range,
      is_certain: z.boolean(),
      /** From a party that is sanctioned itself down to this holder. */
      path: z.array(z.string()),
    }),
  ),
})
export type SanctionedShare = z.output<typeof SanctionedShare>

/** An organisation that counts as blocked because of the requested record's share in it, alone or with others. */
export const BlockedHolding = z.strictObject({
  node: z.string(),
  /** The joint share of all blocked parties in it. */
  share: Range,
  is_certain: z.boolean(),
  /** Whether the share of the requested record alone suffices. */
  is_alone: z.boolean(),
})
export type BlockedHolding = z.output<typeof BlockedHolding>

/**
 * A blocked party that controls an organisation without a share in it. This is a separate fact that no sum includes.
 */
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
  summary: 'An organisation’s owners and holdings as ownership chains, with ultimate owners and the 50 % rule',
  params: IdParams,
  query: z.strictObject({ threshold: z._default(z.enum(['10', '25', '50']), '25') }),
  reply: z.strictObject({
    nodes: z.array(
      z.extend(LinkEnd, {
        key: z.string(),
        /** Counts as sanctioned: by its level or, for users who see hits, by a decision on a sanctions list. */
        is_sanctioned: z.boolean(),
      }),
    ),
    owners: z.array(ChainRow),
    holdings: z.array(ChainRow),
    ultimate: z.array(UltimateOwner),
    /** Null if such parties hold less than half even by the maximum shares. */
    sanctioned: z.nullable(SanctionedShare),
    /** Only if the requested record is sanctioned, or may count as such by the rule. */
    blocked: z.array(BlockedHolding),
    /** Control of it by blocked parties and, if it is blocked itself, its control of others. */
    control: z.array(BlockedControl),
    /** The sum of its owners' minimum shares, if more than 100; otherwise null. */
    owners_sum: z.nullable(z.number()),
    /** Some links were left out, so sums may be greater. */
    is_cut: z.boolean(),
  }),
  errors: ['invalid', 'not_found'],
})

export const personOwnership = endpoint({
  ...ogOwnership,
  path: '/v1/person/{id}/ownership',
  summary: 'A person’s holdings as ownership chains, and those blocked by the 50 % rule',
})
