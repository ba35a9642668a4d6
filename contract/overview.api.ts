import * as z from 'zod/mini'
import { diffKinds } from './diff.api.ts'
import { endpoint } from './endpoint.ts'
import { eventStatuses } from './entities/event.schema.ts'
import { ExportReason } from './export.api.ts'
import { Membership } from './membership.api.ts'
import { Mention } from './mention.api.ts'
import { OgRelation } from './og_relation.api.ts'
import { partyEntities } from './registry.ts'
import { RelationTypeValue } from './relation.api.ts'
import { reportStatuses } from './report.api.ts'
import { ogReaders } from './role.ts'
import { uploadStatuses } from './upload-state.ts'
import { engName, Id, IdParams, Instant, Nothing } from './wire.ts'

const count = z.optional(z.int())

/**
 * Number of related records of each kind for this reader; absent if the role may not read them or the entity has none.
 */
export const OverviewCounts = z.strictObject({
  persons: count,
  /** Persons and organisations with a stated link to it, as its graph shows them. */
  relations: count,
  /** Links to organisations that users have stated. */
  stated: count,
  events: count,
  pages: count,
  /** Differences on its pages that wait for review. */
  diffs: count,
  uploads: count,
  reports: count,
  /** As the tab shows by default: in newest versions, on sites of others, in uploads and in own texts. */
  mentions: count,
  history: count,
})
export type OverviewCounts = z.output<typeof OverviewCounts>

/**
 * A neighbouring party: its relations to this record (its role towards it), and how many persons or events both share.
 */
export const OverviewLink = z.strictObject({
  noun: z.enum(partyEntities),
  id: Id,
  name: z.string(),
  ...engName,
  icon: z.nullable(z.string()),
  types: z.array(RelationTypeValue),
  persons: z.int(),
  events: z.int(),
})
export type OverviewLink = z.output<typeof OverviewLink>

const OverviewEvent = z.strictObject({
  id: Id,
  title: z.string(),
  level: z.nullable(z.int()),
  status: z.enum(eventStatuses),
  start_time: z.string(),
  /** Its start on a time axis. */
  start_at: Instant,
  created_at: Instant,
})

/** Parts that are queried separately. */
export const overviewParts = [
  ...([
    'news',
    'reasons',
    'persons',
    'stated',
    'links',
    'events',
    'pages',
    'diffs',
    'mentions',
    'reports',
    'uploads',
  ] as const),
] as const
export type OverviewPart = (typeof overviewParts)[number]

/** A change in the assessment of a record, from its history: an organisation's level, a person's score and focus. */
const Judgement = z.strictObject({
  at: Instant,
  /** Null for the system, or if the user no longer exists. */
  username: z.nullable(z.string()),
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type Judgement = z.output<typeof Judgement>

/** A summary of a record, each part a few rows long; restricted to the reader's access. */
export const Overview = z.strictObject({
  counts: OverviewCounts,
  /** Parts that could not be read: they are empty here and not counted. */
  failed: z.array(z.enum(overviewParts)),
  /**
   * Reasons for its present assessment: who judged it and when, the latest first, and the most serious events; at most
   * three of each.
   */
  reasons: z.strictObject({
    judged: z.array(Judgement),
    events: z.array(z.strictObject({ id: Id, title: z.string(), level: z.int(), start_time: z.nullable(z.string()) })),
  }),
  /** When this reader last left the record, not counting the present visit; null if never visited. */
  since: z.nullable(Instant),
  /** Changes by others since then; counting stops at 20. */
  changes: z.int(),
  /** Related records that were added since then, reports that were changed; counting stops at 20. */
  added: z.strictObject({ events: z.int(), diffs: z.int(), reports: z.int(), uploads: z.int() }),
  /** Members, focus persons first; empty for a person. */
  persons: z.array(Membership),
  links: z.array(OverviewLink),
  /** Links that users have stated between it and others: ownership and control first, then by type. */
  stated: z.array(OgRelation),
  /** The last and the next events, by time. */
  events: z.array(OverviewEvent),
  diffs: z.array(
    z.strictObject({
      id: Id,
      page: z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) }),
      kind: z.enum(diffKinds),
      score: z.int(),
      excerpt: z.nullable(z.string()),
      words: z.array(z.string()),
      cluster_size: z.int(),
      created_at: Instant,
    }),
  ),
  mentions: z.array(Mention),
  reports: z.array(
    z.strictObject({
      id: Id,
      title: z.string(),
      number: z.nullable(z.string()),
      status: z.enum(reportStatuses),
      updated_at: Instant,
    }),
  ),
  uploads: z.array(
    z.strictObject({
      id: Id,
      title: z.string(),
      file_name: z.string(),
      status: z.enum(uploadStatuses),
      created_at: Instant,
    }),
  ),
})
export type Overview = z.output<typeof Overview>

/** The overview of a record without any related data. */
export const emptyOverview: Overview = {
  counts: {},
  failed: [],
  reasons: { judged: [], events: [] },
  since: null,
  changes: 0,
  added: { events: 0, diffs: 0, reports: 0, uploads: 0 },
  persons: [],
  links: [],
  stated: [],
  events: [],
  diffs: [],
  mentions: [],
  reports: [],
  uploads: [],
}

export const ogOverview = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og/{id}/overview',
  roles: ogReaders,
  summary: 'Overview of an organisation, with counts of each kind',
  params: IdParams,
  reply: Overview,
  errors: ['not_found'],
})

export const personOverview = endpoint({
  ...ogOverview,
  path: '/v1/person/{id}/overview',
  summary: 'Overview of a person, with counts of each kind',
})

export const visitOg = endpoint({
  method: 'PUT',
  path: '/v1/og/{id}/visit',
  roles: ogReaders,
  bound: 'write',
  summary: 'Save that the requester has opened the organisation; later changes count as new at the next visit',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const visitPerson = endpoint({
  ...visitOg,
  path: '/v1/person/{id}/visit',
  summary: 'Save that the requester has opened the person; later changes count as new at the next visit',
})

export const exportOgProfile = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/og/{id}/profile',
  roles: ogReaders,
  summary:
    'An organisation as a two-page PDF, limited to data that the requester may read; the export is recorded with its reason',
  params: IdParams,
  query: z.strictObject({ reason: ExportReason }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid', 'not_found'],
})

export const exportPersonProfile = endpoint({
  ...exportOgProfile,
  path: '/v1/person/{id}/profile',
  summary:
    'A person as a two-page PDF, limited to data that the requester may read; the export is recorded with its reason',
})
