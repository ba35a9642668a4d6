import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const eventFormMessages = defineMessages({
  evidence: ['网页证据', 'Evidence'],
  evidenceKeep: ['保留网页版本 {id}', 'Keep page version {id}'],
  evidenceHint: ['被保留的版本不会被清理。', 'Kept versions are never deleted.'],
  new: ['新建事件', 'New event'],
  create: ['新建事件', 'New event'],
  created: [words['zh-CN'].createdNamed, words['en-US'].createdNamed],
  saved: [words['zh-CN'].savedNamed, words['en-US'].savedNamed],
  whenText: [
    '可按已知的精确程度填写：1958、1958-10、1958-10-13，或 2026-11-21 14:05（您的时区，{zone}）。',
    'As precisely as known: 1958, 1958-10, 1958-10-13, or with the time in your zone ({zone}): 2026-11-21 14:05.',
  ],
  more: ['其他', 'More'],
  placeHint: ['可粘贴“39.9042, 116.4074”', 'You can paste “39.9042, 116.4074”'],
  ogsPlaceholder: ['选择或新建组织', 'Choose or create organisations'],
  personsPlaceholder: ['选择或新建人物', 'Choose or create persons'],
})
