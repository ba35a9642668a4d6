// The single definition of all schemes of identifiers, accounts and contact details. Reading, writing, checking and
// export use it.

import { type BilingualText, bilingual } from './bilingual.ts'
import type { PartyEntity } from './registry.ts'

type SchemeGroup = 'identifier' | 'account' | 'contact'

export type Scheme = {
  group: SchemeGroup
  label: BilingualText
  nouns: readonly PartyEntity[]
  /** The number is ambiguous without the country that issued it. */
  asksCountry?: boolean
  /**
   * Two records with the same value are one record, or one of them is wrong; within a country if `asksCountry` is set.
   */
  isUnique?: boolean
  /** A record has at most one number of this scheme at a time, so two different numbers mean two records. */
  isOnly?: boolean
  /**
   * The normal form of the values: capital letters and digits without separators. Values that do not match stay as
   * typed.
   */
  form?: RegExp
  /** Text that people write before the value and that is not part of it. */
  prefix?: RegExp
  /** The page that shows it; `{}` is the value. */
  page?: string
  /** Headings of columns in files that mean it, in lower case without spaces. */
  headings?: readonly string[]
  /** The FollowTheMoney property with the same meaning. */
  ftm?: string
  /** Names of the scheme in other files. */
  names?: readonly string[]
}

const both = ['og', 'person'] as const
const og = ['og'] as const
const person = ['person'] as const

