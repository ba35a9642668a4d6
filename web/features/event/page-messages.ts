import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const eventPageMessages = defineMessages({
  evidence: ['网页证据', 'Evidence'],
  list: [words['zh-CN'].events, words['en-US'].events],
  editKey: ['编辑此事件', 'Edit this event'],
  confirm: ['确认', 'Confirm'],
  dismiss: ['排除', 'Dismiss'],
  redraft: ['改回草稿', 'Back to draft'],
  statusSet: ['“{name}”：{status}', '“{name}”: {status}'],
  statusKept: [
    '别人刚刚修改了此事件，请看过后再试。',
    'Someone else has just changed this event. Look at it and try again.',
  ],
  when: ['时间', 'When'],
  noTime: ['未定', 'Not known'],
  desc: ['描述', 'Description'],
  noDesc: ['还没有描述。', 'There is no description yet.'],
  noLinks: ['还没有关联组织或人物。', 'No organisation or person is linked yet.'],
  loading: ['正在加载事件', 'Loading the event'],
  missingTitle: ['没有这个事件', 'There is no such event'],
  toList: ['返回事件列表', 'Back to events'],
  failedTitle: ['事件没有加载出来', 'The event could not be loaded'],
})
