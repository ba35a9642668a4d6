import * as z from 'zod/mini'
import * as field from '../field.ts'
import { PartialDate, Required, Text } from '../wire.ts'
import * as party from './party.schema.ts'

/** One stage of education; dates may be partial. */
export const Education = z.strictObject({
  school: Required(200),
  degree: z.nullable(Text(200)),
  from: z.nullable(PartialDate),
  to: z.nullable(PartialDate),
})
export type Education = z.output<typeof Education>

/** The same in replies, without limits, because values stored under earlier limits are returned too. */
const EducationRead = z.strictObject({
  school: z.string(),
  degree: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})

/** The values of FollowTheMoney. */
export const genders = ['male', 'female', 'other'] as const
export type Gender = (typeof genders)[number]
const genderWords: Record<Gender, field.BilingualText> = {
  male: field.bilingual('男', 'Male'),
  female: field.bilingual('女', 'Female'),
  other: field.bilingual('其他', 'Other'),
}

/** Fields of a person, in the order of its form. `null` clears a field. */
export const personSchema = {
  name: field.name(200, {
    label: field.bilingual('姓名', 'Name'),
    section: 'basics',
    headings: ['fullname', 'person', 'personname', '人物', '人物姓名', '名字', '中文名'],
    ftm: 'name',
  }),
  birth_time: field.date({
    label: field.bilingual('出生日期', 'Born'),
    section: 'basics',
    headings: ['birthday', 'birthdate', 'dateofbirth', 'dob', '生日', '出生时间', '出生年月'],
    isFact: true,
    column: { width: 110 },
    likeness: 'date',
    ftm: 'birthDate',
  }),
  death_time: field.date({
    label: field.bilingual('逝世日期', 'Died'),
    section: 'basics',
    headings: ['deathdate', 'dateofdeath', 'died', 'dod', '去世日期', '死亡日期', '卒年', '逝世时间'],
    isFact: true,
    column: { width: 110 },
    ftm: 'deathDate',
  }),
  gender: field.field(
    { kind: 'choice', read: z.nullable(z.string()), write: z.nullable(z.enum(genders)), empty: null },
    {
      label: field.bilingual('性别', 'Gender'),
      section: 'basics',
      choices: genderWords,
      headings: ['gender', 'sex'],
      isFact: true,
      column: { width: 80 },
      ftm: 'gender',
    },
  ),
  region: field.region({
    label: field.bilingual('地区', 'Region'),
    section: 'basics',
    headings: [
      ...['country', 'countrycode', 'nationality', 'citizenship', 'nation', 'countryorregion'],
      ...['国家', '地区', '国籍', '国别', '国家地区'],
    ],
    ftm: 'country',
  }),
  score: field.rating({
    isOurs: true,
    label: field.bilingual('评分', 'Score'),
    section: 'basics',
    hint: field.bilingual('团队自己的评分，0–100', 'The team’s own rating, 0–100'),
    headings: ['rating', 'weight', 'priority', '分数', '重要性'],
    isFact: true,
  }),
  is_focus: field.flag({
    isOurs: true,
    label: field.bilingual('重点人物', 'Focus person'),
    section: 'basics',
    hint: field.bilingual(
      '重点人物默认显示在“重点人物”列表中',
      'Focus persons are shown in the “Focus persons” list by default',
    ),
    headings: ['focus', 'isfocus', '重点', '是否重点'],
  }),
  icon: field.icon({ label: field.bilingual('照片', 'Photo'), section: 'basics' }),
  picture: party.picture(),
  labels: field.texts(60, 100, {
    isOurs: true,
    label: field.bilingual('标签', 'Labels'),
    isSearched: true,
    section: 'basics',
    hint: field.bilingual('输入后按 Enter；可从已有标签中选择', 'Press Enter after each, or choose from those in use'),
    headings: ['label', 'tags', 'tag', 'party', '标记', '党派'],
    isFact: true,
    likeness: 'labels',
    ftm: 'keywords',
  }),
  aliases: field.texts(200, 50, {
    label: field.bilingual('别名', 'Aliases'),
    section: 'basics',
    hint: field.bilingual('每行一个别名，查找时也会匹配', 'One alias per line; searches match them too'),
    headings: ['alias', 'aka', 'othernames', 'englishname', '英文名', '曾用名', '又名'],
    isFact: true,
    column: { width: 180 },
    likeness: 'alias',
    ftm: 'alias',
  }),
  alias_notes: party.aliasNotes(),
  desc_sum: field.longText(500, {
    label: field.bilingual('摘要', 'Summary'),
    isSearched: true,
    section: 'basics',
    hint: field.bilingual('一两句话，显示在列表和卡片中', 'A sentence or two, shown in lists and on cards'),
    headings: ['summary', 'headline', '概要', '一句话简介'],
    column: { width: 260 },
    ftm: 'summary',
  }),
  desc: field.longText(20_000, {
    label: field.bilingual('简介', 'Description'),
    isSearched: true,
    section: 'basics',
    headings: ['description', 'bio', 'biography', 'about', 'notes', '描述', '介绍', '备注'],
    ftm: 'description',
  }),
  position: field.text(200, {
    label: field.bilingual('职务', 'Position'),
    isSearched: true,
    section: 'work',
    headings: ['title', 'job', 'jobtitle', 'post', '职位', '头衔'],
    ftm: 'position',
  }),
  work_state: field.text(100, {
    label: field.bilingual('工作状态', 'Work state'),
    isSearched: true,
    section: 'work',
    headings: ['workstatus', 'stateofwork', '在职状态'],
    isFact: true,
    column: { width: 110 },
    ftm: 'status',
  }),
  /** Names of organisations that are not in the system, or not yet. */
  og_names: field.texts(300, 200, {
    label: field.bilingual('未关联的组织名称', 'Unlinked organisation names'),
    isSearched: true,
    section: 'work',
    hint: field.bilingual(
      '系统中还没有的组织，每行一个名称；以后可以关联',
      'Organisations not in the system yet, one name per line; they can be linked later',
    ),
    headings: ['ognames', 'otherorganisations', 'unlinkedorganisations', '其他组织', '未关联组织'],
  }),
  education: field.field(
    { kind: 'parts', read: z.array(EducationRead), write: z.array(Education).check(z.maxLength(50)), empty: [] },
    { label: field.bilingual('教育经历', 'Education') },
  ),
  phone_number: field.text(100, {
    scheme: 'phone',
    label: field.bilingual('电话', 'Phone'),
    section: 'contact',
    headings: ['phone', 'tel', 'telephone', 'mobile', '手机', '联系电话'],
    isFact: true,
    likeness: 'phone',
    ftm: 'phone',
  }),
  mail: field.text(320, {
    scheme: 'mail',
    label: field.bilingual('邮箱', 'E-mail'),
    section: 'contact',
    headings: ['email', 'emailaddress', '电子邮箱', '邮件'],
    isKey: true,
    isFact: true,
    likeness: 'mail',
    ftm: 'email',
  }),
  website: field.address({
    scheme: 'website',
    label: field.bilingual('个人网站', 'Web site'),
    section: 'contact',
    headings: ['url', 'web', 'site', 'homepage', '网址', '网站', '主页', '官网'],
    isFact: true,
    likeness: 'address',
  }),
  wiki: field.text(500, {
    scheme: 'wiki',
    label: field.bilingual('百科', 'Wiki'),
    section: 'contact',
    hint: field.bilingual('网址、条目名称，或 Wikidata 编号', 'An address, the title of an article, or a Wikidata id'),
    headings: ['wikipedia', 'wikipediaurl', '维基', '维基百科'],
    isFact: true,
    likeness: 'account',
  }),
  twitter: field.text(200, {
    scheme: 'twitter',
    label: field.bilingual('Twitter', 'Twitter'),
    section: 'contact',
    headings: ['x', 'twitterurl', '推特'],
    isFact: true,
    likeness: 'account',
  }),
  facebook: field.text(200, {
    scheme: 'facebook',
    label: field.bilingual('Facebook', 'Facebook'),
    section: 'contact',
    headings: ['facebookurl', '脸书'],
    isFact: true,
    likeness: 'account',
  }),
  external_id: field.text(100, {
    label: field.bilingual('外部编号', 'External id'),
    isSearched: true,
    section: 'contact',
    hint: field.bilingual('在其他系统中的编号，导入时用来对应', 'Its id in another system; imports match by it'),
    headings: ['externalid', 'bioguide', 'bioguideid', 'personid', 'code', '编号', '证件号'],
    isKey: true,
    isFact: true,
    column: { width: 130, isMono: true },
    likeness: 'identifier',
  }),
  identifiers: party.identifiers(),
  contacts: party.contacts(),
  custom: field.custom(),
  ...field.recordFields,
} as const satisfies field.Fields
