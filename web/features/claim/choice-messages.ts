import { defineMessages } from '#web/platform/i18n.ts'

export const choiceMessages = defineMessages(
  {
    decided: '于 {at} 确定此值，来源的说法不会改动它。',
    only: '所有来源说法一致。',
    priority: '显示此值，因为其来源优先度最高。',
    credibility: '显示此值，因为这一说法最可信。',
    reliability: '显示此值，因为其来源最可靠。',
    recency: '显示此值，因为这一说法最新。',
    kept: '此值早已在此，尚无人确定。',
    kept_alone: '已没有来源支持，值保持不变。',
    ruled: '按规则应显示：',
    keep: '保留此值',
    rule: '由规则选择',
  },
  {
    decided: 'decided on this value at {at}; no source changes it.',
    only: 'All sources say the same.',
    priority: 'Shown because its source has the highest priority.',
    credibility: 'Shown because it is the most credible claim.',
    reliability: 'Shown because its source is the most reliable.',
    recency: 'Shown because it is the latest claim.',
    kept: 'This value was here before, and nobody has decided.',
    kept_alone: 'No source supports it any more; the value stays.',
    ruled: 'The rule would show:',
    keep: 'Keep this value',
    rule: 'Let the rule choose',
  },
)
