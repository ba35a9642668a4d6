import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const checkMessages = defineMessages({
  title: ['待核实的事实', 'Facts to check'],
  about: [
    '没有来源支持，或来源说法不一的事实。另选来源、改用其他值、清除，或注明原因后保留，处理后即移出列表。',
    'Facts that no source supports any more, and facts on which sources differ. Add a source, choose another value, clear it, or keep it with a note; it is then removed from this list.',
  ],
  search: ['名称、标题', 'Name, title'],
  record: ['记录', 'Record'],
  value: ['显示的值', 'Value shown'],
  happened: ['问题类型', 'Problem'],
  since: ['发生时间', 'Since'],
  settled: ['已保留', 'Kept'],
  unsupported: ['无来源支持', 'Unsupported'],
  disputed: ['说法不一', 'Disputed'],
  over_owned: ['持股超过 100%', 'Owners over 100%'],
  owners: ['股东', 'Owners'],
  ownersSum: ['股东的最低持股合计 {sum}%', 'minimum shares of its owners add up to {sum}%'],
  toOwners: ['查看股东', 'View owners'],
  gone: [
    '{count, plural, =1 {来源已撤回} other {# 个来源均已撤回}}',
    '{count, plural, one {its source was withdrawn} other {all # sources were withdrawn}}',
  ],
  other: ['其他值：', 'other values:'],
  more: ['等 {count, number} 条', 'and others, {count, number} in all'],
  hidden: ['您无权查看的来源', 'A source you cannot see'],
  emptyTitle: ['没有待核实的事实', 'No facts to check'],
  emptyText: [
    '来源被撤回，或几个来源说法不一时，相关事实会列在这里。',
    'When a source is withdrawn or sources differ about a value, the affected facts are listed here.',
  ],
  state: ['另选来源', 'Add source'],
  stateText: [
    '为所选事实当前显示的值记录来源。',
    'Records a source for the values that the selected facts currently show.',
  ],
  stateDone: [
    '已为 {count, number} 项事实记录来源',
    '{count, plural, one {Source recorded for # fact} other {Source recorded for # facts}}',
  ],
  rule: ['按规则选择', 'Choose by rule'],
  ruleText: [
    '按来源优先度、可信程度、可靠程度和时间选择要显示的值；已人工确定的值也会重新选择。',
    'The value shown is chosen by source priority, credibility, reliability and time. Manual decisions on values are replaced as well.',
  ],
  ruleDone: [
    '已为 {count, number} 项事实重新选择',
    '{count, plural, one {Value of # fact chosen by rule} other {Values of # facts chosen by rule}}',
  ],
  clear: ['清除该值', 'Clear the value'],
  clearText: [
    '所选事实显示的值会被清除；可在记录的历史中恢复。',
    'The values shown by the selected facts are cleared; they can be restored from the record’s history.',
  ],
  clearDone: [
    '已清除 {count, number} 项事实的值',
    '{count, plural, one {Value of # fact cleared} other {Values of # facts cleared}}',
  ],
  settle: ['保留现状', 'Keep'],
  settleText: [
    '所选事实保持不变并移出此列表；有新的说法时会再次列出。',
    'The selected facts stay unchanged and are removed from this list. New statements about them list them again.',
  ],
  settleDone: ['已保留 {count, number} 项事实', '{count, plural, one {# fact kept} other {# facts kept}}'],
  reopen: ['重新列出', 'List again'],
  reopenDone: [
    '已重新列出 {count, number} 项事实',
    '{count, plural, one {# fact listed again} other {# facts listed again}}',
  ],
  nothingDone: [
    '没有修改：此事实已由他人处理，或您无权修改。',
    'Nothing changed: someone else has dealt with this fact, or you cannot change it.',
  ],
  noteLabel: ['说明（可不填）', 'Note (optional)'],
  openRecord: ['打开记录', 'Open the record'],
  settledBy: ['于 {at} 保留', 'kept {at}'],
  factsCount: ['{count, number} 条', '{count, plural, one {# claim} other {# claims}}'],
  factsNone: ['此来源暂无事实。', 'No facts from this source yet.'],
  factsLoading: ['正在加载此来源提供的事实', 'Loading the facts from this source'],
  factsFailed: ['此来源提供的事实加载失败', 'The facts from this source failed to load'],
  withdrawn: ['已撤回', 'Withdrawn'],
  toChecks: ['查看 {count, number} 项待核实的事实', 'View {count, plural, one {# fact} other {# facts}} to check'],
  kindLabel: [words['zh-CN'].kind, words['en-US'].kind],
})
