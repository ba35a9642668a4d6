// The meaning of the columns of a table of parties, by their headings: for lists and for files to screen.
import { type ColumnMeaning, type MappedColumn, partyKinds } from '#contract/list-mapping.ts'
import { isCountry } from '#contract/region.ts'
import { headerKey } from './header-key.ts'
import { type HeadingTopic, headingsOf } from './heading-words.ts'
import { kindOf } from './kind-column.ts'
import { valueKey } from './text-key.ts'

/** Names between the given and the family name, which are never the only given one. */
const middleHeadings = [
  'middle name;middle names;second name;father name;fathers name;patronymic;中间名;父名',
  ...headingsOf('middle_name'),
].join(';')
const middleKeys = new Set(middleHeadings.split(';').map(headerKey))
/** Headings that mean the given name where another column has the family name. */
const givenKeys = new Set(['Name', 'Nombre', 'Имя', 'الاسم', '名'].map(headerKey))

/** `isWhole`: the words mean this only if they are the whole heading. */
type MeaningGuess = {
  means: ColumnMeaning
  scheme?: MappedColumn['scheme']
  /** Separated by semicolons. */
  headings: string
  isWhole?: boolean
}

/** Words in headings, in the order in which they are tried: first as the whole heading, then as a part of it. */
const meanings: readonly MeaningGuess[] = [
  { means: 'weak_alias', headings: 'weak alias;low quality alias;nickname;弱别名;绰号;昵称' },
  { means: 'former_name', headings: 'former name;formerly;fka;previous name;曾用名;原名;旧称' },
  {
    means: 'alias',
    headings:
      'alias;aliases;aka;other name;other names;also known as;english name;name in original script;original script name;local name;别名;别称;又名;化名;英文名;英文名称;外文名;简称',
  },
  { means: 'first_name', headings: 'first name;given name;given names;forename;forenames;名字;名' },
  { means: 'first_name', headings: middleHeadings },
  { means: 'last_name', headings: 'last name;family name;surname;姓;姓氏' },
  {
    means: 'kind',
    headings:
      'type;kind;entity type;party type;subject type;group type;sdn type;category of party;类型;类别;主体类型;对象类型;种类;性质',
  },
  {
    means: 'birth_date',
    headings:
      'date of birth;birth date;dob;born;birthday;year of birth;date of incorporation;founded;出生日期;出生年月;出生;生日;成立日期;注册日期',
  },
  {
    means: 'country',
    headings: 'country;nationality;citizenship;countries;country code;国家;国籍;国家地区;国家或地区;国别;所在国',
  },
  {
    means: 'number',
    scheme: 'passportNumber',
    headings: 'passport;passport number;passport no;passport details;护照;护照号;护照号码',
  },
  {
    means: 'number',
    scheme: 'uscCode',
    headings: 'uscc;unified social credit code;social credit code;统一社会信用代码;信用代码;社会信用代码',
  },
  { means: 'number', scheme: 'leiCode', headings: 'lei;lei code;lei编码' },
  { means: 'number', scheme: 'swiftBic', headings: 'swift;bic;swift bic;swift code' },
  {
    means: 'number',
    scheme: 'taxNumber',
    headings: 'tax number;tax id;tin;vat;inn;税号;纳税人识别号',
  },
  {
    means: 'number',
    scheme: 'registrationNumber',
    headings:
      'registration number;company number;reg no;registration no;business registration number;注册号;登记号;工商注册号;公司编号',
  },
  {
    means: 'number',
    scheme: 'idNumber',
    headings:
      'id number;identity number;national id;national identification number;identification;ni number;身份证;身份证号;身份证号码;证件号码;证件号',
  },
  {
    means: 'id',
    headings:
      'id;uid;group id;unique id;reference;reference number;ref;entry id;list id;no;number;编号;序号;名单编号;唯一编号;标识',
  },
  { means: 'address', headings: 'address;addresses;location;地址;住址;住所;注册地址' },
  { means: 'position', headings: 'position;title;function;designation;role;职务;职位;头衔' },
  {
    means: 'reason',
    headings:
      'program;programme;regime;sanctions program;sanctions regime;reason;reasons;grounds;legal basis;制裁项目;列入原因;原因;依据;理由;措施',
  },
  {
    means: 'note',
    headings: 'notes;note;remarks;remark;comments;comment;other information;statement of reasons;备注;说明;其他信息',
  },
  {
    means: 'name',
    headings:
      'name;full name;primary name;whole name;entity name;name of individual or entity;chinese name;party name;company name;person name;名称;姓名;中文名;中文名称;全名;单位名称;企业名称;公司名称;机构名称',
  },
  {
    means: 'name',
    isWhole: true,
    headings:
      '人名;组织名称;客户名称;客户姓名;供应商名称;客户;供应商;公司;企业;单位;交易对手;names;security;organisation name;organization name;customer name;client name;supplier name;caption;vendor name;company;organisation;organization;customer;client;supplier;vendor;party;counterparty;person',
  },
  { means: 'alias', isWhole: true, headings: 'short name;native name;其他名称;外文名称' },
  { means: 'kind', isWhole: true, headings: '对象;schema' },
  {
    means: 'birth_date',
    isWhole: true,
    headings: '成立时间;incorporation date;registration date;founding date;birth year',
  },
  { means: 'country', isWhole: true, headings: '地区;jurisdiction;region' },
  {
    means: 'number',
    scheme: 'idNumber',
    isWhole: true,
    headings: 'id no;identifier;identifiers;imo;imo number;证件编号',
  },
  { means: 'number', scheme: 'taxNumber', isWhole: true, headings: 'vat number' },
  { means: 'number', scheme: 'registrationNumber', isWhole: true, headings: '组织机构代码;ogrn' },
]
/** A table has at most one column of each of these. */
const single: readonly ColumnMeaning[] = ['id', 'name']
/** Headings in German, French, Spanish, Russian, Arabic and Japanese. */
const topics: Partial<Record<ColumnMeaning, readonly HeadingTopic[]>> = {
  name: ['name', 'company'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  alias: ['alias', 'short_name', 'english_name'],
  former_name: ['former_name'],
  kind: ['kind'],
  birth_date: ['birth_date', 'founded'],
  country: ['country'],
  address: ['address'],
  position: ['position'],
  reason: ['reason'],
  note: ['note'],
  id: ['id'],
}
const schemes: Partial<Record<NonNullable<MappedColumn['scheme']>, readonly HeadingTopic[]>> = {
  passportNumber: ['passport'],
  idNumber: ['id_number'],
  registrationNumber: ['registration'],
  taxNumber: ['tax'],
}
const knownMeanings = meanings.map(({ headings, ...rest }) => {
  const { means, scheme } = rest
  const others = (means === 'number' ? scheme && schemes[scheme] : topics[means]) ?? []
  return { ...rest, keys: [...headings.split(';'), ...headingsOf(...others)].map(headerKey).filter(Boolean) }
})

/** All known headings. */
export const partyHeadings: ReadonlySet<string> = new Set(knownMeanings.flatMap(({ keys }) => keys))
/** Headings of names alone: `Party` or `Company` next to a name is of something else. */
const nameKeys = new Set(
  knownMeanings.flatMap(({ means, keys, isWhole }) => (means === 'name' && !isWhole ? keys : [])),
)

type PartyColumn = Pick<MappedColumn, 'means' | 'scheme'>

/** Guesses the meaning of each column by its heading; undefined for unknown ones. */
export function guessPartyColumns(headings: readonly string[]): (PartyColumn | undefined)[] {
  const found = new Map<number, PartyColumn>()
  const keys = headings.map(headerKey)
  const isFree = (means: ColumnMeaning) =>
    !single.includes(means) || ![...found.values()].some(each => each.means === means)
  const tries: ((key: string, word: string, isWhole: boolean) => boolean)[] = [
    (key, word) => key === word,
    // Matches `Name 1` to `Name 6` and `Alias (2)`, and then longer words inside the heading.
    (key, word) => key.replace(/\d+$/, '') === word,
    (key, word, isWhole) => !isWhole && [...word].length >= (/[^\0-\u02ff]/.test(word) ? 2 : 4) && key.includes(word),
  ]
  // Tables of the United Kingdom have the family name in `Name 6` and the others in `Name 1` to `Name 5`.
  if (keys.includes('name1') && keys.includes('name6'))
    keys.forEach((key, at) => {
      if (/^name[1-6]$/.test(key)) found.set(at, { means: key === 'name6' ? 'last_name' : 'first_name', scheme: null })
    })
  for (const isAlike of tries)
    for (const { means, scheme = null, keys: words, isWhole = false } of knownMeanings)
      keys.forEach((key, at) => {
        if (key === '' || found.has(at) || !isFree(means)) return
        if (words.some(word => isAlike(key, word, isWhole))) found.set(at, { means, scheme })
      })
  const hasGiven = [...found].some(([at, { means }]) => means === 'first_name' && !middleKeys.has(keys[at] ?? ''))
  if (!hasGiven && [...found.values()].some(({ means }) => means === 'last_name'))
    for (const [at, column] of found)
      if (column.means === 'name' && givenKeys.has(keys[at] ?? '')) found.set(at, { ...column, means: 'first_name' })
  // A second column of names has further names of the party.
  for (const [at, key] of keys.entries())
    if (!found.has(at) && nameKeys.has(key)) found.set(at, { means: 'alias', scheme: null })
  return headings.map((_, at) => found.get(at))
}

/** Whether a word in a column can mean this: a type of party, a country (its code), or nothing. */
export const isMeaning = (means: ColumnMeaning, value: string): boolean =>
  value === '' || (means === 'kind' ? (partyKinds as readonly string[]).includes(value) : isCountry(value))

/** The meaning that a user gave to a word of the column; empty: it is left out. */
export const meaningOf = (text: string, meanings: Readonly<Record<string, string>> = {}): string | undefined =>
  Object.entries(meanings).find(([word]) => valueKey(word) === valueKey(text))?.[1]

/** The type of party that a cell names, by itself or by its given meaning; undefined if it names none. */
export const readKind = (text: string, meanings?: Readonly<Record<string, string>>): string | undefined =>
  kindOf(text) ?? (meaningOf(text, meanings) || undefined)
