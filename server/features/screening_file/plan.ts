import {
  type PartyKindChoice,
  type ScreeningFileField,
  type ScreeningFilePlan,
  screeningFileBounds,
} from '#contract/screening_file.ts'
import { countChars } from '#contract/text.ts'
import { headerKey, listOf, readDate, regionOf } from '#server/features/import/import.ts'
import type { Party } from '#server/name/name.ts'
import type { RowFault, RowNote } from './sentences.ts'

/** Headings that mean a field, in the form of `headerKey`; the first that is there is the field. */
const headings: Record<Exclude<ScreeningFileField, 'alias'>, readonly string[]> = {
  name: [
    ...['姓名', '名称', '名字', '全称', '人名', '中文名', '中文名称', '公司名称', '企业名称', '单位名称', '机构名称'],
    ...['组织名称', '客户名称', '客户姓名', '供应商名称', '客户', '供应商', '公司', '企业', '单位', '交易对手'],
    ...['name', 'fullname', 'names', 'entityname', 'companyname', 'company', 'organisation', 'organization'],
    ...['organisationname', 'organizationname', 'customername', 'customer', 'clientname', 'client', 'suppliername'],
    ...['supplier', 'vendor', 'vendorname', 'partyname', 'party', 'counterparty', 'personname', 'person', 'caption'],
  ],
  kind: [
    ...['类型', '类别', '主体类型', '对象', '客户类型', '种类', 'kind', 'type', 'entitytype', 'partytype', 'schema'],
    'customertype',
  ],
  date: [
    ...['出生日期', '生日', '出生年月', '出生年月日', '出生年份', '出生时间', '成立日期', '成立时间', '注册日期'],
    ...['birthdate', 'dateofbirth', 'dob', 'birthday', 'born', 'yearofbirth', 'birthyear', 'incorporationdate'],
    ...['dateofincorporation', 'founded', 'foundingdate', 'registrationdate'],
  ],
  country: [
    ...['国家', '国籍', '国家地区', '国家或地区', '注册国家', '所在国家', '国别', '地区', 'country', 'nationality'],
    ...['citizenship', 'countrycode', 'countryofresidence', 'countryofregistration', 'jurisdiction', 'region'],
  ],
  number: [
    ...['证件号码', '证件号', '证件编号', '身份证号', '身份证号码', '身份证', '护照号', '护照号码', '护照', '税号'],
    ...['统一社会信用代码', '信用代码', '注册号', '登记号', '组织机构代码', 'passport', 'passportnumber', 'passportno'],
    ...['idnumber', 'idno', 'nationalid', 'identifier', 'identifiers', 'taxid', 'taxnumber', 'registrationnumber'],
    ...['companynumber', 'regno', 'lei', 'vat', 'vatnumber', 'imo', 'imonumber', 'inn', 'ogrn'],
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
]
/** Parts of a name: taken together where no column has it whole. */
const parts = [
  ...['姓', '名', 'firstname', 'givenname', 'givennames', 'forename', 'middlename', 'lastname', 'surname'],
  'familyname',
]

/** What each column probably is, by its heading. */
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
  if (!mapping.includes('name'))
    for (const [at, key] of keys.entries()) if (isFree(at) && parts.includes(key)) give(at, 'name')
  if (!mapping.includes('name') && columns.length === 1) give(0, 'name')
  return mapping
}

const kindWords: Record<Exclude<PartyKindChoice, 'any'>, readonly string[]> = {
  person: [
    'person',
    'individual',
    'natural',
    'naturalperson',
    'p',
    'human',
    '个人',
    '人物',
    '自然人',
    '人',
    '个人客户',
  ],
  organisation: [
    ...['organisation', 'organization', 'company', 'entity', 'legalentity', 'corporate', 'corporation', 'business'],
    ...['legalperson', 'publicbody', 'o', 'c', '组织', '公司', '企业', '机构', '单位', '法人', '对公', '企业客户'],
  ],
}

function kindOf(text: string): Party['kind'] | undefined {
  const key = headerKey(text)
  if (kindWords.person.includes(key)) return 'person'
  return kindWords.organisation.includes(key) ? 'organisation' : undefined
}

const kinds = { person: 'person', organisation: 'organisation', any: 'unknown' } as const
const numberChars = 100

/** A row as names are compared; `notes`: what of it is not understood and not compared. */
export function partyOfRow(
  { mapping, kind }: Pick<ScreeningFilePlan, 'mapping' | 'kind'>,
  cells: readonly string[],
): { party: Party; name: string; notes: RowNote[] } {
  const of = (field: ScreeningFileField) =>
    mapping.flatMap((each, at) => (each === field ? [(cells[at] ?? '').trim()] : [])).filter(text => text !== '')
  const notes: RowNote[] = []
  /** What one reader makes of all cells of a field; those it makes nothing of are noted. */
  const read = <T>(field: ScreeningFileField, reader: (text: string) => T | undefined): T[] =>
    of(field).flatMap(text => {
      const value = reader(text)
      if (value === undefined) notes.push({ code: `no_${field}`, value: text })
      return value === undefined ? [] : [value]
    })
  const name = of('name').join(' ').replace(/\s+/gu, ' ')
  const party: Party = {
    kind: read('kind', kindOf).at(0) ?? kinds[kind],
    names: [
      { text: name, strength: 'primary' },
      ...of('alias')
        .flatMap(listOf)
        .slice(0, 50)
        .map(text => ({ text, strength: 'alias' as const })),
    ],
    dates: read('date', readDate),
    countries: read('country', regionOf),
    numbers: of('number')
      .flatMap(listOf)
      .filter(value => countChars(value) <= numberChars)
      .slice(0, 20)
      .map(value => ({ scheme: 'idNumber', value })),
  }
  return { party, name, notes }
}

/** Why a row cannot be compared at all. */
export function faultOf(name: string): RowFault | undefined {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'no_name'
  return countChars(name) > screeningFileBounds.nameChars ? 'long_name' : undefined
}
