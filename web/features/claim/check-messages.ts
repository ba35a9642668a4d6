import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const checkMessages = defineMessages({
  title: ['待核实的事实', 'Facts to check'],
  about: [
    '已没有来源支持的事实，以及来源说法不一的事实。另选来源、改用其他值、清除，或说明后保留，它就离开此列表。',
    'Facts that no source supports any more, and facts that sources differ about. Name another source, take another value, clear it, or leave it with a note: then it leaves this list.',
  ],
  search: ['名称、标题', 'Name, title'],
  record: ['记录', 'Record'],
  value: ['显示的值', 'Value shown'],
  happened: ['发生了什么', 'What happened'],
  since: ['发生时间', 'Since'],
  settled: ['已留存', 'Left as they are'],
  unsupported: ['无来源支持', 'Unsupported'],
  disputed: ['说法不一', 'Disputed'],
  over_owned: ['持股超过 100%', 'Owners over 100%'],
  owners: ['股东', 'Owners'],
  ownersSum: ['股东的最低持股合计 {sum}%', 'minimum shares of its owners add up to {sum}%'],
  toOwners: ['查看股东', 'See the owners'],
  gone: [
    '{count, plural, =1 {来源已撤回} other {# 个来源均已撤回}}',
    '{count, plural, one {its source was withdrawn} other {all # sources were withdrawn}}',
  ],
  other: ['另有说法：', 'otherwise:'],
  more: ['等 {count, number} 条', 'and others, {count, number} in all'],
  hidden: ['您无权查看的来源', 'A source you may not see'],
  emptyTitle: ['没有待核实的事实', 'No facts to check'],
  emptyText: [
    '来源被撤回，或几个来源说法不一时，相关事实会列在这里。',
    'When a source is withdrawn, or sources differ about a value, the facts concerned are listed here.',
  ],
  state: ['另选来源', 'Name another source'],
  stateText: ['为所选事实现在显示的值记录一个来源。', 'Records a source of the values that the chosen facts show now.'],
  stateDone: [
    '已为 {count, number} 项事实记录来源',
    '{count, plural, one {A source of # fact is recorded} other {A source of # facts is recorded}}',
  ],
  rule: ['由规则选择', 'Let the rule choose'],
  ruleText: [
    '按来源优先度、可信程度、可靠程度和时间选择要显示的值；之前由人确定的值也会重新选择。',
    'The value shown is chosen by priority of sources, credibility, reliability and time; values that a person decided on are chosen anew as well.',
  ],
  ruleDone: [
    '已为 {count, number} 项事实重新选择',
    '{count, plural, one {The value of # fact was chosen anew} other {The values of # facts were chosen anew}}',
  ],
  clear: ['清除该值', 'Clear the value'],
  clearText: [
    '所选事实显示的值会被清除；可在记录的历史中恢复。',
    'The values that the chosen facts show are cleared; the history of the record brings them back.',
  ],
  clearDone: [
    '已清除 {count, number} 项事实的值',
    '{count, plural, one {The value of # fact was cleared} other {The values of # facts were cleared}}',
  ],
  settle: ['保留现状', 'Leave as it is'],
  settleText: [
    '所选事实保持不变并离开此列表；有新的说法时会再次列出。',
    'The chosen facts stay as they are and leave this list; they come back when something new is said.',
  ],
  settleDone: [
    '已保留 {count, number} 项事实',
    '{count, plural, one {# fact is left as it is} other {# facts are left as they are}}',
  ],
  reopen: ['重新列出', 'List again'],
  reopenDone: [
    '已重新列出 {count, number} 项事实',
    '{count, plural, one {# fact is listed again} other {# facts are listed again}}',
  ],
  noteLabel: ['说明（可不填）', 'Note (optional)'],
  openRecord: ['打开记录', 'Open the record'],
  settledBy: ['于 {at} 保留现状', 'left as it is {at}'],
  factsCount: ['{count, number} 条', '{count, plural, one {# claim} other {# claims}}'],
  factsNone: ['此来源还没有说过任何事实。', 'This source has said nothing yet.'],
  factsLoading: ['正在加载此来源的说法', 'Loading what this source says'],
  factsFailed: ['此来源的说法没有加载出来。', 'What this source says could not be loaded.'],
  withdrawn: ['已撤回', 'Taken back'],
  toChecks: ['查看 {count, number} 项待核实的事实', 'See {count, plural, one {# fact} other {# facts}} to check'],
  kindLabel: [words['zh-CN'].kind, words['en-US'].kind],
})
