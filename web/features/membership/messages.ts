import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const memberMessages = defineMessages({
  count: ['共 {count, number} 人', '{count, plural, one {# person} other {# persons}}'],
  add: ['添加人物', 'Add a person'],
  addTitle: ['添加人物到“{name}”', 'Add a person to “{name}”'],
  editTitle: ['{name}的身份', 'Role of {name}'],
  personHint: ['可直接新建', 'You can also create a new person here'],
  role: ['职务或身份', 'Role'],
  for: ['代表{name}', 'for {name}'],
  more: ['代表的组织、选区或届次', 'Party, area or term'],
  onBehalfOf: ['代表的组织（如党派）', 'On behalf of (such as a party)'],
  area: ['选区或地区', 'Area'],
  term: ['届次', 'Term'],
  from: ['开始', 'From'],
  to: ['结束', 'To'],
  edit: ['修改身份：{name}', 'Change the role of {name}'],
  remove: ['移除：{name}', 'Remove {name}'],
  removed: ['已将“{name}”从此组织移除', 'Removed “{name}” from this organisation'],
  added: [words['zh-CN'].addedNamed, words['en-US'].addedNamed],
  changed: ['已修改“{name}”的身份', 'Changed the role of “{name}”'],
  undone: ['“{name}”已重新加入', 'Restored the membership of “{name}”'],
  none: ['还没有人物属于此组织。', 'No one belongs to this organisation yet.'],
  noneRead: [
    '还没有人物属于此组织，或您无权查看。',
    'No one belongs to this organisation yet, or you cannot view them.',
  ],
  failed: ['人物加载失败。', 'The persons failed to load.'],
  loading: ['正在加载人物', 'Loading the persons'],
  needPerson: ['请选择人物', 'Choose a person'],
})
