import { labelPairs } from '#contract/registry.ts'
import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const notificationMessages = defineMessages({
  bell: [
    '{count, plural, =0 {通知} other {通知，# 条未读}}',
    '{count, plural, =0 {Notifications} one {Notifications, # unread} other {Notifications, # unread}}',
  ],
  unread: ['未读', 'Unread'],
  beyond: ['未逐条列出的', 'Not listed one by one'],
  following: ['关注', 'Following'],
  kinds: [words['zh-CN'].kind, words['en-US'].kind],
  anyKind: ['全部类型', 'All types'],
  markAll: ['全部标为已读', 'Mark all as read'],
  markRead: ['标为已读', 'Mark as read'],
  markUnread: ['标为未读', 'Mark as unread'],
  seeAll: ['查看全部通知', 'See all notifications'],
  emptyTitle: ['还没有通知', 'No notifications yet'],
  emptyText: [
    '关注组织、人物、事件、报告、页面或敏感词后，它们的变化会出现在这里。',
    'Follow organisations, persons, events, reports, pages or sensitive words, and their changes will appear here.',
  ],
  noUnreadTitle: ['没有未读通知', 'No unread notifications'],
  noUnreadText: [
    '新的通知到来时会出现在这里和页面顶部。',
    'New notifications appear here and at the top of every page.',
  ],
  loading: ['正在加载通知', 'Loading notifications'],
  failedTitle: ['通知加载失败', 'The notifications failed to load'],
  more: ['更多通知', 'More notifications'],
  by: ['{name}', '{name}'],
  byMany: ['{name}等{count, plural, other {另外 # 人}}', '{name} and {count, plural, one {# other} other {# others}}'],
  onPage: ['页面：{title}', 'Page: {title}'],
  lost: ['连接已断开，正在重新连接。', 'Connection lost; reconnecting.'],
  marked: ['{count, plural, other {已将 # 条标为已读}}', '{count, plural, one {# marked} other {# marked}} as read'],
})

export const familyMessages = defineMessages({
  record: ['记录修改', 'Record changes'],
  page: ['页面变化', 'Page changes'],
  mention: ['页面提及', 'Mentions on pages'],
  hit: ['敏感词命中', 'Sensitive words'],
  review: ['审核与发布', 'Reviews'],
  reply: ['评论与回复', 'Comments'],
  task: ['指派与反馈', 'Tasks and feedback'],
  search: ['保存的搜索', 'Saved searches'],
  sent: ['同事发来', 'Sent by colleagues'],
  more: ['其他', 'Others'],
})

export const entityMessages = defineMessages({
  ...labelPairs('one'),
  report: ['报告', 'Report'],
  upload: ['上传', 'Upload'],
  issue: ['反馈', 'Feedback'],
  page: [words['zh-CN'].page, words['en-US'].page],
  diff: ['页面差异', 'Page difference'],
  word: [words['zh-CN'].word, words['en-US'].word],
  login: ['登录', 'Login'],
  session: ['登录会话', 'Session'],
  webhook: ['Webhook', 'Webhook'],
  word_level: ['敏感词级别', 'Words of a level'],
})

/** The event of a notification, shown after the record's name. */
export const kindMessages = defineMessages({
  updated: [
    '{count, plural, =1 {已修改} other {修改了 # 次}}',
    '{count, plural, one {was changed} other {was changed # times}}',
  ],
  restored: ['已恢复', 'was restored'],
  merged: ['已合并另一条记录', 'was merged with another record'],
  unmerged: ['合并已撤销', 'had a merge undone'],
  changed_page: [
    '{count, plural, other {# 处页面变化}}',
    '{count, plural, one {has a page change} other {has # page changes}}',
  ],
  mentioned: [
    '{count, plural, other {在 # 个页面被提及}}',
    '{count, plural, one {was mentioned on a page} other {was mentioned on # pages}}',
  ],
  maybe_mentioned: [
    '{count, plural, other {在 # 个页面可能被提及（仅名称相同）}}',
    '{count, plural, one {was possibly mentioned on a page (name match only)} other {was possibly mentioned on # pages (name match only)}}',
  ],
  hit: [
    '{count, plural, other {在 # 个页面新出现}}',
    '{count, plural, one {newly appeared on a page} other {newly appeared on # pages}}',
  ],
  maybe_listed: [
    '{count, plural, other {可能在名单上：# 个新命中}}',
    '{count, plural, one {might be on a list: one new hit} other {might be on a list: # new hits}}',
  ],
  listed: ['已确认在名单上', 'was confirmed to be on a list'],
  review_asked: ['等待审核', 'is waiting for review'],
  ready: ['已处理完毕', 'is ready'],
  failed: ['处理失败', 'could not be read'],
  accepted: ['已通过', 'was accepted'],
  rejected: ['未通过', 'was rejected'],
  returned: ['已退回', 'was returned'],
  published: ['已发布', 'was published'],
  withdrawn: ['已撤回', 'was withdrawn'],
  archived: ['已归档', 'was archived'],
  commented: [
    '{count, plural, other {# 条新评论}}',
    '{count, plural, one {has a new comment} other {has # new comments}}',
  ],
  replied: ['{count, plural, other {# 条新回复}}', '{count, plural, one {has a new reply} other {has # new replies}}'],
  issue_created: ['新的反馈', 'is new feedback'],
  assigned: ['已指派给您', 'was assigned to you'],
  status_changed: ['状态已变化', 'changed its status'],
  login_new: [
    '您的账号从新的网络地址登录；若不是您本人，请结束该会话并修改密码',
    'your account was used from a new address; if it was not you, end that session and change your password',
  ],
  webhook_stopped: ['连续多日发送失败，已停止', 'was stopped after days of failures'],
  login_limited: [
    '密码错误次数过多，登录受到限制（详见审计记录）',
    'too many wrong passwords: logins are limited (see the audit trail)',
  ],
  sent: ['发给了您', 'was sent to you'],
  figure_alert: [
    '{count, plural, other {# 条数值提醒}}',
    '{count, plural, one {has a figure alert} other {has # figure alerts}}',
  ],
  search_hit: ['符合您保存的搜索', 'matches a saved search'],
  more: [
    '{count, plural, other {另有 # 条通知未逐条列出}}',
    '{count, plural, one {One more was not listed} other {# more were not listed one by one}}',
  ],
  other: ['有更新', 'has updates'],
})