const identifiers = {
  lei: {
    group: 'identifier',
    label: bilingual('LEI 编码', 'LEI'),
    nouns: og,
    isUnique: true,
    isOnly: true,
    form: /^[A-Z0-9]{18}\d{2}$/,
    page: 'https://search.gleif.org/#/record/{}',
    headings: ['lei', 'leicode', '法人识别编码', '全球法人识别编码'],
    ftm: 'leiCode',
    names: ['XI-LEI', 'GLEIF'],
  },
  uscc: {
    group: 'identifier',
    label: bilingual('统一社会信用代码', 'Chinese credit code (USCC)'),
    nouns: og,
    isUnique: true,
    isOnly: true,
    form: /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/,
    headings: ['uscc', 'usccode', '统一社会信用代码', '社会信用代码', '信用代码'],
    ftm: 'registrationNumber',
    names: ['CN-SAIC', 'CN-USCC'],
  },
  company_number: {
    group: 'identifier',
    label: bilingual('公司注册号', 'Company number'),
    nouns: og,
    asksCountry: true,
    isUnique: true,
    headings: ['companynumber', 'companyregistrationnumber', '公司注册号', '工商注册号', '注册号'],
    ftm: 'registrationNumber',
    names: ['registration', 'GB-COH', 'company'],
  },
  tax_number: {
    group: 'identifier',
    label: bilingual('税号', 'Tax number'),
    nouns: both,
    asksCountry: true,
    isUnique: true,
    headings: ['taxnumber', 'taxid', 'tin', '税号', '纳税人识别号'],
    ftm: 'taxNumber',
    names: ['tax', 'TIN'],
  },
  vat: {
    group: 'identifier',
    label: bilingual('增值税号', 'VAT number'),
    nouns: og,
    isUnique: true,
    form: /^[A-Z]{2}(?=.*\d)[0-9A-Z]{2,13}$/,
    headings: ['vat', 'vatnumber', 'vatid', 'vatcode', '增值税号'],
    ftm: 'vatCode',
    names: ['VATIN'],
  },
  inn: {
    group: 'identifier',
    label: bilingual('俄罗斯税号 (ИНН)', 'Russian INN (ИНН)'),
    nouns: both,
    isUnique: true,
    isOnly: true,
    form: /^(\d{10}|\d{12})$/,
    prefix: /^(INN|ИНН)/i,
    headings: ['inn', 'inncode', 'инн', '俄罗斯税号'],
    ftm: 'innCode',
    names: ['RU-INN'],
  },
  ogrn: {
    group: 'identifier',
    label: bilingual('俄罗斯注册号 (ОГРН)', 'Russian OGRN (ОГРН)'),
    nouns: og,
    isUnique: true,
    isOnly: true,
    form: /^(\d{13}|\d{15})$/,
    prefix: /^(OGRN|ОГРН)/i,
    headings: ['ogrn', 'ogrncode', 'огрн', '俄罗斯注册号'],
    ftm: 'ogrnCode',
    names: ['RU-OGRN'],
  },
  imo: {
    group: 'identifier',
    label: bilingual('IMO 编号', 'IMO number'),
    nouns: og,
    isUnique: true,
    form: /^\d{7}$/,
    prefix: /^IMO/i,
    headings: ['imo', 'imonumber', 'imo编号'],
    ftm: 'imoNumber',
  },
  duns: {
    group: 'identifier',
    label: bilingual('邓白氏编码', 'D-U-N-S number'),
    nouns: og,
    isUnique: true,
    isOnly: true,
    form: /^\d{9}$/,
    headings: ['duns', 'dunsnumber', 'dunscode', '邓白氏编码', '邓白氏编号'],
    ftm: 'dunsCode',
    names: ['US-DUNS', 'DUNS'],
  },
  isin: {
    group: 'identifier',
    label: bilingual('ISIN 证券编码', 'ISIN'),
    nouns: og,
    isUnique: true,
    form: /^[A-Z]{2}[A-Z0-9]{9}\d$/,
    headings: ['isin', 'isincode', '证券编码'],
    ftm: 'isinCode',
  },
  bic: {
    group: 'identifier',
    label: bilingual('银行识别代码 (BIC)', 'BIC (SWIFT)'),
    nouns: og,
    isUnique: true,
    form: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
    headings: ['bic', 'swift', 'swiftbic', 'swiftcode', 'biccode', '银行识别代码'],
    ftm: 'swiftBic',
    names: ['SWIFT'],
  },
  cik: {
    group: 'identifier',
    label: bilingual('美国证交会编号 (CIK)', 'CIK (US SEC)'),
    nouns: og,
    isUnique: true,
    isOnly: true,
    form: /^\d{1,10}$/,
    ftm: 'cikCode',
    names: ['US-SEC'],
  },
  wikidata: {
    group: 'identifier',
    label: bilingual('Wikidata 编号', 'Wikidata id'),
    nouns: both,
    isUnique: true,
    isOnly: true,
    form: /^Q[1-9]\d*$/,
    prefix: /^(https?:\/\/)?(www\.|m\.)?wikidata\.org\/(wiki|entity)\//i,
    page: 'https://www.wikidata.org/wiki/{}',
    headings: ['wikidata', 'wikidataid', 'wikidataqid', 'qid', 'wikidata编号'],
    ftm: 'wikidataId',
  },
  passport: {
    group: 'identifier',
    label: bilingual('护照号', 'Passport number'),
    nouns: person,
    asksCountry: true,
    isUnique: true,
    headings: ['passport', 'passportnumber', 'passportno', '护照', '护照号', '护照号码'],
    ftm: 'passportNumber',
  },
  national_id: {
    group: 'identifier',
    label: bilingual('身份证号', 'National id'),
    nouns: person,
    asksCountry: true,
    isUnique: true,
    isOnly: true,
    headings: ['nationalid', 'nationalidnumber', 'idnumber', 'identitycard', '身份证', '身份证号', '身份证号码'],
    ftm: 'idNumber',
    names: ['national id', 'id card'],
  },
  /** Any other number; its label names the kind. */
  other: { group: 'identifier', label: bilingual('其他编号', 'Other identifier'), nouns: both },
} as const satisfies Record<string, Scheme>

