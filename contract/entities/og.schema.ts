import * as z from 'zod/mini'
import * as field from '../field.ts'
import { readAddress } from '../web-address.ts'
import { Required } from '../wire.ts'
import * as party from './party.schema.ts'

/**
 * The five danger levels, most serious first. The values come from the specification and are used unchanged in the API.
 */
export const dangerLevels = ['受制裁', '一类', '二类', '中性', '待定'] as const
export type DangerLevel = (typeof dangerLevels)[number]
export const DangerLevelValue = z.enum(dangerLevels)

/**
 * Normalises a literal address as it appears in page addresses: IPv6 in brackets and in short form. Names stay
 * unchanged.
 */
function asUrlHost(text: string): string {
  if (!/^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/.test(text)) return text
  return readAddress(`http://[${text.replace(/^\[|\]$/g, '')}]/`)?.hostname ?? text
}

const hostName = /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/**
 * Accepts a literal address only if parsing leaves it unchanged, which excludes octal, short and out-of-range forms.
 */
function isHost(text: string): boolean {
  const isLiteral = text.startsWith('[') || /^[\d.]+$/.test(text)
  return isLiteral ? readAddress(`http://${text}/`)?.hostname === text : hostName.test(text)
}

/** A host name or a literal address, without scheme, path or port. */
export const Host = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.overwrite(asUrlHost),
    z.refine(isHost, { params: { code: 'host' } }),
  )

/**
 * A pattern of addresses that are never fetched: a glob (`/private/*`, `*.zip`) or `re:` and an RE2 expression (linear
 * time: no look-around, no back-references). Obvious faults are reported here; the server compiles the expression.
 */
export const ForbiddenRule = Required(500).check(z.refine(isRule, { params: { code: 'rule' } }))

