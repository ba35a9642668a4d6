import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the trial of a changed setting. */
export const trialMessages = defineMessages({
  try: ['试算影响', 'Try on stored rounds'],
  again: ['重新试算', 'Try again'],
  trying: ['正在按已存的轮次试算…', 'Trying it on stored rounds…'],
  region: ['试算结果', 'Trial'],
  scope: [
    '最近 {rounds, number} 轮，{sites, number} 个网站：',
    'In the last {rounds, plural, one {# round} other {# rounds}} of {sites, plural, one {# site} other {# sites}}: ',
  ],
  scopeSite: ['最近 {rounds, number} 轮：', 'In the last {rounds, plural, one {round} other {# rounds}}: '],
  none: ['没有影响。', 'no effect.'],
  noRounds: ['还没有可供试算的轮次。', 'There are no stored rounds to try it on yet.'],
  fewer: ['少 {count, number} 条', '{count, plural, one {# row} other {# rows}} fewer'],
  more: ['多 {count, number} 条', '{count, plural, one {# row} other {# rows}} more'],
  raised: ['{count, number} 条排得更靠前', '{count, plural, one {# row} other {# rows}} ranked higher'],
  lowered: ['{count, number} 条排得更靠后', '{count, plural, one {# row} other {# rows}} ranked lower'],
  separator: ['，', ', '],
  end: ['。', '.'],
  important: [
    '少掉的条目中有 {count, number} 条曾被标为“重要”。',
    '{count, plural, one {# of the missing rows was} other {# of the missing rows were}} marked important.',
  ],
  sum: [
    '待看的差异由 {before, number} 条变为 {after, number} 条。',
    'Rows worth a review: {before, number}, then {after, number}.',
  ],
  split: [
    '其中 {count, number} 条来自拆开的同类差异。',
    '{count, plural, one {# row comes from a group that is split.} other {# rows come from groups that are split.}}',
  ],
  grouped: [
    '其中 {count, number} 条并入同类差异。',
    '{count, plural, one {# row joins a group.} other {# rows join groups.}}',
  ],
  of_fewer: ['不再列出', 'No longer listed'],
  of_more: ['新列出', 'Newly listed'],
  of_raised: ['{before} → {after} 分', 'Score {before} → {after}'],
  of_lowered: ['{before} → {after} 分', 'Score {before} → {after}'],
  untried: [
    '未试算：{rounds, plural, =0 {} other {较早的 # 轮}}{both, select, yes {，} other {}}{texts, plural, =0 {} other {# 处文本（超出试算时限）}}。',
    'Not tried: {rounds, plural, =0 {} one {# older round} other {# older rounds}}{both, select, yes { and } other {}}{texts, plural, =0 {} one {# text (time limit)} other {# texts (time limit)}}.',
  ],
  lost: [
    '{count, number} 处差异的文本已不再保存，无法试算。',
    'The texts of {count, plural, one {# difference are} other {# differences are}} no longer stored, so it could not be tried on them.',
  ],
  old: ['设置已改动，以下是改动前的结果。', 'The settings have changed since this trial.'],
})
