import { defineMessages } from '#web/platform/i18n.ts'

export const ogCateMessages = defineMessages(
  {
    title: '组织类别',
    titleText: '组织按类别归类和筛选；删除的类别可以恢复。',
    search: '类别名称',
    newName: '新类别的名称',
    add: '添加',
    countLink: '查看“{name}”中的 {count, number} 个组织',
    rename: '重命名',
    renameNamed: '重命名“{name}”',
    renamed: '已重命名为“{name}”',
    deleted: '{count, plural, =0 {已删除“{name}”} other {已删除“{name}”，其中的 # 个组织暂无类别}}',
    restored: '已恢复“{name}”',
    stale: '其他人刚刚把它重命名为“{name}”，请核对后再保存。',
    empty: '还没有类别。在上方输入名称，添加第一个。',
    noMatch: '没有名称包含“{keyword}”的类别。',
    total: '共 {count, number} 个',
  },
  {
    title: 'Organisation categories',
    titleText: 'Organisations are sorted and filtered by these; a deleted one can be restored.',
    search: 'Category name',
    newName: 'Name of a new category',
    add: 'Add',
    countLink: 'Show the {count, plural, one {# organisation} other {# organisations}} of “{name}”',
    rename: 'Rename',
    renameNamed: 'Rename “{name}”',
    renamed: 'Renamed to “{name}”',
    deleted:
      '{count, plural, =0 {Deleted “{name}”} one {Deleted “{name}”; # organisation has no category now} other {Deleted “{name}”; # organisations have no category now}}',
    restored: '“{name}” was restored',
    stale: 'Someone has just renamed it to “{name}”. Check it before you save.',
    empty: 'There are no categories yet. Enter a name above to add the first.',
    noMatch: 'No category has “{keyword}” in its name.',
    total: '{count, number} in all',
  },
)
