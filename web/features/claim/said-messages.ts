import { defineMessages } from '#web/platform/i18n.ts'

export const saidMessages = defineMessages(
  {
    who: '谁说的',
    optional: '来源（可不填）',
    evidence: '添加证据',
    evidenceGiven: '已有证据',
  },
  {
    who: 'Who says so',
    optional: 'Source (optional)',
    evidence: 'Add evidence',
    evidenceGiven: 'Evidence given',
  },
)
