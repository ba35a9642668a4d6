import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

/** Texts of the lists of persons; those of the form and the record are in separate files. */
export const personListMessages = defineMessages({
  title: [words['zh-CN'].focusPersons, words['en-US'].focusPersons],
  nouns: ['人物', 'persons'],
  counted: ['{count, number} 个人物', '{count, plural, one {# person} other {# persons}}'],
  allTitle: ['全部人物', 'All persons'],
  adminTitle: ['人物管理', 'Manage persons'],
  showAll: ['显示全部人物', 'Show all persons'],
  search: ['姓名、别名、外部编号', 'Name, alias, external id'],
  name: ['姓名', 'Name'],
  position: ['职务', 'Position'],
  score: ['评分', 'Score'],
  scoreOf: ['评分 {score}', 'Score {score}'],
  focus: ['重点', 'Focus'],
  sum: [words['zh-CN'].summary, words['en-US'].summary],
  aliases: ['别名', 'Aliases'],
  hasOgNames: ['有未关联的组织名称', 'Has unlinked organisations'],
  add: ['新建', 'Add'],
  ogNames: ['未关联组织', 'Unlinked organisations'],
  emptyTitle: ['还没有人物', 'No persons yet'],
  emptyText: [
    '人物是与您关注的组织和事件有关的人。新建一个，或从表格文件导入。',
    'Persons are people connected with the organisations and events that you follow. Add one, or import a file.',
  ],
  emptyReadText: [
    '人物是与团队关注的组织和事件有关的人。编辑人员添加后会显示在这里。',
    'Persons are people connected with the organisations and events that the team follows. They appear here once an editor has added them.',
  ],
  emptyFocusTitle: ['还没有重点人物', 'No focus persons yet'],
  emptyFocusText: [
    '编辑人员标为重点的人物会显示在这里。其他人物也可以查看。',
    'Persons marked as focus persons by an editor appear here. You can view the others too.',
  ],
  setFocus: ['设为重点', 'Mark as focus person'],
  focusDone: [
    '已将 {count, number} 个人物设为重点。',
    'Marked {count, plural, one {# person as a focus person} other {# persons as focus persons}}.',
  ],
  unsetFocus: ['取消重点', 'Remove focus mark'],
  unfocusDone: [
    '已取消 {count, number} 个人物的重点标记。',
    'Removed the focus mark from {count, plural, one {# person} other {# persons}}.',
  ],
  setRegion: ['设置地区', 'Set region'],
  noRegion: ['不设地区', 'No region'],
  regionDone: [
    '已为 {count, number} 个人物设置地区。',
    'Region set on {count, plural, one {# person} other {# persons}}.',
  ],
  setScore: ['设置评分', 'Set score'],
  scoreHint: ['0 到 100，越高越重要', '0 to 100; the higher, the more important'],
  scoreDone: [
    '已为 {count, number} 个人物设置评分。',
    'Score set on {count, plural, one {# person} other {# persons}}.',
  ],
})
