import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const personPageMessages = defineMessages(
  {
    list: words['zh-CN'].focusPersons,
    editKey: '编辑此人物',
    photoOf: '{name}的照片',
    ogs: '所属组织',
    for: '代表{name}',
    age: '{age, number} 岁',
    aged: '享年 {age, number} 岁',
    ageAbout: '约 {age, number} 岁',
    agedAbout: '享年约 {age, number} 岁',
    unlinked: '系统中还没有的组织',
    linkNames: '关联这些组织',
    loading: '正在加载人物',
    missingTitle: '没有这个人物',
    toList: '返回人物列表',
    failedTitle: '人物没有加载出来',
  },
  {
    list: words['en-US'].focusPersons,
    editKey: 'Edit this person',
    photoOf: 'Photo of {name}',
    ogs: 'Organisations',
    for: 'for {name}',
    age: 'age {age, number}',
    aged: 'aged {age, number}',
    ageAbout: 'about {age, number}',
    agedAbout: 'aged about {age, number}',
    unlinked: 'Not in the system yet',
    linkNames: 'Link them',
    loading: 'Loading the person',
    missingTitle: 'There is no such person',
    toList: 'Back to persons',
    failedTitle: 'The person could not be loaded',
  },
)
