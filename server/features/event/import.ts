import * as z from 'zod/mini'
import { type EventField, eventOwnFields, NewEvent } from '#contract/event.ts'
import { editors } from '#contract/role.ts'
import type { Found, ImportKit, KitField, Values } from '#server/features/import/import.ts'
import { linkedOf, linkNames, type NamedOgs, nameKey, suggestOgs } from '#server/features/og/og.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Change } from '#server/platform/history.ts'
import { insertRecords, updateRecords } from '#server/platform/record-rows.ts'
import { findEventsByKeys } from './import-queries.ts'
import { eventLabels } from './labels.ts'
import { addLinks } from './link-queries.ts'
import { eventTable } from './queries.ts'

/** A column of an event that files may fill; `headers` are the other names people give it. */
function field(
  name: EventField,
  kind: KitField['kind'],
  empty: unknown,
  headers: string[],
  more: Partial<KitField> = {},
): KitField {
  return { name, kind, empty, headers, labels: eventLabels[name as 'title'], schema: NewEvent.shape[name], ...more }
}

const OgNames = z.array(z.string().check(z.maxLength(300))).check(z.maxLength(200))

const fields: KitField[] = [
  {
    name: 'id',
    kind: 'integer',
    canMatch: true,
    empty: undefined,
    headers: [],
    labels: eventLabels.id,
    schema: z.int().check(z.positive()),
  },
  field(
    'title',
    'text',
    null,
    ['name', 'event', 'eventname', 'subject', 'summary', '名称', '事件', '事件名称', '主题'],
    {
      required: true,
      canMatch: true,
    },
  ),
  field('external_id', 'text', null, ['externalid', 'uid', 'code', '编号'], { canMatch: true }),
  field('start_time', 'time', null, ['startdate', 'start', 'date', 'begin', 'from', '开始日期', '日期', '时间']),
  field('end_time', 'time', null, ['enddate', 'end', 'until', 'to', '结束日期']),
  field('category', 'text', null, ['topic', 'type', 'kind', '分类', '类型']),
  field('level', 'integer', 3, ['severity', 'importance', 'grade', '等级', '重要性']),
  field('status', 'status', 'draft', ['state']),
  field('region', 'region', null, ['country', 'countrycode', 'nation', '国家', '国别', '国家地区', '国家或地区']),
  field('address', 'text', null, ['city', 'location', 'place', 'venue', '城市', '地址', '位置']),
  field('lat', 'number', null, ['latitude', 'y']),
  field('lng', 'number', null, ['longitude', 'lon', 'long', 'x']),
  field('labels', 'list', [], ['label', 'tags', 'tag', '标记']),
  {
    name: 'ogs',
    kind: 'og_list',
    empty: undefined,
    headers: ['organisation', 'organization', 'organizations', 'organiser', 'organizer', '组织', '单位', '主办方'],
    labels: eventLabels.ogs,
    schema: OgNames,
  },
  field('source_url', 'url', null, ['url', 'source', 'link', 'website', '来源', '链接', '网址']),
  field('desc', 'long_text', null, ['description', 'notes', 'details', '说明', '备注', '内容']),
]

/** Events out of files. */
export const eventImport: ImportKit = {
  noun: 'event',
  roles: editors,
  fields,
  // A title alone means no event: conferences come round every year under one name.
  matchOn: ['id', 'external_id'],
  matchKey: (name, value) => (name === 'title' ? nameKey(String(value)) : String(value).trim()),
  find: findEventsByKeys,
  settle,
  resolveLinks: async (ctx, all, plan) => {
    await linkNames(ctx, all, 'ogs', plan)
    return []
  },
  linked: all => linkedOf(all, 'ogs'),
  suggest: suggestOgs,
  insert,
  update,
}

/** Organisations found are linked beside those there are. Of a place, half is none. */
function settle({ ogs, id: _, ...values }: Values, before: Values | undefined): Values {
  const isHalf = ((values.lat ?? before?.lat ?? null) === null) !== ((values.lng ?? before?.lng ?? null) === null)
  const whole = isHalf ? { ...values, lat: null, lng: null } : values
  const named = ogs as NamedOgs | undefined
  if (!named || Array.isArray(named)) return whole
  const own = (before?.ogs ?? []) as number[]
  return { ...whole, ogs: [...new Set([...own, ...named.found.map(({ og_id }) => og_id)])] }
}

const defaults: Values = Object.fromEntries(
  eventOwnFields.map(name => [name, fields.find(each => each.name === name)?.empty ?? null]),
)

async function insert(
  ctx: Ctx,
  all: Values[],
  access: { read_user: number[]; write_user: number[] },
): Promise<number[]> {
  const links = all.map(values => (values.ogs ?? []) as number[])
  const rows = all.map(({ ogs: _, ...values }) => ({ ...defaults, ...values, ...access }))
  const ids = await insertRecords(ctx, eventTable, rows, n => linkChanges([], links[n] ?? []))
  await addLinks(
    ctx,
    'og',
    links.flatMap((own, n) => own.map(id => ({ event_id: ids[n]!, id }))),
  )
  return ids
}

function linkChanges(from: number[], to: number[]): Change[] {
  return to.length > from.length ? [{ field: 'ogs', from, to }] : []
}

async function update(ctx: Ctx, all: { found: Found; values: Values }[]): Promise<void> {
  const changed = all.map(({ found, values: { ogs, ...values } }) => {
    const own = (found.values.ogs ?? []) as number[]
    const links = (ogs ?? own) as number[]
    return { found, values, fresh: links.slice(own.length), linked: linkChanges(own, links) }
  })
  await addLinks(
    ctx,
    'og',
    changed.flatMap(({ found, fresh }) => fresh.map(id => ({ event_id: found.id, id }))),
  )
  await updateRecords(
    ctx,
    eventTable,
    changed.map(({ found, values, linked }) => ({
      before: { ...found.stored, id: found.id, rev: found.rev },
      values,
      linked,
    })),
  )
}
