import type { DeliveryState, WebhookEventKind, WebhookFormat } from '#contract/webhook.api.ts'
import { defineMessages, type Pair } from '#web/platform/i18n.ts'

type KindKey<K> = K extends `${infer Noun}.${infer Act}` ? `${Noun}_${Act}` : never

/** A dot in a key would be a path. */
export const kindKey = (kind: WebhookEventKind) => kind.replace('.', '_') as KindKey<WebhookEventKind>

export const kindMessages = defineMessages({
  difference_found: ['发现页面差异', 'Page difference found'],
  word_found: ['发现敏感词', 'Sensitive word found'],
  screening_hit: ['筛查命中', 'Screening hit'],
  record_created: ['新建记录', 'Record created'],
  record_updated: ['修改记录', 'Record changed'],
  record_deleted: ['删除记录', 'Record deleted'],
  record_erased: ['清除个人数据', 'Record erased'],
  report_published: ['发布报告', 'Report published'],
  search_found: ['保存的搜索有新结果', 'New result of a saved search'],
  webhook_test: ['测试', 'Test'],
} satisfies Record<KindKey<WebhookEventKind>, Pair>)

export const formatMessages = defineMessages({
  standard: ['标准 JSON（带签名）', 'Standard JSON (signed)'],
  slack: ['Slack', 'Slack'],
  teams: ['Microsoft Teams', 'Microsoft Teams'],
  dingtalk: ['钉钉', 'DingTalk'],
  feishu: ['飞书', 'Feishu'],
  wecom: ['企业微信', 'WeCom'],
  ntfy: ['ntfy', 'ntfy'],
} satisfies Record<WebhookFormat, Pair>)

export const deliveryMessages = defineMessages({
  waiting: ['等待发送', 'Waiting'],
  delivered: ['已送达', 'Delivered'],
  dead: ['已放弃', 'Gave up'],
  withheld: ['未发送：无权查看', 'Withheld: no access'],
} satisfies Record<DeliveryState, Pair>)

