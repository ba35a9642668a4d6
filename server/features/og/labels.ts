import type { Locale } from '#contract/error.ts'
import { type DangerLevel, dangerLevels } from '#contract/og.ts'

/** What files call the fields of an organisation; the same words are read back from a file's first row. */
export const ogLabels = {
  id: { 'zh-CN': '记录编号', 'en-US': 'Record ID' },
  name: { 'zh-CN': '名称', 'en-US': 'Name' },
  eng_name: { 'zh-CN': '英文名称', 'en-US': 'English name' },
  aliases: { 'zh-CN': '别名', 'en-US': 'Aliases' },
  category_id: { 'zh-CN': '类别', 'en-US': 'Category' },
  danger_level: { 'zh-CN': '危险等级', 'en-US': 'Danger level' },
  region: { 'zh-CN': '地区', 'en-US': 'Region' },
  host: { 'zh-CN': '主机', 'en-US': 'Host' },
  entrances: { 'zh-CN': '入口网址', 'en-US': 'Entrances' },
  website: { 'zh-CN': '网址', 'en-US': 'Website' },
  external_id: { 'zh-CN': '外部编号', 'en-US': 'External id' },
  register_time: { 'zh-CN': '成立时间', 'en-US': 'Founded' },
  scale: { 'zh-CN': '规模', 'en-US': 'Scale' },
  weight: { 'zh-CN': '权重', 'en-US': 'Weight' },
  desc: { 'zh-CN': '简介', 'en-US': 'Description' },
  twitter: { 'zh-CN': 'Twitter', 'en-US': 'Twitter' },
  facebook: { 'zh-CN': 'Facebook', 'en-US': 'Facebook' },
  youtube: { 'zh-CN': 'YouTube', 'en-US': 'YouTube' },
  version: { 'zh-CN': '已审版本', 'en-US': 'Reviewed version' },
  new_version: { 'zh-CN': '最新版本', 'en-US': 'Latest version' },
  version_keep: { 'zh-CN': '保留版本数', 'en-US': 'Versions kept' },
  forbidden_rules: { 'zh-CN': '禁止抓取规则', 'en-US': 'Forbidden rules' },
  owner: { 'zh-CN': '所有者', 'en-US': 'Owner' },
  read_user: { 'zh-CN': '可读用户', 'en-US': 'Readers' },
  write_user: { 'zh-CN': '可写用户', 'en-US': 'Writers' },
  created_at: { 'zh-CN': '创建时间', 'en-US': 'Created' },
  updated_at: { 'zh-CN': '更新时间', 'en-US': 'Updated' },
} as const satisfies Record<string, Record<Locale, string>>

const levelNames: Record<Locale, readonly string[]> = {
  'zh-CN': dangerLevels,
  'en-US': ['Sanctioned', 'Class 1', 'Class 2', 'Neutral', 'Pending'],
}

export function dangerLevelName(level: DangerLevel, locale: Locale): string {
  return levelNames[locale][dangerLevels.indexOf(level)] ?? level
}
