import { defineMessages } from '#web/platform/i18n.ts'

export const ogNamesMessages = defineMessages({
  title: ['未关联组织', 'Unlinked organisations'],
  intro: [
    '这些名称只以文字写在人物中。关联后，您能修改的每个带有此名称的人物都会成为该组织的成员。',
    'These names are only text on the persons. Linking one makes every person who carries it, and whom you may change, a member of the organisation.',
  ],
  search: ['查找名称', 'Find a name'],
  persons: ['{count, number} 个人物', '{count, plural, one {# person} other {# persons}}'],
  pick: ['与“{name}”对应的组织', 'Organisation for “{name}”'],
  placeholder: ['选择或新建组织', 'Choose or create an organisation'],
  link: ['关联', 'Link'],
  linkNamed: ['关联“{name}”', 'Link “{name}”'],
  linkAll: ['关联全部 {count, number} 个同名组织', 'Link all {count, number} that have the same name'],
  linkedAll: [
    '{names, number} 个名称：已关联 {count, number} 个人物。',
    '{names, number} names: {count, plural, one {# person} other {# persons}} linked.',
  ],
  exact: ['名称相同', 'Same name'],
  alias: ['与别名相同', 'Same as an alias'],
  suggested: ['名称相近，请核对', 'Similar name; check it'],
  linked: [
    '“{name}”：已关联 {count, number} 个人物。',
    '“{name}”: {count, plural, one {# person} other {# persons}} linked.',
  ],
  refused: [
    '{count, number} 个因无权修改未处理。',
    '{count, plural, one {# was} other {# were}} left as before: you may not change them.',
  ],
  empty: ['没有未关联的组织名称。', 'There are no unlinked names of organisations.'],
  noMatch: ['没有符合的名称。', 'No name matches.'],
})
