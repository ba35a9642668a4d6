import * as z from 'zod/mini'
import { listClaims } from '#contract/claim.api.ts'
import { getScreeningCoverage } from '#contract/coverage.api.ts'
import { getEvent, listEventHistory } from '#contract/event.api.ts'
import { timelineEvents } from '#contract/event-view.api.ts'
import { getOg, listOgHistory } from '#contract/og.api.ts'
import { getPerson, listPersonHistory } from '#contract/person.api.ts'
import { entityNames, partyEntities } from '#contract/registry.ts'
import { ogRelation, personRelation } from '#contract/relation.api.ts'
import { screenParties } from '#contract/screening_file.api.ts'
import { search, searchEntities } from '#contract/search.api.ts'
import { Id, Instant, Required, Text } from '#contract/wire.ts'
import { type Tool, tool } from './tool.ts'

const Rows = z._default(z.int().check(z.minimum(1), z.maximum(50)), 20)
const Page = z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 1)
const Noun = z.enum(entityNames)
const Party = z.enum(partyEntities)

const gets = { og: getOg, person: getPerson, event: getEvent } as const
const histories = { og: listOgHistory, person: listPersonHistory, event: listEventHistory } as const
const neighbours = { og: ogRelation, person: personRelation } as const

export const readTools: Tool[] = [
  tool({
    name: 'search',
    title: 'Search',
    description:
      'Find organisations, persons, events, reports, uploads, sources and pages by words. All words must match; "in this order", -without. `behind_seconds`: changes of that time are not searched yet, so that an empty result is no proof.',
    input: z.strictObject({
      keyword: Required(200),
      kind: z.optional(z.array(z.enum(searchEntities)).check(z.maxLength(searchEntities.length))),
      page: Page,
      rows: Rows,
    }),
    endpoint: search,
    isWrite: false,
    run: async ({ ctx, call, fence }, { keyword, kind, page, rows }) => {
      const query = { keyword, current: page, pageSize: rows, ...(kind && kind.length > 0 && { kind: kind.join(',') }) }
      const { items, total, total_estimated, behind_seconds } = await call(ctx, search, { query: query as never })
      const found = items.map(({ passage, title, ...item }) => ({
        ...item,
        title:
          item.noun === 'page' || item.noun === 'upload' ? fence(`title of ${item.noun} ${item.id}`, title) : title,
        passage: passage && fence(`${item.noun} ${item.id}`, passage.text),
      }))
      return { data: { total, total_estimated, behind_seconds, items: found } }
    },
  }),
  tool({
    name: 'get_record',
    title: 'Record',
    description: 'One organisation, person or event with its facts and, for each field, the sources that state it.',
    input: z.strictObject({ noun: Noun, id: Id }),
    endpoint: getOg,
    isWrite: false,
    run: async ({ ctx, call }, { noun, id }) => {
      const record = await call(ctx, gets[noun], { params: { id: String(id) } })
      const { items, facts } = await call(ctx, listClaims, { query: { noun, record_id: String(id) } })
      const sources = items.map(({ field, value, source, credibility, last_seen_at, withdrawn_at }) => ({
        ...{ field, value, source: source?.name, credibility, last_seen_at, withdrawn_at },
      }))
      return { data: { record, facts, sources }, about: { noun, id } }
    },
  }),
  tool({
    name: 'get_neighbours',
    title: 'Neighbours',
    description: 'Persons and organisations linked to a party, nearest first, with the links between them.',
    input: z.strictObject({
      noun: Party,
      id: Id,
      depth: z._default(z.int().check(z.minimum(1), z.maximum(3)), 1),
      rows: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
    }),
    endpoint: ogRelation,
    isWrite: false,
    run: async ({ ctx, call }, { noun, id, depth, rows }) => {
      const query = { depth, limit: rows }
      const data = await call(ctx, neighbours[noun], { params: { id: String(id) }, query })
      return { data, about: { noun, id } }
    },
  }),
  tool({
    name: 'get_timeline',
    title: 'Timeline',
    description: 'Events in order of time, of an organisation, a person or all, between two instants (UTC).',
    input: z.strictObject({
      og: z.optional(Id),
      person: z.optional(Id),
      from: z.optional(Instant),
      to: z.optional(Instant),
      rows: z._default(z.int().check(z.minimum(1), z.maximum(300)), 100),
    }),
    endpoint: timelineEvents,
    isWrite: false,
    run: async ({ ctx, call }, { og, person, from, to, rows }) => {
      const query = { from, to, limit: rows, ...(og && { og: String(og) }), ...(person && { person: String(person) }) }
      const { lanes: _lanes, ...data } = await call(ctx, timelineEvents, { query: query as never })
      return { data }
    },
  }),
  tool({
    name: 'screen_name',
    title: 'Screen a name',
    description:
      'Compare a name with the sanctions lists of the console. Nothing is stored. A hit is a possible match.',
    input: z.strictObject({
      name: Required(300),
      kind: z.optional(Party),
      dates: z.optional(z.array(Text(40)).check(z.maxLength(5))),
      countries: z.optional(z.array(Text(80)).check(z.maxLength(5))),
    }),
    endpoint: screenParties,
    isWrite: false,
    run: async ({ ctx, call }, party) => {
      const { lists, threshold, results } = await call(ctx, screenParties, { body: { parties: [party as never] } })
      return { data: { threshold, result: results[0], lists } }
    },
  }),
  tool({
    name: 'get_history',
    title: 'History',
    description: 'Changes of a record, field by field, newest first.',
    input: z.strictObject({ noun: Noun, id: Id, page: Page, rows: Rows }),
    endpoint: listOgHistory,
    isWrite: false,
    run: async ({ ctx, call }, { noun, id, page, rows }) => {
      const query = { current: page, pageSize: rows }
      const data = await call(ctx, histories[noun], { params: { id: String(id) }, query })
      return { data, about: { noun, id } }
    },
  }),
  tool({
    name: 'get_provenance',
    title: 'Provenance of a fact',
    description:
      'All statements about one field of a record: value, source, credibility, evidence and its quoted words.',
    input: z.strictObject({ noun: Noun, id: Id, field: Required(60) }),
    endpoint: listClaims,
    isWrite: false,
    run: async ({ ctx, call, fence }, { noun, id, field }) => {
      const all = await call(ctx, listClaims, { query: { noun, record_id: String(id) } })
      const claims = all.items
        .filter(claim => claim.field === field)
        .map(claim => ({
          ...claim,
          evidence: claim.evidence.map(each =>
            'quote' in each && each.quote
              ? { ...each, quote: fence(`evidence of claim ${claim.id}`, each.quote) }
              : each,
          ),
        }))
      const fact = all.facts.find(each => each.field === field)
      const choice = all.choices.find(each => each.field === field)
      return { data: { fact, choice, claims }, about: { noun, id } }
    },
  }),
  tool({
    name: 'get_coverage',
    title: 'Coverage of screening',
    description:
      'How completely all readable records, or one, have been compared with the lists: whether “no hit” can be relied on.',
    input: z.strictObject({ noun: z.optional(Party), id: z.optional(Id) }),
    endpoint: getScreeningCoverage,
    isWrite: false,
    run: async ({ ctx, call }, { noun, id }) => {
      const query = { noun, ...(id && { id: String(id) }) }
      return { data: await call(ctx, getScreeningCoverage, { query: query as never }) }
    },
  }),
]
