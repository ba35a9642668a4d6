import { defineMessages } from '#web/platform/i18n.ts'

export const choiceMessages = defineMessages({
  decided: ['于 {at} 确定此值，来源的说法不会改动它。', 'decided on this value at {at}; no source changes it.'],
  only: ['所有来源说法一致。', 'All sources say the same.'],
  priority: ['显示此值，因为其来源优先度最高。', 'Shown because its source has the highest priority.'],
  credibility: ['显示此值，因为这一说法最可信。', 'Shown because it is the most credible claim.'],
  reliability: ['显示此值，因为其来源最可靠。', 'Shown because its source is the most reliable.'],
  recency: ['显示此值，因为这一说法最新。', 'Shown because it is the latest claim.'],
  kept: ['此值早已在此，尚无人确定。', 'This value was here before, and nobody has decided.'],
  kept_alone: ['已没有来源支持，值保持不变。', 'No source supports it any more; the value stays.'],
  ruled: ['按规则应显示：', 'The rule would show:'],
  keep: ['保留此值', 'Keep this value'],
  rule: ['由规则选择', 'Let the rule choose'],
})
