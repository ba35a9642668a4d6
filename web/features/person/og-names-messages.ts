import { defineMessages } from '#web/platform/i18n.ts'

export const ogNamesMessages = defineMessages(
  {
    title: '未关联组织',
    intro: '这些名称只以文字写在人物中。关联后，您能修改的每个带有此名称的人物都会成为该组织的成员。',
    search: '查找名称',
    persons: '{count, number} 个人物',
    pick: '与“{name}”对应的组织',
    placeholder: '选择或新建组织',
    link: '关联',
    linkNamed: '关联“{name}”',
    exact: '名称相同',
    alias: '与别名相同',
    suggested: '名称相近，请核对',
    linked: '“{name}”：已关联 {count, number} 个人物。',
    refused: '{count, number} 个因无权修改未处理。',
    empty: '没有未关联的组织名称。',
    noMatch: '没有符合的名称。',
  },
  {
    title: 'Unlinked organisations',
    intro:
      'These names are only text on the persons. Linking one makes every person who carries it, and whom you may change, a member of the organisation.',
    search: 'Find a name',
    persons: '{count, plural, one {# person} other {# persons}}',
    pick: 'Organisation for “{name}”',
    placeholder: 'Choose or create an organisation',
    link: 'Link',
    linkNamed: 'Link “{name}”',
    exact: 'Same name',
    alias: 'Same as an alias',
    suggested: 'Similar name; check it',
    linked: '“{name}”: {count, plural, one {# person} other {# persons}} linked.',
    refused: '{count, plural, one {# was} other {# were}} left as before: you may not change them.',
    empty: 'There are no unlinked names of organisations.',
    noMatch: 'No name matches.',
  },
)
