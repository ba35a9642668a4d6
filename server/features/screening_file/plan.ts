import { type ScreeningFileField, type ScreeningFilePlan, screeningFileLimits } from '#contract/screening_file.api.ts'
import { countChars } from '#contract/text.ts'
import { headerKey, listOf, readDate } from '#server/features/import/import.service.ts'
import { readCountries } from '#server/ingest/columns/country-column.ts'
import type { DateContext } from '#server/ingest/columns/date-column.ts'
import { withoutRepeated } from '#server/ingest/columns/full-name.ts'
import { type HeadingTopic, headingsOf } from '#server/ingest/columns/heading-words.ts'
import { kindOf } from '#server/ingest/columns/kind-column.ts'
import type { Party } from '#server/name/name.ts'
import type { RowFault, RowNote } from './sentences.ts'

/** Headings of topics in German, French, Spanish, Russian, Arabic and Japanese. */
const others = (...topics: HeadingTopic[]) =>
  headingsOf(...topics)
    .map(headerKey)
    .filter(Boolean)

/** Headings that mean a field, in the form of `headerKey`; the first one that the file has is used. */
const headings: Record<Exclude<ScreeningFileField, 'alias'>, readonly string[]> = {
  name: [
    ...['姓名', '名称', '名字', '全称', '人名', '中文名', '中文名称', '公司名称', '企业名称', '单位名称', '机构名称'],
    ...['组织名称', '客户名称', '客户姓名', '供应商名称', '客户', '供应商', '公司', '企业', '单位', '交易对手'],
    ...['name', 'fullname', 'names', 'entityname', 'companyname', 'company', 'organisation', 'organization'],
    ...['organisationname', 'organizationname', 'customername', 'customer', 'clientname', 'client', 'suppliername'],
    ...['supplier', 'vendor', 'vendorname', 'partyname', 'party', 'counterparty', 'personname', 'person', 'caption'],
    ...others('name', 'company'),
  ],
  kind: [
    ...['类型', '类别', '主体类型', '对象', '客户类型', '种类', 'kind', 'type', 'entitytype', 'partytype', 'schema'],
    'customertype',
    ...others('kind'),
  ],
  date: [
    ...['出生日期', '生日', '出生年月', '出生年月日', '出生年份', '出生时间', '成立日期', '成立时间', '注册日期'],
    ...['birthdate', 'dateofbirth', 'dob', 'birthday', 'born', 'yearofbirth', 'birthyear', 'incorporationdate'],
    ...['dateofincorporation', 'founded', 'foundingdate', 'registrationdate'],
    ...others('birth_date', 'founded'),
  ],
  country: [
    ...['国家', '国籍', '国家地区', '国家或地区', '注册国家', '所在国家', '国别', '地区', 'country', 'nationality'],
    ...['citizenship', 'countrycode', 'countryofresidence', 'countryofregistration', 'jurisdiction', 'region'],
    ...others('country'),
  ],
  number: [
    ...['证件号码', '证件号', '证件编号', '身份证号', '身份证号码', '身份证', '护照号', '护照号码', '护照', '税号'],
    ...['统一社会信用代码', '信用代码', '注册号', '登记号', '组织机构代码', 'passport', 'passportnumber', 'passportno'],
    ...['idnumber', 'idno', 'nationalid', 'identifier', 'identifiers', 'taxid', 'taxnumber', 'registrationnumber'],
    ...['companynumber', 'regno', 'lei', 'vat', 'vatnumber', 'imo', 'imonumber', 'inn', 'ogrn'],
    ...others('passport', 'id_number', 'registration', 'tax'),
  ],
}
const aliases = [
  ...[
    '别名',
    '曾用名',
    '又名',
    '英文名',
    '英文名称',
    '外文名',
    '外文名称',
    '其他名称',
    '简称',
    'alias',
    'aliases',
    'aka',
  ],
  ...['alsoknownas', 'othername', 'othernames', 'englishname', 'nativename', 'formername', 'previousname', 'shortname'],
  ...others('alias', 'former_name', 'short_name', 'english_name'),
]
/** Headings of parts of a name. They are combined if no column has the whole name, or `Name` may be the other part. */
const givenParts = ['名', 'firstname', 'givenname', 'givennames', 'forename', ...others('first_name')]
const familyParts = ['姓', 'lastname', 'surname', 'familyname', ...others('last_name')]
const parts = [...givenParts, ...familyParts, 'middlename', 'patronymic', ...others('middle_name')]

