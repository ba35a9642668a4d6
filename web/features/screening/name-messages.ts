import { defineMessages } from '#web/platform/i18n.ts'

export const nameMessages = defineMessages({
  screenName: ['查一个名称', 'Screen a name'],
  screenFile: ['查一个文件', 'Screen a file'],
  verify: ['核验证明', 'Verify a certificate'],
  about: [
    '与全部名单对照，不留记录。名称可用任何文字书写。',
    'Compared with all lists; nothing is kept. The name may be in any script.',
  ],
  kind: ['对象', 'Kind'],
  date: ['出生或成立日期', 'Date of birth or founding'],
  dateHint: ['如 1958、1958-10 或 1958-10-13', 'As 1958, 1958-10 or 1958-10-13'],
  number: ['证照或编号', 'Document or number'],
  ask: ['查名单', 'Screen'],
  nobody: [
    '名单上没有相近的名称（{threshold} 分以上算命中，{cutoff} 分以上列出）。',
    'No list has a name like it (from {threshold} on it is a hit, from {cutoff} on it is shown).',
  ],
  found: [
    '{count, plural, other {# 个条目相近}}',
    '{count, plural, one {# entry is like it} other {# entries are like it}}',
  ],
  isMatch: ['达到命中的最低分', 'Reaches the lowest score of a hit'],
  onList: ['名单：{lists}', 'List: {lists}'],
})
