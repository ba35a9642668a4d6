import { getEvent } from '#contract/event.api.ts'
import type { FieldDefinition, Fields } from '#contract/field.ts'
import { getOg } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { type Entity, entityLabels, entityNames } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import { type SearchItem, search as searchAll, searchEntities } from '#contract/search.api.ts'
import { choiceOf, idOf, note, numberOf, option, printRows, type Run, usage } from './io.ts'
import { alignColumns, jsonLine, plain, write } from './output.ts'

const pageSize = 50
const mostResults = 1_000

/** `og search WORDS`: records and pages that the user may read, best matches first. */
export async function search(run: Run): Promise<number> {
  const keyword = run.positionals.join(' ').trim()
  if (keyword === '')
    throw usage(run, 'missing', { what: run.locale === 'zh-CN' ? '要搜索的词' : 'words to search for' })
  const kinds = (option(run, 'kind') ?? '').split(',').filter(Boolean)
  const kind = kinds.map(each => choiceOf(run, each, searchEntities))
  const most = numberOf(run, option(run, 'limit') ?? '20', 1, mostResults)
  const client = run.client()
  const items: SearchItem[] = []
  let total = 0
  let isEstimated = false
  for (let current = 1; items.length < most; current += 1) {
    const query = { keyword, ...(kind.length > 0 && { kind }), current, pageSize: Math.min(pageSize, most) }
    const found = await client.call(searchAll, { query })
    total = found.total
    isEstimated = found.total_estimated === true
    items.push(...found.items.slice(0, most - items.length))
    if (found.items.length < query.pageSize) break
  }
  const isZh = run.locale === 'zh-CN'
  await printRows(run, items, [
    [isZh ? '类型' : 'KIND', row => row.noun],
    [isZh ? '编号' : 'ID', row => row.id],
    [isZh ? '名称' : 'NAME', row => row.title],
    [isZh ? '说明' : 'DETAIL', row => row.subtitle ?? row.og?.name ?? ''],
    [isZh ? '时间' : 'TIME', row => row.at.slice(0, 16).replace('T', ' ')], // units: an instant in ISO form
  ])
  if (items.length > 0 && total > items.length)
    await note(run, isEstimated ? 'someOfAbout' : 'someOf', { total, shown: items.length })
  return 0
}

/** `og show og 12`: one record with its fields. */
export async function show(run: Run): Promise<number> {
  const [first = '', second, ...more] = run.positionals
  const [noun = '', joined] = first.split(':')
  const [given, extra] = joined === undefined ? [second, more[0]] : [joined, second]
  if (extra !== undefined) throw usage(run, 'tooMany', { name: extra })
  if (noun === '') throw usage(run, 'missing', { what: run.locale === 'zh-CN' ? '类型和编号' : 'kind and id' })
  const entity = choiceOf(run, noun, entityNames)
  const params = { id: String(idOf(run, given, run.locale === 'zh-CN' ? '编号' : 'id')) }
  const client = run.client()
  const record: object =
    entity === 'og'
      ? await client.call(getOg, { params })
      : entity === 'person'
        ? await client.call(getPerson, { params })
        : await client.call(getEvent, { params })
  if (run.isJson) {
    await write(run.stdout, `${jsonLine({ noun: entity, ...record })}\n`)
    return 0
  }
  const [heading, ...rows] = factsOf(run, entity, record as Record<string, unknown>)
  await write(run.stdout, `${alignColumns(heading ?? [], rows).join('\n')}\n`)
  return 0
}

function factsOf(run: Run, entity: Entity, record: Readonly<Record<string, unknown>>): string[][] {
  const head = [plain(entityLabels[entity].one[run.locale]), `${entity} ${record.id}`]
  const rows = Object.entries(schemas[entity] as Fields).flatMap(([name, field]) => {
    const text = cellOf(run, field, record[name])
    return name === 'id' || field.kind === 'icon' || text === '' ? [] : [[plain(field.label[run.locale]), text]]
  })
  return [head, ...rows]
}

function cellOf(run: Run, field: FieldDefinition, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value))
    return value
      .map(each => cellOf(run, field, each))
      .filter(Boolean)
      .join('; ')
  if (typeof value === 'object') return plain(wordsOf(value))
  return plain(field.choices?.[String(value)]?.[run.locale] ?? value)
}

/** The texts and numbers of a value with parts: a contact, a degree. */
function wordsOf(value: object): string {
  return Object.values(value)
    .filter(part => typeof part === 'string' || typeof part === 'number')
    .join(' ')
}
