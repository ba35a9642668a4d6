import * as z from 'zod/mini'
import * as field from '../field.ts'
import type { LinkEntity } from '../registry.ts'

/** Minimum and maximum share in percent; equal if it is known exactly. */
export const ShareRange = z.strictObject({ min: z.number(), max: z.number() })
export type ShareRange = z.output<typeof ShareRange>

/** That the link exists; for a source that states nothing more about it. */
const link = field.field(
  { kind: 'boolean', read: z.boolean(), write: z.literal(true), empty: true },
  { label: field.bilingual('此关联', 'The link') },
)
const start_time = field.date({ label: field.bilingual('开始', 'From') })
const end_time = field.date({ label: field.bilingual('结束', 'To') })

/** Fields of links that sources may state. Links between two records have no separate page. */
export const linkSchemas = {
  membership: {
    link,
    role: field.text(200, { label: field.bilingual('职务或身份', 'Role') }),
    area: field.text(200, { label: field.bilingual('选区或地区', 'Area') }),
    term: field.text(200, { label: field.bilingual('届次', 'Term') }),
    start_time,
    end_time,
  },
  relation: { link, start_time, end_time },
  og_relation: {
    link,
    share: field.field(
      { kind: 'number', read: z.nullable(ShareRange), write: ShareRange, empty: null },
      { label: field.bilingual('持股比例', 'Share') },
    ),
    is_beneficial: field.flag({ label: field.bilingual('最终受益', 'Beneficial') }),
    start_time,
    end_time,
  },
} as const satisfies Record<LinkEntity, field.Fields>
