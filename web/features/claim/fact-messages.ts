import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const factMessages = defineMessages({
  actShort: ['记为事实', 'Fact'],
  act: ['记为事实', 'Record as a fact'],
  title: ['记为事实', 'Record as a fact'],
  addTitle: ['添加事实', 'Add a fact'],
  changeTitle: ['修改值和来源', 'Change the value and its source'],
  saved: ['已保存，来源已记录', 'Saved with its source'],
  of: ['关于', 'About'],
  value: ['值', 'Value'],
  present: ['当前显示：', 'Currently shown:'],
  showIt: ['改为显示此值', 'Show this value'],
  addIt: ['加入列表', 'Add it to the list'],
  record: ['记录', 'Record'],
  recorded: ['已记录，证据已附上', 'Recorded with its evidence'],
  scheme: ['种类', 'Kind'],
  country: ['签发地区', 'Issued by'],
  ownScheme: ['编号名称', 'Name of the identifier'],
  note: [words['zh-CN'].note, words['en-US'].note],
  start_time: ['生效', 'Valid from'],
  end_time: ['失效', 'Valid to'],
})
