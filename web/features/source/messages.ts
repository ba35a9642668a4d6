import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const sourceListMessages = defineMessages(
  {
    nouns: words['zh-CN'].source,
    counted: '{count, number} 个来源',
    title: words['zh-CN'].source,
    search: '名称、网址',
    add: '新建',
    withdrawn: '已撤回',
    emptyTitle: '还没有来源',
    emptyText: '来源说明一项事实是谁说的、有多可靠：登记册、名单、网站、文件资料或知情人士。',
    setReliability: '设置可靠程度',
    reliabilityDone: '已为 {count, number} 个来源设置可靠程度。',
  },
  {
    nouns: 'sources',
    counted: '{count, plural, one {# source} other {# sources}}',
    title: 'Sources',
    search: 'Name, address',
    add: 'Add',
    withdrawn: 'Withdrawn',
    emptyTitle: 'There are no sources yet',
    emptyText:
      'A source tells who says so, and how far it can be relied on: a register, a list, a site, a document, a person.',
    setReliability: 'Set reliability',
    reliabilityDone: 'Reliability set on {count, plural, one {# source} other {# sources}}.',
  },
)

export const sourcePageMessages = defineMessages(
  {
    list: words['zh-CN'].source,
    editKey: '编辑此来源',
    loading: '正在加载来源',
    missingTitle: '没有这个来源',
    toList: '返回来源列表',
    failedTitle: '来源没有加载出来',
    noNote: '没有备注。',
    withdraw: '撤回此来源',
    withdrawTitle: '撤回“{name}”？',
    withdrawText: '只有它支持的事实会立即标为无来源支持。之后可以恢复。',
    withdrawn: '已于 {at} 撤回：{reason}',
    withdrawDone: '已撤回“{name}”',
    checking: '来源状态已生效，待核实的事实正在更新：{done, number} / {total, number} 条说法',
    reinstate: '恢复此来源',
    reinstateDone: '已恢复“{name}”',
    create: '新建来源',
    originPlaceholder: '选择被转引的来源',
    withheld: '您无权查看的来源',
  },
  {
    list: 'Sources',
    editKey: 'Edit this source',
    loading: 'Loading the source',
    missingTitle: 'There is no such source',
    toList: 'Back to sources',
    failedTitle: 'The source could not be loaded',
    noNote: 'There is no note.',
    withdraw: 'Withdraw this source',
    withdrawTitle: 'Withdraw “{name}”?',
    withdrawText: 'Facts that it alone supports stand unsupported at once. It can be reinstated later.',
    withdrawn: 'Withdrawn {at}: {reason}',
    withdrawDone: '“{name}” is withdrawn',
    checking:
      'The source is changed for every reader. Facts to check are being brought up to date: {done, number} of {total, number} claims',
    reinstate: 'Reinstate this source',
    reinstateDone: '“{name}” is reinstated',
    create: 'New source',
    originPlaceholder: 'Choose the source that is repeated',
    withheld: 'A source you may not see',
  },
)
