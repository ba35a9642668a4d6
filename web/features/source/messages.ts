import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const sourceListMessages = defineMessages({
  nouns: [words['zh-CN'].source, 'sources'],
  counted: ['{count, number} 个来源', '{count, plural, one {# source} other {# sources}}'],
  title: [words['zh-CN'].source, 'Sources'],
  search: ['名称、网址', 'Name, address'],
  add: ['新建', 'Add'],
  withdrawn: ['已撤回', 'Withdrawn'],
  emptyTitle: ['还没有来源', 'No sources yet'],
  emptyText: [
    '来源说明一项事实出自何处、有多可靠：登记册、名单、网站、文件资料或知情人士。',
    'A source records where a fact comes from and how reliable it is: a register, a list, a site, a document or a person.',
  ],
  setReliability: ['设置可靠程度', 'Set reliability'],
  reliabilityDone: [
    '已为 {count, number} 个来源设置可靠程度。',
    'Set the reliability of {count, plural, one {# source} other {# sources}}.',
  ],
})

export const sourcePageMessages = defineMessages({
  list: [words['zh-CN'].source, 'Sources'],
  editKey: ['编辑此来源', 'Edit this source'],
  loading: ['正在加载来源', 'Loading the source'],
  missingTitle: ['未找到此来源', 'Source not found'],
  toList: ['返回来源列表', 'Back to sources'],
  failedTitle: ['来源加载失败', 'The source failed to load'],
  noNote: ['没有备注。', 'No note.'],
  withdraw: ['撤回此来源', 'Withdraw this source'],
  withdrawTitle: ['撤回“{name}”？', 'Withdraw “{name}”?'],
  withdrawText: [
    '仅由它支持的事实会立即标为无来源支持。之后可以恢复。',
    'Facts supported only by this source are marked unsupported immediately. The source can be reinstated later.',
  ],
  withdrawn: ['已于 {at} 撤回：{reason}', 'Withdrawn {at}: {reason}'],
  withdrawDone: ['已撤回“{name}”', 'Withdrew “{name}”'],
  checking: [
    '来源状态已生效，待核实的事实正在更新：{done, number} / {total, number} 条说法',
    'The source’s status is in effect. Facts to check are being updated: {done, number} of {total, number} claims',
  ],
  reinstate: ['恢复此来源', 'Reinstate this source'],
  reinstateDone: ['已恢复“{name}”', 'Reinstated “{name}”'],
  create: ['新建来源', 'New source'],
  originPlaceholder: ['选择被转引的来源', 'Choose the source that it repeats'],
  withheld: ['您无权查看的来源', 'A source you cannot see'],
})