function isRule(text: string): boolean {
  if (!text.startsWith('re:')) return true
  const expression = text.slice(3)
  if (expression === '' || /\(\?<?[=!]|\\[1-9]|\\k</.test(expression.replace(/\\[^1-9k]/g, ''))) return false
  try {
    new RegExp(expression.replace(/^\(\?[imsU]+\)/, '').replaceAll('(?P<', '(?<'))
    return true
  } catch {
    return false
  }
}

/** Labels of the levels. Chinese uses the values of the specification. */
const dangerLevelWords: Record<DangerLevel, field.BilingualText> = {
  受制裁: field.bilingual('受制裁', 'Sanctioned'),
  一类: field.bilingual('一类', 'Class 1'),
  二类: field.bilingual('二类', 'Class 2'),
  中性: field.bilingual('中性', 'Neutral'),
  待定: field.bilingual('待定', 'Pending'),
}

/** Fields of an organisation, in the order of its form. `null` clears a field. */
export const ogSchema = {
  name: field.name(200, {
    label: field.bilingual('名称', 'Name'),
    section: 'basics',
    headings: [
      ...['security', 'organisation', 'organization', 'company', 'companyname', 'organisationname'],
      ...['organizationname', 'title', '组织', '组织名称', '机构', '机构名称', '公司', '公司名称', '单位名称'],
      ...['企业名称', '中文名称'],
    ],
    ftm: 'name',
  }),
  eng_name: field.text(200, {
    label: field.bilingual('英文名称', 'English name'),
    section: 'basics',
    headings: ['english', 'englishtitle', 'nameen', '英文', '英文名', '外文名称'],
    column: { width: 200 },
    likeness: 'alias',
    ftm: 'name',
  }),
  danger_level: field.field(
    { kind: 'choice', read: DangerLevelValue, write: DangerLevelValue, empty: '待定' },
    {
      isOurs: true,
      label: field.bilingual('危险等级', 'Danger level'),
      section: 'basics',
      choices: dangerLevelWords,
      headings: ['danger', 'risk', 'risklevel', '等级', '风险等级'],
    },
  ),
  category_id: field.record({
    label: field.bilingual('类别', 'Category'),
    section: 'basics',
    headings: ['gicssector', 'type', 'sector', 'industry', 'cate', 'kind', '分类', '类型', '行业'],
    isFact: true,
  }),
  region: field.region({
    label: field.bilingual('地区', 'Region'),
    section: 'basics',
    headings: [
      ...['country', 'countrycode', 'countryregion', 'nation', '国家', '地区', '国家地区', '国别', '所在地区'],
      ...['jurisdictioncountry', 'countryofincorporation', 'incorporationcountry', 'domicile', '注册地', '注册国'],
      ...['总部所在地', 'countryorregion'],
    ],
    ftm: 'country',
  }),
  weight: field.rating({
    isOurs: true,
    label: field.bilingual('权重', 'Weight'),
    section: 'basics',
    hint: field.bilingual('团队自己的评分，0–100', 'The team’s own rating, 0–100'),
    headings: ['score', 'priority', '评分', '重要性'],
    isFact: true,
  }),
  legal_form: field.text(200, {
    label: field.bilingual('组织形式', 'Legal form or type'),
    isSearched: true,
    section: 'basics',
    headings: ['legalform', 'legaltype', '法律形式', 'companytype', 'entitytype', '企业类型', '公司类型'],
    isFact: true,
    column: { width: 130 },
    ftm: 'legalForm',
  }),
  register_time: field.date({
    label: field.bilingual('成立时间', 'Founded'),
    section: 'basics',
    headings: [
      ...['founded', 'established', 'incorporated', 'registertime', 'registrationdate', 'foundingdate'],
      ...['注册时间', '成立日期', '注册日期', '创立时间'],
    ],
    isFact: true,
    column: { width: 110 },
    likeness: 'date',
    ftm: 'incorporationDate',
  }),
  scale: field.text(100, {
    label: field.bilingual('规模', 'Scale'),
    isSearched: true,
    section: 'basics',
    headings: ['size', 'employees', 'members', '人数', '员工数'],
    isFact: true,
    column: { width: 120 },
  }),
  aliases: field.texts(200, 50, {
    label: field.bilingual('别名', 'Aliases'),
    section: 'basics',
    hint: field.bilingual('每行一个别名，查找时也会匹配', 'One alias per line; searches match them too'),
    headings: ['alias', 'othernames', 'aka', 'shortname', '简称', '又名', '曾用名'],
    isFact: true,
    likeness: 'alias',
    ftm: 'alias',
  }),
  alias_notes: party.aliasNotes(),
  icon: field.icon({ label: field.bilingual('图标', 'Icon'), section: 'basics' }),
  picture: party.picture(),
  desc: field.longText(20_000, {
    label: field.bilingual('简介', 'Description'),
    isSearched: true,
    section: 'basics',
    headings: ['summary', 'about', 'notes', 'jurisdiction', '描述', '说明', '介绍', '备注'],
    ftm: 'description',
  }),
  host: field.field(
    { kind: 'host', read: z.nullable(z.string()), write: z.nullable(Host), empty: null },
    {
      label: field.bilingual('网站主机', 'Site host'),
      isSearched: true,
      section: 'site',
      hint: field.bilingual('例如 www.example.org，不带 http://', 'Such as www.example.org, without http://'),
      headings: ['hostname', 'domain', '主机', '主机名', '域名'],
      isKey: true,
      isFact: true,
      likeness: 'host',
    },
  ),
  version_keep: field.field(
    { kind: 'integer', read: z.int(), write: z.int().check(z.minimum(0), z.maximum(10_000)), empty: 0 },
    {
      isOurs: true,
      label: field.bilingual('保留版本数', 'Versions kept'),
      section: 'site',
      hint: field.bilingual('0 表示全部保留', '0 keeps all'),
      range: [0, 10_000],
      headings: ['keepversions', '版本数'],
    },
  ),
  entrances: field.addresses(100, {
    isOurs: true,
    label: field.bilingual('入口网址', 'Start URLs'),
    section: 'site',
    hint: field.bilingual('每行一个网址，从这里开始抓取', 'One URL per line; fetching starts here'),
    headings: ['entrance', 'entrances', 'starturls', 'urls', '入口'],
    likeness: 'host',
  }),
  forbidden_rules: field.field(
    {
      kind: 'texts',
      read: z.array(z.string()),
      write: z.array(ForbiddenRule).check(z.maxLength(200)),
      empty: [],
    },
    {
      isOurs: true,
      label: field.bilingual('禁止抓取规则', 'Forbidden rules'),
      section: 'site',
      hint: field.bilingual(
        '每行一条，不会抓取：/private/*、*.zip，或 re: 加正则表达式',
        'One per line, never fetched: /private/*, *.zip, or re: and a regular expression',
      ),
      headings: ['rules', '规则', '禁止规则'],
    },
  ),
  twitter: field.text(200, {
    scheme: 'twitter',
    label: field.bilingual('Twitter', 'Twitter'),
    section: 'links',
    headings: ['x', 'twitterurl', '推特'],
    isFact: true,
    likeness: 'account',
  }),
  facebook: field.text(200, {
    scheme: 'facebook',
    label: field.bilingual('Facebook', 'Facebook'),
    section: 'links',
    headings: ['facebookurl', '脸书'],
    isFact: true,
    likeness: 'account',
  }),
  youtube: field.text(200, {
    scheme: 'youtube',
    label: field.bilingual('YouTube', 'YouTube'),
    section: 'links',
    headings: ['youtubeurl', 'youtubechannel'],
    isFact: true,
    likeness: 'account',
  }),
  external_id: field.text(100, {
    label: field.bilingual('外部编号', 'External id'),
    isSearched: true,
    section: 'links',
    hint: field.bilingual('在其他系统中的编号，导入时用来对应', 'Its id in another system; imports match by it'),
    headings: [
      ...['externalid', 'committeeid', 'cik', 'symbol', 'ticker', 'code', 'registrationnumber'],
      ...['编号', '代码', '股票代码'],
    ],
    isKey: true,
    isFact: true,
    column: { width: 130, isMono: true },
    likeness: 'identifier',
  }),
  identifiers: party.identifiers(),
  contacts: party.contacts(),
  version: field.count({ label: field.bilingual('已审版本', 'Reviewed version') }),
  new_version: field.count({ label: field.bilingual('最新版本', 'Latest version') }),
  custom: field.custom(),
  ...field.recordFields,
} as const satisfies field.Fields
