import type { Claim } from '#contract/claim.api.ts'
import { linkSchemas } from '#contract/entities/link.schema.ts'
import { type Fields, isList, isStated } from '#contract/field.ts'
import type { LinkEntity, PartyEntity } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import { keyOf } from '#server/features/claim/value.ts'
import type { Desk } from './desk.ts'

type Row = Record<string, unknown> & { id: number; is_own?: boolean }
export type Told = { records: number; facts: number; without: string[] }

/**
 * Checks a number of records of each kind, spread evenly over all, fact by fact, and returns the facts without a
 * source.
 */
export async function factsWithoutSource(desk: Desk, most: Record<PartyEntity, number>): Promise<Told> {
  const told: Told = { records: 0, facts: 0, without: [] }
  for (const noun of Object.keys(most) as PartyEntity[]) {
    const rows = await desk.all<Row>(`/v1/${noun}`)
    for (const { id } of evenly(rows, most[noun])) {
      told.records += 1
      const record = await desk.ask<Row>('GET', `/v1/${noun}/${id}`)
      await look(desk, noun, record, schemas[noun], told)
      for (const [link, rows] of Object.entries(await linksOf(desk, noun, id)))
        for (const row of rows) await look(desk, link as LinkEntity, row, linkSchemas[link as LinkEntity], told)
    }
  }
  return told
}

async function look(desk: Desk, noun: PartyEntity | LinkEntity, record: Row, card: Fields, told: Told): Promise<void> {
  const { items } = await desk.ask<{ items: Claim[] }>('GET', `/v1/claim?noun=${noun}&record_id=${record.id}`)
  const said = new Set(
    items.filter(each => each.source && each.is_shown).map(({ field, value }) => `${field} ${keyOf(value)}`),
  )
  for (const [name, field] of Object.entries(card)) {
    if (!isStated(field)) continue
    const value = name === 'link' ? true : record[name]
    const values = isList(field) && Array.isArray(value) ? value : [value]
    for (const each of values) {
      if (each === null || each === undefined || each === false) continue
      told.facts += 1
      if (!said.has(`${name} ${keyOf(each)}`))
        told.without.push(`${noun} ${record.id} ${name}: ${JSON.stringify(each).slice(0, 80)}`)
    }
  }
}

async function linksOf(desk: Desk, noun: PartyEntity, id: number): Promise<Partial<Record<LinkEntity, Row[]>>> {
  const [membership, og_relation] = await Promise.all([
    desk.ask<{ items: Row[] }>('GET', `/v1/membership?${noun}=${id}`),
    desk.ask<{ items: Row[] }>('GET', `/v1/og_relation?${noun}=${id}`),
  ])
  return { membership: membership.items, og_relation: og_relation.items }
}

function evenly<T>(rows: readonly T[], most: number): T[] {
  const step = Math.max(rows.length / most, 1)
  return Array.from({ length: Math.min(most, rows.length) }, (_, n) => rows[Math.floor(n * step)] as T)
}
