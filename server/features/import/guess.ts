import { createHash } from 'node:crypto'
import { customKeyIn } from '#contract/custom_field.api.ts'
import type { ImportPlan } from '#contract/import.api.ts'
import { readCountry } from '#server/ingest/columns/country-column.ts'
import { familyHeadings, otherHeadings } from './headings.ts'
import { headerKey, type ImportAdapter } from './import.adapter.ts'

/** Prefixes and suffixes of a field name that do not change its meaning: 注册国家, country of registration. */
const qualifiers = [
  ...['注册', '登记', '所在', '所属', '当前', '主要', '公司', '企业', '机构', '单位', '组织', '个人', '人员', '本人'],
  ...['registered', 'registration', 'current', 'primary', 'main', 'official', 'company', 'corporate'],
  ...['organisation', 'organization', 'entity', 'person', 'personal', 'headquarters', 'hq', 'home', 'of', 'the'],
]

/** Number of cells that can identify a column without a known name. */
const minIdentifyingCells = 3

/** The likely field of each column, by its name, otherwise by its cells; each field is used once. */
export function guessPlan(
  adapter: ImportAdapter,
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
): ImportPlan {
  const mapping: (string | null)[] = columns.map(() => null)
  const isFree = (place: number) => place >= 0 && mapping[place] === null
  const take = (place: number | undefined, field: string) => {
    if (place !== undefined && !mapping.includes(field)) mapping[place] = field
  }
  // Names of custom fields have priority over other names of built-in fields, and unchanged names over stripped ones.
  // The names of a field are in the order of their likelihood.
  for (const keys of [columns.map(headerKey), columns.map(bareKey)])
    for (const field of adapter.fields.toSorted((a, b) => Number(isCustom(b)) - Number(isCustom(a))))
      take(
        namesOf(field)
          .map(name => keys.findIndex((key, at) => key === name && isFree(at)))
          .find(isFree),
        field.name,
      )
  for (const field of adapter.fields.filter(({ kind }) => kind === 'region'))
    take(
      columns.map((_, at) => at).find(at => isFree(at) && areRegions(rows.map(row => row[at] ?? ''))),
      field.name,
    )
  partNames(adapter, mapping, columns.map(headerKey))
  return {
    mapping,
    match_on: adapter.matchOn.filter(field => mapping.includes(field)),
    constants: {},
    on_wrong: 'skip_value',
    on_empty: 'keep',
    read_user: [],
    write_user: [],
  }
}

const familyKeys = new Set(familyHeadings.map(headerKey))
/** Headings of either a whole name or one part of it; the other columns of the file decide which. */
const openKeys = new Set(['Name', 'Names', 'Nom', 'Nombre', 'Имя', 'الاسم', '名'].map(headerKey))

/** Maps parts of a name only if no column has the whole name; the field `name` is then the family name. */
function partNames({ fields }: ImportAdapter, mapping: (string | null)[], keys: readonly string[]): void {
  if (!fields.some(({ name }) => name === 'first_name')) return
  const name = mapping.indexOf('name')
  const given = mapping.indexOf('first_name')
  const family = keys.findIndex((key, at) => at !== name && mapping[at] === null && familyKeys.has(key))
  const isOpen = openKeys.has(keys[name] ?? '')
  if (given < 0 && family >= 0 && isOpen) {
    mapping[family] = 'name'
    mapping[name] = 'first_name'
  } else if (given >= 0 && (family >= 0 || !(isOpen || familyKeys.has(keys[name] ?? ''))))
    for (const [at, field] of mapping.entries())
      if (field === 'first_name' || field === 'middle_name') mapping[at] = null
  if (!mapping.includes('first_name') && mapping.includes('middle_name')) mapping[mapping.indexOf('middle_name')] = null
}

const isCustom = ({ name }: { name: string }) => customKeyIn(name) !== undefined

/** Whether every non-empty cell names a country. */
function areRegions(cells: readonly string[]): boolean {
  const filled = cells.filter(cell => cell.trim() !== '')
  return filled.length >= minIdentifyingCells && filled.every(cell => readCountry(cell) !== undefined)
}

function bareKey(column: string): string {
  let key = headerKey(column)
  for (;;) {
    const word = qualifiers.find(each => key.startsWith(each) || key.endsWith(each))
    // A single remaining letter could come from too many words.
    if (!word || key.length - word.length < 2) return key
    key = key.startsWith(word) ? key.slice(word.length) : key.slice(0, -word.length)
  }
}

/** All column names by which a field is recognised. */
export const knownHeadings = (adapter: ImportAdapter): Set<string> => new Set(adapter.fields.flatMap(namesOf))

function namesOf(field: ImportAdapter['fields'][number]): string[] {
  const { name } = field
  return [headerKey(name), ...Object.values(field.labels).map(headerKey), ...field.headers, ...otherHeadings(name)]
}

/** A key that is equal for files with the same columns, whatever their case or spacing. */
export function columnsKey(columns: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(columns.map(headerKey)))
    .digest('base64url')
}
