import { defineMessages } from '#web/platform/i18n.ts'

export const factMessages = defineMessages(
  {
    act: '记为事实',
    title: '记为事实',
    addTitle: '添加事实',
    changeTitle: '修改值和来源',
    saved: '已保存，来源已记录',
    of: '关于',
    value: '值',
    present: '现在显示：',
    showIt: '改为显示此值',
    addIt: '加入列表',
    record: '记录',
    recorded: '已记录，证据已附上',
  },
  {
    act: 'Record as a fact',
    title: 'Record as a fact',
    addTitle: 'Add a fact',
    changeTitle: 'Change the value and its source',
    saved: 'Saved with its source',
    of: 'About',
    value: 'Value',
    present: 'Shown now:',
    showIt: 'Show this value',
    addIt: 'Add it to the list',
    record: 'Record',
    recorded: 'Recorded with its evidence',
  },
)
