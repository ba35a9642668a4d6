import { defineMessages } from '#web/platform/i18n.ts'

export const standingMessages = defineMessages(
  {
    sanctioned: '制裁名单',
    partial: '部分限制',
    listed: '在名单上',
    open: '{count, plural, other {# 个命中待判定}}',
    on: '{level}：{lists}',
    lapsed: '此前判为相同，现不计入：{lists}',
  },
  {
    sanctioned: 'Sanctions list',
    partial: 'Partially restricted',
    listed: 'On a list',
    open: '{count, plural, one {# hit to decide} other {# hits to decide}}',
    on: '{level}: {lists}',
    lapsed: 'Marked as same before, no longer counted: {lists}',
  },
)
