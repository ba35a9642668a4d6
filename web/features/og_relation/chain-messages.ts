import { defineMessages } from '#web/platform/i18n.ts'

export const chainMessages = defineMessages({
  owners: ['持有方', 'Who owns it'],
  holdings: ['所持组织', 'What it owns'],
  step: ['持股', 'Share'],
  effective: ['折算持股', 'Effective share'],
  controls: ['控制，无持股比例', 'controls, no share'],
  beneficial: ['最终受益', 'beneficial'],
  cycle: ['回到前面，形成循环', 'loops back to an organisation above'],
  shown: ['见上文', 'see above'],
  unknown: ['不详', 'unknown'],
  ultimate: ['最终持有者', 'Ultimate owners'],
  threshold: ['最低持股比例', 'Minimum share'],
  atLeast: ['≥ {percent}%', '≥ {percent}%'],
  nobody: ['链条末端没有持股 {percent}% 或以上者。', 'No one at the end of a chain holds {percent}% or more.'],
  perhaps: ['可能达到', 'possible'],
  cut: [
    '链条过长或过宽，只显示了一部分；实际合计可能更高。',
    'The chains are too long or too wide to be shown in full; the true totals might be higher.',
  ],
  failedChain: ['持股链条加载失败', 'Ownership chains failed to load'],
  surely: [
    '受制裁方合计持有 {share}。按 50% 规则，视同受制裁。',
    'Sanctioned parties own {share} of it in total. Under the 50% rule it is treated as sanctioned.',
  ],
  possibly: [
    '受制裁方合计可能持有 {share}，可能达到 50%。',
    'Sanctioned parties might own {share} of it in total, which might reach 50%.',
  ],
  ruleSentence: [
    '50% 规则：受制裁方直接或间接合计持有 50% 或以上的组织，视同受制裁。',
    '50% rule: an organisation that sanctioned parties own to 50% or more in total, directly or indirectly, is treated as sanctioned.',
  ],
  ruleSurely: [
    '50% 规则：受制裁方直接或间接合计持有“{name}”{share}，达到 50%，因此视同受制裁。',
    '50% rule: sanctioned parties own {share} of “{name}” in total, directly or indirectly, which is at least 50%, so it is treated as sanctioned.',
  ],
  rulePossibly: [
    '50% 规则：受制裁方直接或间接合计可能持有“{name}”{share}；达到 50% 即视同受制裁。',
    '50% rule: sanctioned parties might own {share} of “{name}” in total, directly or indirectly; from 50% on it is treated as sanctioned.',
  ],
  suggestion: [
    '这里只作提示，不会自动修改危险等级。',
    'This is only a suggestion; danger levels are never changed automatically.',
  ],
  blocked: ['按 50% 规则视同受制裁', 'Blocked under the 50% rule'],
  alone: ['单独即达到', 'on its own'],
  together: ['与其他受制裁方合计', 'together with other sanctioned parties'],
  control: ['无持股的控制', 'Control without shares'],
  controlText: [
    '受制裁方不持股但控制的组织。此为单独提示，不计入持股合计。',
    'A sanctioned party controls these organisations without owning a share. This is shown separately and is not added to any total.',
  ],
  controlledBy: ['受制裁方不持股但控制：{names}。', 'Controlled without a share by sanctioned parties: {names}.'],
  ownership: ['所有权', 'Ownership'],
  showOwners: ['查看所有权', 'Show owners'],
  does_controls: ['控制', 'controls'],
  does_subsidiary: ['为其母公司：', 'is the parent of'],
  ownersSum: [
    '股东的最低持股合计 {sum}%，超过 100%。请核实。',
    'The minimum shares of its owners add up to {sum}%, which is more than 100%. Check them.',
  ],
  mark: ['设为受制裁', 'Set to sanctioned'],
  markTitle: ['将“{name}”设为受制裁', 'Set “{name}” to sanctioned'],
  markText: [
    '危险等级将改为“受制裁”，理由记入它的时间线。',
    'Its danger level becomes “Sanctioned”, and the reason is noted on its timeline.',
  ],
  why: ['理由', 'Reason'],
  marked: ['“{name}”已设为受制裁', '“{name}” set to sanctioned'],
  reason: [
    '按 50% 规则：受制裁方合计持有 {share}（{ways}）',
    'Under the 50% rule: sanctioned parties own {share} in total ({ways})',
  ],
})