const accounts = {
  twitter: {
    group: 'account',
    label: bilingual('X (Twitter)', 'X (Twitter)'),
    nouns: both,
    prefix: /^(https?:\/\/)?(www\.|mobile\.)?(twitter|x)\.com\/|^@/i,
    page: 'https://x.com/{}',
    names: ['x'],
  },
  facebook: {
    group: 'account',
    label: bilingual('Facebook', 'Facebook'),
    nouns: both,
    prefix: /^(https?:\/\/)?(www\.|m\.)?(facebook|fb)\.com\/(?=[A-Za-z\d.]+\/?$)|^@/i,
    page: 'https://www.facebook.com/{}',
    names: ['fb'],
  },
  youtube: {
    group: 'account',
    label: bilingual('YouTube', 'YouTube'),
    nouns: both,
    names: ['youtube channel'],
  },
  linkedin: {
    group: 'account',
    label: bilingual('领英', 'LinkedIn'),
    nouns: both,
    headings: ['linkedin', 'linkedinurl', '领英'],
    names: ['linkedin'],
  },
  instagram: {
    group: 'account',
    label: bilingual('Instagram', 'Instagram'),
    nouns: both,
    prefix: /^(https?:\/\/)?(www\.)?instagram\.com\/|^@/i,
    page: 'https://www.instagram.com/{}',
    headings: ['instagram', 'instagramurl'],
  },
  telegram: {
    group: 'account',
    label: bilingual('Telegram', 'Telegram'),
    nouns: both,
    prefix: /^(https?:\/\/)?(www\.)?(t\.me|telegram\.me)\/|^@/i,
    page: 'https://t.me/{}',
    headings: ['telegram', 'telegramurl'],
  },
  vk: {
    group: 'account',
    label: bilingual('VK', 'VK'),
    nouns: both,
    prefix: /^(https?:\/\/)?(www\.|m\.)?vk\.(com|ru)\/|^@/i,
    page: 'https://vk.com/{}',
    headings: ['vk', 'vkontakte'],
    names: ['vkontakte'],
  },
  wechat: { group: 'account', label: bilingual('微信', 'WeChat'), nouns: both, headings: ['wechat', '微信', '微信号'] },
  weibo: {
    group: 'account',
    label: bilingual('微博', 'Weibo'),
    nouns: both,
    prefix: /^(https?:\/\/)?(www\.|m\.)?weibo\.(com|cn)\/(?!u\/)|^@/i,
    page: 'https://weibo.com/{}',
    headings: ['weibo', '微博'],
  },
  wiki: { group: 'account', label: bilingual('百科', 'Wiki'), nouns: both, names: ['wikipedia'] },
} as const satisfies Record<string, Scheme>

const contacts = {
  phone: {
    group: 'contact',
    label: bilingual('电话', 'Phone'),
    nouns: both,
    headings: ['phone', 'tel', 'telephone', 'phonenumber', '电话', '联系电话'],
    ftm: 'phone',
    names: ['voice', 'cell', 'mobile', 'tel'],
  },
  fax: { group: 'contact', label: bilingual('传真', 'Fax'), nouns: both, headings: ['fax', '传真'] },
  mail: {
    group: 'contact',
    label: bilingual('邮箱', 'E-mail'),
    nouns: both,
    headings: ['mail', 'email', 'emailaddress', '电子邮箱', '邮箱'],
    ftm: 'email',
    names: ['email'],
  },
  website: {
    group: 'contact',
    label: bilingual('网站', 'Web site'),
    nouns: both,
    ftm: 'website',
    names: ['url', 'homepage'],
  },
  address: {
    group: 'contact',
    label: bilingual('地址', 'Address'),
    nouns: both,
    headings: ['address', 'postaladdress', 'streetaddress', 'registeredaddress', '地址', '注册地址', '通讯地址'],
    ftm: 'address',
    names: ['postal'],
  },
  contact: { group: 'contact', label: bilingual('其他联系方式', 'Other contact'), nouns: both },
} as const satisfies Record<string, Scheme>

export type IdentifierScheme = keyof typeof identifiers
export type ContactScheme = keyof typeof accounts | keyof typeof contacts

export const identifierSchemes: Readonly<Record<IdentifierScheme, Scheme>> = identifiers
export const contactSchemes: Readonly<Record<ContactScheme, Scheme>> = { ...contacts, ...accounts }

export const identifierSchemeNames = Object.keys(identifiers) as IdentifierScheme[]
export const contactSchemeNames = Object.keys(contactSchemes) as ContactScheme[]

const all: Readonly<Record<string, Scheme>> = { ...identifierSchemes, ...contactSchemes }

export const schemeNames: readonly string[] = Object.keys(all)

const schemeByName = new Map(
  Object.entries(all).flatMap(([key, { names = [], label }]) =>
    [key, ...names, ...Object.values(label)].map(name => [name.toLowerCase(), key] as const),
  ),
)

/** The key of the scheme that other files call by this name; undefined if unknown. */
export const schemeOfName = (name: string): string | undefined => schemeByName.get(name.trim().toLowerCase())

/** The scheme with this key; undefined if unknown. */
export const schemeOf = (scheme: string): Scheme | undefined => (Object.hasOwn(all, scheme) ? all[scheme] : undefined)
