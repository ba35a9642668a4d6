import { defineMessages } from '#web/platform/i18n.ts'

export const sanctionMessages = defineMessages({
  sanctioned: ['制裁名单', 'Sanctions list'],
  partial: ['部分限制', 'Partially restricted'],
  listed: ['在名单上', 'On a list'],
  open: ['{count, plural, other {# 个命中待判定}}', '{count, plural, one {# hit to decide} other {# hits to decide}}'],
  on: ['{level}：{lists}', '{level}: {lists}'],
  lapsed: [
    '此前判为相同，该条目已从名单移除，不再计入：{lists}',
    'Marked as same before; the entry was removed from the list and no longer counts: {lists}',
  ],
  reopened: [
    '判为相同后资料有变，重新判断前仍计入：{lists}',
    'Marked as same, changed since; counts until decided again: {lists}',
  ],
})
