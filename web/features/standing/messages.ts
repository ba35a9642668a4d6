import { defineMessages } from '#web/platform/i18n.ts'

export const standingMessages = defineMessages(
  {
    sanctioned: '制裁名单',
    partial: '部分限制',
    listed: '在名单上',
    open: '{count, plural, other {# 个命中待判定}}',
    on: '{level}：{lists}',
    lapsed: '此前判为相同，该条目已从名单移除，不再计入：{lists}',
    reopened: '判为相同后资料有变，重新判断前仍计入：{lists}',
  },
  {
    sanctioned: 'Sanctions list',
    partial: 'Partially restricted',
    listed: 'On a list',
    open: '{count, plural, one {# hit to decide} other {# hits to decide}}',
    on: '{level}: {lists}',
    lapsed: 'Marked as same before; the entry left the list and is no longer counted: {lists}',
    reopened: 'Marked as same, changed since; counted until decided again: {lists}',
  },
)
