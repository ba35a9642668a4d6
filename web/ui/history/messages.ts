import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const historyMessages = defineMessages({
  create: ['新建', 'Created'],
  update: ['修改', 'Changed'],
  delete: ['删除', 'Deleted'],
  restore: ['恢复', 'Restored'],
  merge: ['合并', 'Merged'],
  unmerge: ['撤销合并', 'Merge undone'],
  updateCount: [
    '{count, plural, other {修改了 # 项}}',
    '{count, plural, one {changed # field} other {changed # fields}}',
  ],
  importUndone: ['撤回导入“{file}”', 'import of “{file}” undone'],
  before: ['改前', 'before'],
  after: ['改后', 'after'],
  added: ['新增', 'added'],
  removed: ['移除', 'removed'],
  restoreValue: ['恢复旧值', 'Restore old value'],
  restoreLabel: ['把“{field}”恢复为此次修改前的值', 'Restore “{field}” to its value before this change'],
  restoreTitle: ['把“{field}”恢复为：', 'Restore “{field}” to:'],
  restoreDo: [words['zh-CN'].restore, words['en-US'].restore],
  restored: ['已恢复“{field}”', 'Restored “{field}”'],
  reqId: ['请求编号', 'Req_id'],
  more: ['显示更早的记录', 'Show earlier changes'],
  empty: ['还没有修改记录。', 'No changes yet.'],
  failed: ['修改记录加载失败。', 'The history failed to load.'],
  loading: ['正在加载修改记录', 'Loading the history'],
  whole: ['显示全文', 'Show all'],
  less: ['收起', 'Show less'],
})
