import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const personPageMessages = defineMessages({
  list: [words['zh-CN'].focusPersons, words['en-US'].focusPersons],
  editKey: ['编辑此人物', 'Edit this person'],
  photoOf: ['{name}的照片', 'Photo of {name}'],
  ogs: ['所属组织', 'Organisations'],
  for: ['代表{name}', 'for {name}'],
  age: ['{age, number} 岁', 'age {age, number}'],
  aged: ['享年 {age, number} 岁', 'aged {age, number}'],
  ageAbout: ['约 {age, number} 岁', 'about {age, number}'],
  agedAbout: ['享年约 {age, number} 岁', 'aged about {age, number}'],
  unlinked: ['系统中还没有的组织', 'Not in the system yet'],
  unlinkedCount: [
    '虚线框：{count, number} 个组织在系统中还没有',
    'Dashed: {count, plural, one {# organisation is} other {# organisations are}} not in the system yet',
  ],
  linkNames: ['关联这些组织', 'Link them'],
  loading: ['正在加载人物', 'Loading the person'],
  missingTitle: ['未找到该人物', 'Person not found'],
  toList: ['返回人物列表', 'Back to persons'],
  failedTitle: ['人物加载失败', 'The person failed to load'],
})
