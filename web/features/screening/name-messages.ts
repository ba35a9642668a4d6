import { defineMessages } from '#web/platform/i18n.ts'

export const nameMessages = defineMessages({
  screenName: ['筛查名称', 'Screen a name'],
  screenFile: ['筛查文件', 'Screen a file'],
  verify: ['核验证明', 'Verify a certificate'],
  about: [
    '与全部名单比对，不保存任何内容。名称可用任何文字书写。',
    'Screened against all lists; nothing is stored. The name can be in any script.',
  ],
  kind: ['对象', 'Type'],
  date: ['出生或成立日期', 'Date of birth or founding'],
  dateHint: ['如 1958、1958-10 或 1958-10-13', 'Such as 1958, 1958-10 or 1958-10-13'],
  number: ['证照或编号', 'Document or number'],
  ask: ['开始筛查', 'Screen'],
  nobody: [
    '名单上没有相近的名称（{threshold} 分及以上为命中，{cutoff} 分及以上列出）。',
    'No similar name on any list (hits from {threshold}; shown from {cutoff}).',
  ],
  found: [
    '{count, plural, other {# 个相近的条目}}',
    '{count, plural, one {# similar entry} other {# similar entries}}',
  ],
  isMatch: ['达到命中的最低分', 'Reaches the minimum score'],
  onList: ['名单：{lists}', 'List: {lists}'],
})
