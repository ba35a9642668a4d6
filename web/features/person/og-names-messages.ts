import { defineMessages } from '#web/platform/i18n.ts'

export const ogNamesMessages = defineMessages({
  title: ['未关联组织', 'Unlinked organisations'],
  intro: [
    '这些名称目前只是人物中的文字。关联后，带有该名称且您有权修改的人物都会成为该组织的成员。',
    'These names are plain text in the records of persons. Linking a name makes every person with that name whom you can change a member of the organisation.',
  ],
  search: ['查找名称', 'Find a name'],
  persons: ['{count, number} 个人物', '{count, plural, one {# person} other {# persons}}'],
  pick: ['与“{name}”对应的组织', 'Organisation for “{name}”'],
  placeholder: ['选择或新建组织', 'Choose or create an organisation'],
  link: ['关联', 'Link'],
  linkNamed: ['关联“{name}”', 'Link “{name}”'],
  linkAll: ['关联全部 {count, number} 个同名组织', 'Link all {count, number} with the same name'],
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
    '{count, number} skipped: you do not have permission to change them.',
  ],
  empty: ['没有未关联的组织名称。', 'No unlinked organisation names.'],
  noMatch: ['没有符合条件的名称。', 'No matching names.'],
})
