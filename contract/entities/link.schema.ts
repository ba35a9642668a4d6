import * as z from 'zod/mini'
import * as card from '../field.ts'
import type { LinkEntity } from '../registry.ts'

/** Minimum and maximum share in percent; equal if it is known exactly. */
export const ShareRange = z.strictObject({ min: z.number(), max: z.number() })
export type ShareRange = z.output<typeof ShareRange>

/** That the link exists; for a source that states nothing more about it. */
const link = card.field(
  { kind: 'boolean', read: z.boolean(), write: z.literal(true), empty: true },
  { label: card.bilingual('此关联', 'The link') },
)
const start_time = card.date({ label: card.bilingual('开始', 'From') })
const end_time = card.date({ label: card.bilingual('结束', 'To') })

/** Fields of links that sources may state. Links between two records have no separate page. */
export const linkSchemas = {
  membership: {
    link,
    role: card.text(200, { label: card.bilingual('职务或身份', 'Role') }),
    area: card.text(200, { label: card.bilingual('选区或地区', 'Area') }),
    term: card.text(200, { label: card.bilingual('届次', 'Term') }),
    start_time,
    end_time,
  },
  relation: { link, start_time, end_time },
  og_relation: {
    link,
    share: card.field(
      { kind: 'number', read: z.nullable(ShareRange), write: ShareRange, empty: null },
      { label: card.bilingual('持股比例', 'Share') },
    ),
    is_beneficial: card.flag({ label: card.bilingual('最终受益', 'Beneficial') }),
    start_time,
    end_time,
  },
} as const satisfies Record<LinkEntity, card.Fields>
