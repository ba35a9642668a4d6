import * as z from 'zod/mini'
import { NewOg, type OgField, ogFields } from '#contract/og.ts'
import { editors } from '#contract/role.ts'
import type { Found, ImportKit, KitField, Missing, Values } from '#server/features/import/import.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { insertRecords, updateRecords } from '#server/platform/record-rows.ts'
import { ensureCategories, findCategories, findOgsByKeys } from './import-queries.ts'
import { ogLabels } from './labels.ts'
import { ogTable } from './queries.ts'

/** A column of an organisation that files may fill; `also` are the other names people give it. */
function field(
  name: OgField,
  kind: KitField['kind'],
  empty: unknown,
  also: string[],
  more: Partial<KitField> = {},
): KitField {
  return {
    name,
    kind,
    empty,
    headers: also,
    labels: ogLabels[name as keyof typeof ogLabels],
    schema: NewOg.shape[name],
    ...more,
  }
}

const fields: KitField[] = [
  {
    name: 'id',
    kind: 'integer',
    canMatch: true,
    empty: undefined,
    headers: [],
    labels: ogLabels.id,
    schema: z.int().check(z.positive()),
  },
  field(
    'name',
    'text',
    null,
    [
      'security',
      'organisation',
      'organization',
      'company',
      'companyname',
      'organisationname',
      'organizationname',
      'title',
      '组织',
      '组织名称',
      '机构',
      '机构名称',
      '公司',
      '公司名称',
      '单位名称',
      '企业名称',
      '中文名称',
    ],
    { required: true, canMatch: true },
  ),
  field('eng_name', 'text', null, ['english', 'englishtitle', 'nameen', '英文', '英文名', '外文名称']),
  field('aliases', 'list', [], ['alias', 'othernames', 'aka', 'shortname', '简称', '又名', '曾用名']),
  field(
    'external_id',
    'text',
    null,
    [
      'externalid',
      'committeeid',
      'cik',
      'symbol',
      'ticker',
      'lei',
      'code',
      'registrationnumber',
      '编号',
      '代码',
      '统一社会信用代码',
      '股票代码',
    ],
    { canMatch: true },
  ),
  {
    name: 'website',
    kind: 'url',
    empty: undefined,
    headers: ['url', 'web', 'site', 'homepage', 'link', '官网', '网站', '主页', '链接'],
    labels: ogLabels.website,
    schema: NewOg.shape.entrances._zod.def.innerType._zod.def.element,
  },
  field('host', 'host', null, ['hostname', 'domain', '主机名', '域名'], { canMatch: true }),
  field('entrances', 'list', [], ['entrance', 'starturls', 'urls', '入口'], { isAddress: true }),
  {
    ...field('category_id', 'category', null, [
      'gicssector',
      'type',
      'sector',
      'industry',
      'cate',
      'kind',
      '分类',
      '类型',
      '行业',
    ]),
    schema: z.string().check(z.minLength(1), z.maxLength(60)),
  },
  field('danger_level', 'danger_level', '待定', ['danger', 'risk', 'risklevel', '等级', '风险等级']),
  field('region', 'region', null, [
    'country',
    'countrycode',
    'countryregion',
    'nation',
    '国家',
    '国家地区',
    '国别',
    '所在地区',
    'jurisdictioncountry',
    'countryofincorporation',
    'incorporationcountry',
    'domicile',
    '注册地',
    '注册国',
    '总部所在地',
    '国家或地区',
  ]),
  field('register_time', 'date', null, [
    'founded',
    'established',
    'incorporated',
    'registertime',
    'registrationdate',
    'foundingdate',
    '注册时间',
    '成立日期',
    '注册日期',
    '创立时间',
  ]),
  field('scale', 'text', null, ['size', 'employees', 'members', '人数', '员工数']),
  field('weight', 'integer', 0, ['score', 'priority', '评分', '重要性']),
  field('desc', 'long_text', null, ['summary', 'about', 'notes', 'jurisdiction', '描述', '说明', '介绍', '备注']),
  field('twitter', 'text', null, ['x', 'twitterurl', '推特']),
  field('facebook', 'text', null, ['facebookurl', '脸书']),
  field('youtube', 'text', null, ['youtubeurl', 'youtubechannel']),
  field('version_keep', 'integer', 0, ['keepversions', '版本数']),
  field('forbidden_rules', 'list', [], ['rules', '规则', '禁止规则']),
]

/** Organisations out of files. */
export const ogImport: ImportKit = {
  noun: 'og',
  roles: editors,
  fields,
  matchOn: ['id', 'external_id', 'name'],
  matchKey: (name, value) => {
    const text = String(value).normalize('NFKC').trim()
    return name === 'external_id' ? text : text.toLowerCase()
  },
  find: findOgsByKeys,
  settle,
  resolveLinks,
  insert,
  update,
}

/** A web site is one more entrance, and the host where no column gives one. */
function settle(values: Values, before: Values | undefined): Values {
  const { website, id: _, ...rest } = values
  if (typeof website !== 'string') return rest
  const entrances = (rest.entrances ?? before?.entrances ?? []) as string[]
  return {
    ...rest,
    entrances: entrances.includes(website) ? entrances : [...entrances, website],
    host: rest.host ?? hostOf(website) ?? before?.host ?? null,
  }
}

/** The host as the contract takes it; what it does not take, no host. */
function hostOf(website: string): string | undefined {
  const host = NewOg.shape.host.safeParse(new URL(website).hostname)
  return host.success ? (host.data ?? undefined) : undefined
}

const nameKey = (name: unknown) => String(name).normalize('NFKC').trim().toLowerCase()

async function resolveLinks(ctx: Ctx, all: Values[]): Promise<Missing[]> {
  const known = new Map((await findCategories(ctx)).map(({ name }) => [nameKey(name), name]))
  const missing = new Map<string, Missing>()
  for (const values of all) {
    if (typeof values.category_id !== 'string') continue
    const key = nameKey(values.category_id)
    const name = known.get(key) ?? missing.get(key)?.name
    if (name === undefined) missing.set(key, { noun: 'og_cate', name: values.category_id })
    else values.category_id = name
  }
  return [...missing.values()]
}

async function stored(ctx: Ctx, all: Values[]): Promise<Values[]> {
  const names = all.flatMap(({ category_id }) => (typeof category_id === 'string' ? [category_id] : []))
  const ids = await ensureCategories(ctx, names, nameKey)
  return all.map(values =>
    typeof values.category_id === 'string'
      ? { ...values, category_id: ids.get(nameKey(values.category_id)) ?? null }
      : values,
  )
}

async function insert(
  ctx: Ctx,
  all: Values[],
  access: { read_user: number[]; write_user: number[] },
): Promise<number[]> {
  const rows = (await stored(ctx, all)).map(values => ({ ...defaults, ...values, ...access }))
  return await insertRecords(ctx, ogTable, rows)
}

const defaults: Values = Object.fromEntries(
  ogFields.map(name => [name, fields.find(each => each.name === name)?.empty ?? null]),
)

async function update(ctx: Ctx, all: { found: Found; values: Values }[]): Promise<void> {
  const after = await stored(
    ctx,
    all.map(({ values }) => values),
  )
  await updateRecords(
    ctx,
    ogTable,
    all.map(({ found }, n) => ({ before: { ...found.stored, id: found.id, rev: found.rev }, values: after[n] ?? {} })),
  )
}