export const webhookMessages = defineMessages({
  title: ['Webhook', 'Webhooks'],
  text: [
    '有新事件时通知其他程序或聊天群。只发送您当时有权查看的内容。',
    'Notify other programs or chat channels of new events. Only content that you can view at that time is sent.',
  ],
  mine: ['我的', 'Mine'],
  everyone: ['全部用户', 'All users'],
  allText: [
    '可以停止任何用户的 Webhook；地址和发送内容只有其所有者能看到。',
    'You can stop the webhooks of any user; only their owners see the addresses and the content.',
  ],
  add: ['新建 Webhook', 'New webhook'],
  emptyTitle: ['还没有 Webhook', 'No webhooks yet'],
  emptyText: [
    '例如：发现页面差异或筛查命中时，发到团队的聊天群。',
    'For example: post page differences or screening hits to your team’s chat.',
  ],
  failed: ['Webhook 加载失败。', 'The webhooks failed to load.'],
  state_on: ['启用', 'On'],
  failing: ['发送失败', 'Failing'],
  state_paused: ['已暂停', 'Paused'],
  reason_failing: ['连续多日发送失败，已自动停止。', 'Stopped automatically after days of failures.'],
  reason_gone: [
    '接收方表示此地址已废弃（410），已自动停止。',
    'Stopped: the receiver reports that the address is gone (410).',
  ],
  reason_access: [
    '修改密码、停用账号或结束全部会话时已停止。确认后可重新启用。',
    'Stopped when a password was changed, the account disabled or all sessions ended. Switch it on again once you have checked it.',
  ],
  reason_admin: ['已由管理员停止。', 'Stopped by an administrator.'],
  failingSince: ['自 {at} 起发送失败', 'failing since {at}'],
  lastDelivered: ['最近送达 {at}', 'last delivered {at}'],
  neverDelivered: ['尚未送达', 'nothing delivered yet'],
  waitingCount: ['等待 {count} 条', '{count} waiting'],
  deadCount: ['放弃 {count} 条', '{count} gave up'],
  owner: ['所有者：{name}', 'Owner: {name}'],
  nameHint: ['例如：监测群', 'For example: monitoring channel'],
  url: ['地址', 'Address'],
  urlHint: [
    '以 https:// 开头；加密保存，其他人看不到。',
    'Starts with https://; stored encrypted and hidden from others.',
  ],
  format: ['格式', 'Format'],
  signSecret: ['加签密钥', 'Signing secret'],
  signSecret_ntfy: ['访问令牌', 'Access token'],
  signSecretHint: ['选填：机器人启用了加签时填写。', 'Optional: if the bot requires signed requests.'],
  signSecretHint_ntfy: ['选填：主题需要授权时填写。', 'Optional: if the topic is protected.'],
  signSecretKept: ['已保存；留空则不变', 'Stored; leave empty to keep it'],
  filter: ['只限', 'Only'],
  filter_none: ['不限', 'Everything'],
  filter_og: ['某个组织及相关记录', 'An organisation and linked records'],
  filter_search: ['保存的搜索能找到的记录', 'Records that a saved search finds'],
  search: ['保存的搜索', 'Saved search'],
  noSearches: ['还没有保存的搜索。', 'You have no saved searches.'],
  create: ['创建', 'Create'],
  tooMany: ['最多 20 个 Webhook，请先删除不用的。', 'You already have 20 webhooks. Delete one you no longer use.'],
  made: ['“{name}”的签名密钥只显示这一次：', 'The signing secret of “{name}” is shown only once:'],
  howTo: [
    '接收方用它核对 webhook-signature（Standard Webhooks，HMAC-SHA256）。',
    'The receiver checks webhook-signature with it (Standard Webhooks, HMAC-SHA256).',
  ],
  saved: ['已保存“{name}”', '“{name}” saved'],
  editNamed: ['修改“{name}”', 'Edit “{name}”'],
  edit: ['修改', 'Edit'],
  test: ['发送测试', 'Send a test'],
  testSent: ['测试已提交，结果见下方记录', 'Test sent; the result appears in the log below'],
  pause: ['暂停', 'Pause'],
  resume: ['启用', 'Switch on'],
  resumed: ['已启用“{name}”', '“{name}” is on'],
  paused: ['已暂停“{name}”，事件会保留 14 天', '“{name}” paused; events are kept for 14 days'],
  stopNamed: ['停止“{name}”', 'Stop “{name}”'],
  stopTitle: ['停止“{name}”？', 'Stop “{name}”?'],
  stopText: [
    '立即停止发送，之后的事件不再记录，直到其所有者重新启用。',
    'Nothing more is sent, and events are no longer recorded until its owner switches it on.',
  ],
  wasStopped: ['已停止“{name}”', '“{name}” stopped'],
  renew: ['更换密钥', 'New secret'],
  renewTitle: ['更换“{name}”的签名密钥？', 'Replace the signing secret of “{name}”?'],
  renewText: [
    '24 小时内同时用新旧两个密钥签名，便于接收方更换。',
    'For 24 hours, requests are signed with the former secret too, so that the receiver can change over.',
  ],
  formerUntil: ['旧密钥有效至 {at}', 'Former secret valid until {at}'],
  removeTitle: ['删除“{name}”？', 'Delete “{name}”?'],
  removeText: [
    '等待发送的事件和发送记录一并删除，且不能恢复。',
    'Its waiting events and its log are deleted too. This cannot be undone.',
  ],
  removed: ['已删除“{name}”', '“{name}” deleted'],
  log: ['发送记录', 'Deliveries'],
  logEmpty: ['还没有事件。', 'No events yet.'],
  logFilter: ['状态', 'State'],
  result: ['结果', 'Result'],
  latency: ['用时', 'Time taken'],
  response: ['响应', 'Response'],
  attempts: ['第 {count} 次', 'attempt {count}'],
  next: ['下次 {at}', 'next {at}'],
  again: ['重发', 'Resend'],
  againNamed: ['重发 {id}', 'Resend {id}'],
  sentAgain: ['已重新排队', 'Queued again'],
  hidden: ['（无权查看）', '(no access)'],
  manage: ['管理', 'Manage'],
  fault_secret: ['密钥无法读取，请更换', 'secret cannot be read; replace it'],
  fault_reply: ['应答不是该聊天软件的格式', 'not a reply of this chat program'],
})
