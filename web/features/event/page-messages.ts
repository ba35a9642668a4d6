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
    '其他人刚刚修改了此事件，请核对后重试。',
    'Someone else has just changed this event. Check it and try again.',
  ],
  when: ['时间', 'When'],
  noTime: ['未定', 'Unknown'],
  desc: ['描述', 'Description'],
  noLinks: ['还没有关联组织或人物。', 'No linked organisations or persons yet.'],
  loading: ['正在加载事件', 'Loading the event'],
  missingTitle: ['未找到该事件', 'Event not found'],
  toList: ['返回事件列表', 'Back to events'],
  failedTitle: ['事件加载失败', 'The event failed to load'],
})
