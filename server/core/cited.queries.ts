import { type SqlBool, sql } from 'kysely'

/**
 * Whether a fact cites the row of this table as evidence; the table's name is the name of the entity. Served by the
 * index of facts that cite records.
 */
export const isCitedByFact = (table: string) => sql<SqlBool>`exists (select from claim
  where claim.evidence @> '[{"type": "record"}]' and claim.evidence @> jsonb_build_array(
    jsonb_build_object('type', 'record', 'noun', ${sql.lit(table)}, 'id', ${sql.ref(`${table}.id`)})))`
