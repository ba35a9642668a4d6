import { defineMessages } from '#web/platform/i18n.ts'

export const provenanceMessages = defineMessages({
  who: ['信息来源', 'According to'],
  optional: ['来源（可不填）', 'Source (optional)'],
  evidence: ['添加证据', 'Add evidence'],
  evidenceGiven: ['已有证据', 'Existing evidence'],
})
