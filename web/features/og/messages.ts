import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the organisation lists; those of the form and the record are in separate files. */
export const ogListMessages = defineMessages({
  nouns: ['组织', 'organisations'],
  counted: ['{count, number} 个组织', '{count, plural, one {# organisation} other {# organisations}}'],
  adminTitle: ['组织管理', 'Manage organisations'],
  search: ['名称、别名、主机', 'Name, alias, host'],
  category: ['类别', 'Category'],
  dangerLevel: ['危险等级', 'Danger'],
  weight: ['权重', 'Weight'],
  host: ['主机', 'Host'],
  changes: ['变化', 'Changes'],
  changed: ['有新变化', 'Changed'],
  changedTip: ['最新版本 {latest}，已审版本 {reviewed}', 'Latest version {latest}, reviewed {reviewed}'],
  scale: ['规模', 'Scale'],
  hasChanges: ['有变化', 'Has changes'],
  sanctionedShare: ['受制裁方持有 ≥ 50%', 'Sanctioned parties own ≥ 50%'],
  sanctionedSurely: ['确定达到', 'Confirmed'],
  sanctionedPerhaps: ['可能达到', 'Possible'],
  add: ['新建', 'Add'],
  loadDemo: ['加载演示数据', 'Load demonstration data'],
  demoLoaded: [
    '已加载 {count, number} 条演示记录，均为虚构',
    '{count, plural, one {# demonstration record} other {# demonstration records}} loaded, all fictional',
  ],
  emptyTitle: ['还没有组织', 'No organisations yet'],
  emptyText: [
    '组织是您关注的机构、公司或团体。新建一个，或从表格文件导入。',
    'Organisations are the institutions, companies and groups that you follow. Add one, or import a file.',
  ],
  emptyReadText: [
    '组织是团队关注的机构、公司或团体。编辑人员添加后会显示在这里。',
    'Organisations are the institutions, companies and groups that the team follows. They appear here once an editor has added them.',
  ],
  setCategory: ['设置类别', 'Set category'],
  setCategoryText: ['所选组织的类别将改为：', 'The category of the selected organisations will be:'],
  noCategory: ['不设类别', 'No category'],
  categoryDone: [
    '已为 {count, number} 个组织设置类别。',
    'Category set on {count, plural, one {# organisation} other {# organisations}}.',
  ],
  setDanger: ['设置危险等级', 'Set danger level'],
  dangerDone: [
    '已为 {count, number} 个组织设置危险等级。',
    'Danger level set on {count, plural, one {# organisation} other {# organisations}}.',
  ],
  setWeight: ['设置权重', 'Set weight'],
  weightHint: ['0 到 100，越大越重要', '0 to 100; the higher, the more important'],
  weightDone: [
    '已为 {count, number} 个组织设置权重。',
    'Weight set on {count, plural, one {# organisation} other {# organisations}}.',
  ],
})
