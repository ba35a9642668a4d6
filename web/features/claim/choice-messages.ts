import { defineMessages } from '#web/platform/i18n.ts'

export const choiceMessages = defineMessages({
  decided: ['于 {at} 确定此值，来源的说法不会改动它。', 'chose this value at {at}; sources do not change it.'],
  only: ['所有来源说法一致。', 'All sources agree.'],
  priority: ['显示此值，因为其来源优先度最高。', 'Shown because its source has the highest priority.'],
  credibility: ['显示此值，因为这一说法最可信。', 'Shown because it is the most credible claim.'],
  reliability: ['显示此值，因为其来源最可靠。', 'Shown because its source is the most reliable.'],
  recency: ['显示此值，因为这一说法最新。', 'Shown because it is the latest claim.'],
  kept: ['原有值，尚未人工确定。', 'Existing value; not reviewed yet.'],
  kept_alone: ['已没有来源支持，保留原值。', 'No source supports it now; the value is kept.'],
  ruled: ['按规则应显示：', 'By rule this would be:'],
  keep: ['保留此值', 'Keep this value'],
  rule: ['按规则选择', 'Choose by rule'],
})