/** The new status of one feedback. */
export const issueStatusMessages = defineMessages({
  now: ['状态变为“{status}”', 'is now “{status}”'],
})

/** A notification of one alert on a figure, by the state of the alert. */
export const figureAlertMessages = defineMessages({
  met: ['“{figure}”为 {value, number}，达到您设置的条件', '“{figure}” is {value, number}, as in your alert'],
  missing: ['页面上已没有“{figure}”', 'no longer has “{figure}”'],
  unread: ['页面无法完整读取，“{figure}”的提醒暂停', 'cannot be read completely, so the alert on “{figure}” is paused'],
})

export const followMessages = defineMessages({
  follow: ['关注', 'Follow'],
  following: ['已关注', 'Following'],
  unfollow: ['取消关注', 'Stop following'],
  followed: ['已关注，它的变化会通知您', 'You are now following it and will be notified of changes'],
  unfollowed: ['已取消关注', 'No longer following it'],
  emptyTitle: ['还没有关注任何内容', 'You are not following anything yet'],
  emptyText: [
    '在组织、人物、事件、报告或页面的详情页点“关注”，在下面关注敏感词级别。',
    'Choose “Follow” on the page of an organisation, person, event, report or watched page, or follow levels of sensitive words below.',
  ],
  auto: ['自己创建', 'created by you'],
  since: ['自 {at}', 'since {at}'],
  levels: ['敏感词级别', 'Sensitive word levels'],
  levelsText: [
    '该级别的任何敏感词在页面中新出现时通知您。',
    'Notifies you when any word of that level newly appears on a page.',
  ],
  level: ['{level, select, 1 {一级} 2 {二级} other {三级}}', 'Level {level}'],
  failed: ['关注列表加载失败', 'The followed items failed to load'],
  total: ['{count, plural, other {共 # 项}}', '{count, plural, one {# in all} other {# in all}}'],
})

export const sendMessages = defineMessages({
  send: ['发给同事', 'Send'],
  title: ['发给同事', 'Send to a colleague'],
  text: [
    '对方会立即收到通知和链接；只列出有权查看这条记录的人；选用户组时，只发给其中有权查看的成员。发送会记入审计记录。',
    'They are notified immediately with a link. Only people who can view this record are listed; of a group, only members who can view it are notified. Sending is recorded in the audit trail.',
  ],
  users: ['收件人', 'To'],
  usersHint: ['按姓名、用户名或用户组查找', 'Find by name, username or group'],
  usersNeeded: ['请选择收件人。', 'Choose at least one recipient.'],
  nobody: ['没有其他人可以查看这条记录', 'No one else can view this record'],
  noteLabel: ['留言（可不填）', 'Note (optional)'],
  noteHint: ['例如：请看第二节，周五前给我意见', 'For example: Please comment on section 2 by Friday'],
  sendNow: ['发送', 'Send'],
  sent: [
    '{count, plural, =0 {组内没有其他人可以查看，未发送} other {已发给 # 人}}',
    '{count, plural, =0 {No other member of the group can view it, so it was not sent} one {Sent to # colleague} other {Sent to # colleagues}}',
  ],
})

export const settingMessages = defineMessages({
  quiet: ['不弹出提示', 'No pop-ups'],
  quietText: ['通知只进入列表和未读数。', 'Notifications are only listed and counted.'],
  autoFollow: ['自动关注自己创建的记录', 'Follow records that I create'],
  kinds: ['按类别', 'By type'],
  inApp: ['页面内', 'In the console'],
  off: ['关闭', 'Off'],
  now: ['立即', 'Immediately'],
  digest: ['摘要', 'Digest'],
  digestTitle: ['邮件摘要', 'E-mail digest'],
  digestText: [
    '在所选时区的 08:00 发送未读通知；每周摘要在星期一。',
    'Unread notifications, sent at 08:00 in the chosen time zone; the weekly digest on Mondays.',
  ],
  digestOff: ['关闭', 'Off'],
  daily: ['每天', 'Daily'],
  weekly: ['每周', 'Weekly'],
  zone: ['时区', 'Time zone'],
  mailTo: ['邮件发往 {email}。', 'E-mails are sent to {email}.'],
  noMail: ['本系统没有配置邮件服务器，暂不发送邮件。', 'No mail server is configured, so no e-mails are sent.'],
  noEmail: ['您的资料中没有邮箱地址，无法发送邮件。', 'Your profile has no e-mail address, so no e-mails can be sent.'],
  failed: ['设置加载失败', 'The settings failed to load'],
  saved: ['设置已保存', 'Settings saved'],
})
