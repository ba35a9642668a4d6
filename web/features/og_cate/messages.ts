import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const ogCateMessages = defineMessages({
  title: ['组织类别', 'Organisation categories'],
  titleText: [
    '组织按类别归类和筛选；删除的类别可以恢复。',
    'Organisations are grouped and filtered by category; deleted categories can be restored.',
  ],
  search: ['类别名称', 'Category name'],
  newName: ['新类别的名称', 'Name of a new category'],
  add: ['添加', 'Add'],
  countLink: [
    '查看“{name}”中的 {count, number} 个组织',
    'Show the {count, plural, one {# organisation} other {# organisations}} of “{name}”',
  ],
  rename: ['重命名', 'Rename'],
  renameNamed: ['重命名“{name}”', 'Rename “{name}”'],
  renamed: ['已重命名为“{name}”', 'Renamed to “{name}”'],
  deleted: [
    '{count, plural, =0 {已删除“{name}”} other {已删除“{name}”，其中的 # 个组织暂无类别}}',
    '{count, plural, =0 {Deleted “{name}”} one {Deleted “{name}”; # organisation has no category now} other {Deleted “{name}”; # organisations have no category now}}',
  ],
  restored: [words['zh-CN'].broughtBack, words['en-US'].broughtBack],
  stale: [
    '其他人刚刚把它重命名为“{name}”，请核对后再保存。',
    'Someone has just renamed it to “{name}”. Check it before you save.',
  ],
  empty: ['还没有类别。在上方输入名称，添加第一个。', 'No categories yet. Enter a name above to add the first.'],
  noMatch: ['没有名称包含“{keyword}”的类别。', 'No category name contains “{keyword}”.'],
  total: ['共 {count, number} 个', '{count, number} in all'],
})
