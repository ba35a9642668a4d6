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
  importUndone: ['撤回导入“{file}”', 'import of “{file}” taken back'],
  before: ['改前', 'before'],
  after: ['改后', 'after'],
  added: ['新增', 'added'],
  removed: ['移除', 'removed'],
  restoreValue: ['恢复旧值', 'Restore old value'],
  restoreLabel: ['把“{field}”恢复为此次修改前的值', 'Restore “{field}” to its value before this change'],
  restoreTitle: ['把“{field}”恢复为：', 'Restore “{field}” to:'],
  restoreDo: [words['zh-CN'].restore, words['en-US'].restore],
  restored: ['“{field}”已恢复', '“{field}” was restored'],
  reqId: ['请求编号', 'Req_id'],
  more: ['显示更早的记录', 'Show earlier changes'],
  empty: ['还没有修改记录。', 'There are no changes yet.'],
  failed: ['修改记录没有加载出来。', 'The history could not be loaded.'],
  loading: ['正在加载修改记录', 'Loading the history'],
  whole: ['显示全文', 'Show all'],
  less: ['收起', 'Show less'],
})
