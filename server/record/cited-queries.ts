import { type SqlBool, sql } from 'kysely'

/** Whether a fact rests on the row of this table, which is its noun, by the index of facts that rest on records. */
export const isCitedByFact = (table: string) => sql<SqlBool>`exists (select from claim
  where claim.evidence @> '[{"type": "record"}]' and claim.evidence @> jsonb_build_array(
    jsonb_build_object('type', 'record', 'noun', ${sql.lit(table)}, 'id', ${sql.ref(`${table}.id`)})))`
