import { type RawBuilder, sql } from 'kysely'

/** Of the row `link`, dated as exactly as is known: it has begun and not ended. A year that is this one has done neither for sure. */
export function isInForce(today: string): RawBuilder<unknown> {
  return sql`(link.end_time is null or link.end_time >= left(${today}, length(link.end_time)))
    and (link.start_time is null or link.start_time <= left(${today}, length(link.start_time)))`
}
