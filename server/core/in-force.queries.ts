import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the row `link` is in force, as far as its partial dates show: it has begun and not ended. A start in the
 * current year counts as begun, an end in the current year as not ended.
 */
export function isInForce(today: string): RawBuilder<unknown> {
  return sql`(link.end_time is null or link.end_time >= left(${today}, length(link.end_time)))
    and (link.start_time is null or link.start_time <= left(${today}, length(link.start_time)))`
}