/** Every name by which a column is known, in the form of `headerKey`. */
export const knownHeadings: ReadonlySet<string> = new Set([...Object.values(headings).flat(), ...aliases, ...parts])

/** Guesses the field of each column by its heading. */
export function guessMapping(columns: readonly string[]): ScreeningFilePlan['mapping'] {
  const keys = columns.map(headerKey)
  const mapping: ScreeningFilePlan['mapping'] = columns.map(() => null)
  const give = (place: number, field: ScreeningFileField) => {
    if (place >= 0) mapping[place] = field
  }
  const isFree = (place: number) => mapping[place] === null
  for (const field of ['name', 'kind', 'date', 'country'] as const)
    give(
      headings[field].map(name => keys.findIndex((key, at) => key === name && isFree(at))).find(at => at >= 0) ?? -1,
      field,
    )
  for (const [at, key] of keys.entries()) {
    if (!isFree(at)) continue
    if (headings.number.includes(key)) give(at, 'number')
    else if (aliases.includes(key) || headings.name.includes(key)) give(at, 'alias')
  }
  const hasGiven = keys.some(key => givenParts.includes(key))
  const hasFamily = keys.some(key => familyParts.includes(key))
  if (!mapping.includes('name') || hasGiven !== hasFamily)
    for (const [at, key] of keys.entries()) if (isFree(at) && parts.includes(key)) give(at, 'name')
  if (!mapping.includes('name') && columns.length === 1) give(0, 'name')
  return mapping
}

const kindOfWord: Readonly<Record<string, Party['kind']>> = {
  person: 'person',
  organisation: 'organisation',
  Vessel: 'vessel',
  Airplane: 'vessel',
}
const readKind = (text: string): Party['kind'] | undefined => kindOfWord[kindOf(text) ?? '']

const kinds = { person: 'person', organisation: 'organisation', any: 'unknown' } as const
const numberChars = 100

/** How dates are read, by the position of their column. */
export type DatesByColumn = ReadonlyMap<number, DateContext>

/** Converts a row to a party for the comparison; `notes`: values that are not understood and not compared. */
export function partyOfRow(
  plan: Pick<ScreeningFilePlan, 'mapping' | 'kind'>,
  cells: readonly string[],
  dates: DatesByColumn = new Map(),
): { party: Party; name: string; notes: RowNote[] } {
  const within = (field: ScreeningFileField) =>
    plan.mapping
      .flatMap((each, at) => (each === field ? [{ at, text: (cells[at] ?? '').trim() }] : []))
      .filter(({ text }) => text !== '')
  const of = (field: ScreeningFileField) => within(field).map(({ text }) => text)
  const notes: RowNote[] = []
  /** Reads all cells of a field; a cell that `reader` does not understand is noted. */
  const read = <T>(field: ScreeningFileField, reader: (text: string, at: number) => T | undefined): T[] =>
    within(field).flatMap(({ at, text }) => {
      const value = reader(text, at)
      if (value === undefined) notes.push({ code: `no_${field}`, value: text })
      return value === undefined ? [] : [value]
    })
  const name = withoutRepeated(of('name')).join(' ').replace(/\s+/gu, ' ')
  const kind = read('kind', readKind).at(0) ?? kinds[plan.kind]
  const known = read('date', (text, at) => readDate(text, dates.get(at)))
  const countries = of('country').flatMap(text => {
    const { codes, unread } = readCountries(text)
    notes.push(...unread.map(value => ({ code: 'no_country' as const, value })))
    return codes
  })
  const party: Party = {
    kind,
    names: [
      { text: name, strength: 'primary' },
      ...of('alias')
        .flatMap(listOf)
        .slice(0, 50)
        .map(text => ({ text, strength: 'alias' as const })),
    ],
    dates: known,
    countries,
    numbers: of('number')
      .flatMap(listOf)
      .filter(value => countChars(value) <= numberChars)
      .slice(0, 20)
      .map(value => ({ scheme: 'idNumber', value })),
  }
  return { party, name, notes }
}

/** The reason why a row cannot be compared at all. */
export function faultOf(name: string): RowFault | undefined {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'no_name'
  return countChars(name) > screeningFileLimits.nameChars ? 'long_name' : undefined
}
