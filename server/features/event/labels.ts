import type { Locale } from '#contract/error.ts'

/** What files call the fields of an event; the same words are read back from a file's first row. */
export const eventLabels = {
  id: { 'zh-CN': '记录编号', 'en-US': 'Record ID' },
  title: { 'zh-CN': '标题', 'en-US': 'Title' },
  category: { 'zh-CN': '类别', 'en-US': 'Category' },
  level: { 'zh-CN': '级别', 'en-US': 'Level' },
  status: { 'zh-CN': '状态', 'en-US': 'Status' },
  start_time: { 'zh-CN': '开始时间', 'en-US': 'Start' },
  end_time: { 'zh-CN': '结束时间', 'en-US': 'End' },
  region: { 'zh-CN': '地区', 'en-US': 'Region' },
  address: { 'zh-CN': '地点', 'en-US': 'Place' },
  lat: { 'zh-CN': '纬度', 'en-US': 'Latitude' },
  lng: { 'zh-CN': '经度', 'en-US': 'Longitude' },
  labels: { 'zh-CN': '标签', 'en-US': 'Labels' },
  ogs: { 'zh-CN': '相关组织', 'en-US': 'Organisations' },
  persons: { 'zh-CN': '相关人物', 'en-US': 'Persons' },
  source_url: { 'zh-CN': '来源网址', 'en-US': 'Source' },
  desc: { 'zh-CN': '描述', 'en-US': 'Description' },
  external_id: { 'zh-CN': '外部编号', 'en-US': 'External id' },
  owner: { 'zh-CN': '所有者', 'en-US': 'Owner' },
  read_user: { 'zh-CN': '可读用户', 'en-US': 'Readers' },
  write_user: { 'zh-CN': '可写用户', 'en-US': 'Writers' },
  created_at: { 'zh-CN': '创建时间', 'en-US': 'Created' },
  updated_at: { 'zh-CN': '更新时间', 'en-US': 'Updated' },
} as const satisfies Record<string, Record<Locale, string>>
