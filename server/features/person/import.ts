import * as z from 'zod/mini'
import { NewPerson, type PersonField, personOwnFields } from '#contract/person.ts'
import { editors } from '#contract/role.ts'
import type { Found, ImportKit, KitField, Values } from '#server/features/import/import.ts'
import { linkedOf, linkNames, type NamedOgs, nameKey, suggestOgs } from '#server/features/og/og.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Change } from '#server/platform/history.ts'
import { insertRecords, updateRecords } from '#server/platform/record-rows.ts'
import { findPersonsByKeys } from './import-queries.ts'
import { personLabels } from './labels.ts'
import { addMemberships, type NewLink } from './membership-queries.ts'
import { personTable } from './queries.ts'

/** A column of a person that files may fill; `headers` are the other names people give it. */
function field(
  name: PersonField,
  kind: KitField['kind'],
  empty: unknown,
  headers: string[],
  more: Partial<KitField> = {},
): KitField {
  return { name, kind, empty, headers, labels: personLabels[name as 'name'], schema: NewPerson.shape[name], ...more }
}

const OgNames = z.array(z.string().check(z.maxLength(300))).check(z.maxLength(200))

const fields: KitField[] = [
  {
    name: 'id',
    kind: 'integer',
    canMatch: true,
    empty: undefined,
    headers: [],
    labels: personLabels.id,
    schema: z.int().check(z.positive()),
  },
  field('name', 'text', null, ['fullname', 'person', 'personname', '人物', '人物姓名', '名字', '中文名'], {
    required: true,
    canMatch: true,
  }),
  field('aliases', 'list', [], ['alias', 'aka', 'othernames', 'englishname', '英文名', '曾用名', '又名']),
  field(
    'external_id',
    'text',
    null,
    ['externalid', 'bioguide', 'bioguideid', 'personid', 'wikidata', 'code', '编号', '证件号'],
    { canMatch: true },
  ),
  field('birth_time', 'date', null, ['birthday', 'birthdate', 'dateofbirth', 'dob', '生日', '出生时间', '出生年月']),
  field('position', 'text', null, ['title', 'job', 'jobtitle', 'post', '职位', '头衔']),
  field('work_state', 'text', null, ['workstatus', 'state of work', '在职状态']),
  {
    name: 'ogs',
    kind: 'og_list',
    empty: undefined,
    headers: [
      'organisation',
      'organization',
      'organizations',
      'company',
      'employer',
      'committees',
      'memberships',
      '组织',
      '单位',
      '公司',
      '任职机构',
    ],
    labels: personLabels.ogs,
    schema: OgNames,
  },
  field('labels', 'list', [], ['label', 'tags', 'tag', 'party', '标记', '党派']),
  field('region', 'region', null, [
    'country',
    'countrycode',
    'nationality',
    'citizenship',
    'nation',
    '国家',
    '国籍',
    '国别',
    '国家地区',
    '国家或地区',
  ]),
  field('score', 'integer', 0, ['rating', 'weight', 'priority', '分数', '重要性']),
  field('is_focus', 'boolean', false, ['focus', 'isfocus', '重点', '是否重点']),
  field('desc_sum', 'long_text', null, ['summary', 'headline', '概要', '一句话简介']),
  field('desc', 'long_text', null, ['description', 'bio', 'biography', 'about', 'notes', '描述', '介绍', '备注']),
  field('website', 'url', null, ['url', 'web', 'site', 'homepage', '网站', '主页', '官网']),
  field('wiki', 'text', null, ['wikipedia', 'wikipediaurl', '维基']),
  field('twitter', 'text', null, ['x', 'twitterurl', '推特']),
  field('facebook', 'text', null, ['facebookurl', '脸书']),
  field('phone_number', 'text', null, ['phone', 'tel', 'telephone', 'mobile', '手机', '联系电话']),
  field('mail', 'text', null, ['email', 'emailaddress', '电子邮箱', '邮件'], { canMatch: true }),
  field('og_names', 'list', [], ['ognames', 'otherorganisations', '其他组织']),
]

/** Persons out of files. */
export const personImport: ImportKit = {
  noun: 'person',
  roles: editors,
  fields,
  // A name comes last: two persons may share it, and a different identifier says that they do.
  matchOn: ['id', 'external_id', 'mail', 'name'],
  matchKey: (name, value) => (name === 'name' || name === 'mail' ? nameKey(String(value)) : String(value).trim()),
  find: findPersonsByKeys,
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

type Link = { og_id: number; role: string | null; start_time: string | null; end_time: string | null }

/** Organisations found become memberships beside those there are; the rest stay names. A file takes none away. */
function settle({ ogs, id: _, ...values }: Values, before: Values | undefined): Values {
  const named = ogs as NamedOgs | undefined
  if (!named || Array.isArray(named)) return values
  const own = (before?.memberships ?? []) as Link[]
  const memberships = [...own]
  for (const { og_id, role } of named.found)
    if (!memberships.some(link => link.og_id === og_id && (link.role === role || role === null)))
      memberships.push({ og_id, role, start_time: null, end_time: null })
  const names = (values.og_names ?? before?.og_names ?? []) as string[]
  return { ...values, memberships, og_names: [...new Set([...names, ...named.kept])].slice(0, 200) }
}

const defaults: Values = Object.fromEntries(
  personOwnFields.map(name => [name, fields.find(each => each.name === name)?.empty ?? null]),
)

async function insert(
  ctx: Ctx,
  all: Values[],
  access: { read_user: number[]; write_user: number[] },
): Promise<number[]> {
  const links = all.map(values => (values.memberships ?? []) as Link[])
  const rows = all.map(({ memberships: _, ...values }) => ({ ...defaults, education: [], ...values, ...access }))
  const ids = await insertRecords(ctx, personTable, rows, n => linkChanges([], links[n] ?? []))
  await addMemberships(
    ctx,
    links.flatMap((own, n): NewLink[] => own.map(({ og_id, role }) => ({ person_id: ids[n]!, og_id, role }))),
  )
  return ids
}

function linkChanges(from: Link[], to: Link[]): Change[] {
  return to.length > from.length ? [{ field: 'memberships', from, to }] : []
}

async function update(ctx: Ctx, all: { found: Found; values: Values }[]): Promise<void> {
  const changed = all.map(({ found, values: { memberships, ...values } }) => {
    const own = (found.values.memberships ?? []) as Link[]
    const links = (memberships ?? own) as Link[]
    return { found, values, fresh: links.slice(own.length), linked: linkChanges(own, links) }
  })
  await addMemberships(
    ctx,
    changed.flatMap(({ found, fresh }) => fresh.map(({ og_id, role }) => ({ person_id: found.id, og_id, role }))),
  )
  await updateRecords(
    ctx,
    personTable,
    changed.map(({ found, values, linked }) => ({
      before: { ...found.stored, id: found.id, rev: found.rev },
      values,
      linked,
    })),
  )
}
