import * as z from 'zod/mini'
import { EventTime } from '../event-time.ts'
import * as field from '../field.ts'

export const eventStatuses = ['draft', 'confirmed', 'dismissed'] as const
export type EventStatus = (typeof eventStatuses)[number]
/** 1 is the least serious, 5 the most serious. */
export const eventLevels = [1, 2, 3, 4, 5] as const

export const Level = z.int().check(z.minimum(1), z.maximum(5))

const eventStatusWords: Record<EventStatus, field.BilingualText> = {
  draft: field.bilingual('草稿', 'Draft'),
  confirmed: field.bilingual('已确认', 'Confirmed'),
  dismissed: field.bilingual('已排除', 'Dismissed'),
}

const time = (about: field.FieldDescription) =>
  field.field({ kind: 'time', read: z.nullable(z.string()), write: z.nullable(EventTime), empty: null }, about)
const degrees = (most: number, about: field.FieldDescription) =>
  field.field(
    {
      kind: 'number',
      read: z.nullable(z.number()),
      write: z.nullable(z.number().check(z.minimum(-most), z.maximum(most))),
      empty: null,
    },
    about,
  )

/** Fields of an event, in the order of its form. `null` clears a field. */
export const eventSchema = {
  title: field.name(300, {
    label: field.bilingual('标题', 'Title'),
    section: 'basics',
    headings: ['name', 'event', 'eventname', 'subject', 'summary', '名称', '事件', '事件名称', '主题'],
    ftm: 'name',
  }),
  level: field.field(
    { kind: 'integer', read: z.nullable(z.int()), write: z.nullable(Level), empty: null },
    {
      isOurs: true,
      label: field.bilingual('级别', 'Level'),
      section: 'basics',
      headings: ['severity', 'importance', 'grade', '等级', '重要性'],
    },
  ),
  status: field.field(
    { kind: 'choice', read: z.enum(eventStatuses), write: z.enum(eventStatuses), empty: 'draft' },
    {
      isOurs: true,
      label: field.bilingual('状态', 'Status'),
      section: 'basics',
      choices: eventStatusWords,
      headings: ['state'],
    },
  ),
  category: field.text(60, {
    label: field.bilingual('类别', 'Category'),
    isSearched: true,
    section: 'basics',
    headings: ['topic', 'type', 'kind', '分类', '类型'],
    isFact: true,
  }),
  source_url: field.address({
    label: field.bilingual('来源网址', 'Source address'),
    section: 'basics',
    headings: ['url', 'source', 'link', 'website', '来源', '链接', '网址'],
    isFact: true,
    column: { width: 180 },
    likeness: 'address',
    ftm: 'sourceUrl',
  }),
  desc: field.longText(20_000, {
    label: field.bilingual('描述', 'Description'),
    isSearched: true,
    section: 'basics',
    headings: ['description', 'notes', 'details', '说明', '备注', '内容'],
    ftm: 'description',
  }),
  start_time: time({
    label: field.bilingual('开始时间', 'Start'),
    section: 'when',
    hint: field.bilingual('日期，或日期加时间', 'A date, or a date and time'),
    headings: ['startdate', 'start', 'date', 'begin', 'from', '开始日期', '日期', '时间'],
    likeness: 'date',
  }),
  end_time: time({
    label: field.bilingual('结束时间', 'End'),
    section: 'when',
    hint: field.bilingual('不填则与开始相同', 'Leave empty if same as the start'),
    headings: ['enddate', 'end', 'until', 'to', '结束日期'],
  }),
  address: field.text(300, {
    label: field.bilingual('地点', 'Place'),
    isSearched: true,
    section: 'where',
    headings: ['city', 'location', 'place', 'venue', '城市', '地址', '位置'],
    isFact: true,
    column: { width: 160 },
    likeness: 'place',
    ftm: 'location',
  }),
  region: field.region({
    label: field.bilingual('地区', 'Region'),
    section: 'where',
    headings: ['country', 'countrycode', 'nation', 'countryorregion', '国家', '地区', '国别', '国家地区'],
    isFact: true,
    ftm: 'country',
  }),
  lat: degrees(90, { label: field.bilingual('纬度', 'Latitude'), headings: ['latitude', 'y'] }),
  lng: degrees(180, { label: field.bilingual('经度', 'Longitude'), headings: ['longitude', 'lon', 'long', 'x'] }),
  labels: field.texts(60, 100, {
    isOurs: true,
    label: field.bilingual('标签', 'Labels'),
    isSearched: true,
    section: 'more',
    hint: field.bilingual('用逗号或回车分隔', 'Separate with commas or Enter'),
    headings: ['label', 'tags', 'tag', '标记'],
    isFact: true,
    column: { width: 160 },
    likeness: 'labels',
    ftm: 'keywords',
  }),
  external_id: field.text(100, {
    label: field.bilingual('外部编号', 'External id'),
    isSearched: true,
    section: 'more',
    hint: field.bilingual('在其他系统中的编号，导入时用来对应', 'Its id in another system; imports match by it'),
    headings: ['externalid', 'uid', 'code', '编号'],
    isKey: true,
    isFact: true,
    column: { width: 130, isMono: true },
    likeness: 'identifier',
    ftm: 'recordId',
  }),
  custom: field.custom(),
  ...field.recordFields,
} as const satisfies field.Fields
