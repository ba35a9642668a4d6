import type { MailboxFailure, MailReason, MailState } from '#contract/mailbox.api.ts'
import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

type Pair = readonly [zh: string, en: string]

export const mailboxFieldMessages = defineMessages({
  is_active: ['收取邮件', 'Fetch messages'],
  host: ['IMAP 服务器', 'IMAP server'],
  port: ['端口', 'Port'],
  security: ['加密', 'Encryption'],
  username: ['用户名', 'User name'],
  auth: ['登录方式', 'Log in with'],
  secret: ['密码或令牌', 'Password or token'],
  folder: ['文件夹', 'Folder'],
  since: ['收取此日期起的邮件', 'Fetch messages from'],
  after_read: ['收取后', 'After fetching'],
  move_to: ['移到的文件夹', 'Move to folder'],
  server_id: ['收信服务器的标识', 'Identifier of the receiving server'],
  senders: ['允许的发件人', 'Accepted senders'],
  owner: ['上传文件的所有者', 'Owner of the uploads'],
  read_user: ['可查看的人', 'Readers'],
  read_group: ['可查看的用户组', 'Groups of readers'],
})

export const mailboxMessages = defineMessages({
  title: ['收件邮箱', 'Mailboxes'],
  titleText: [
    '每 5 分钟通过 IMAP 收取新邮件，每封成为一份上传文件，附件一并读取。只接收名单内且通过验证的发件人。',
    'New messages are fetched by IMAP every five minutes. Each becomes an upload with its attachments, if its sender is listed and verified.',
  ],
  add: ['添加邮箱', 'Add a mailbox'],
  emptyTitle: ['尚未设置邮箱', 'No mailboxes'],
  emptyText: [
    '添加一个邮箱，并把要收集的邮件转发到那里。',
    'Add a mailbox, and have the messages that you collect sent there.',
  ],
  running: ['正在收取', 'Fetching'],
  failing: ['收取失败', 'Failing'],
  working: ['正常', 'Working'],
  waiting: ['等待首次收取', 'Not fetched yet'],
  inactive: ['已停用', 'Switched off'],
  server: ['{username} · {host}:{port} · {folder}', '{username} · {host}:{port} · {folder}'],
  lastFetched: ['最近收取 {at}', 'Last fetched {at}'],
  lastRun: ['最近尝试 {at}', 'last attempt {at}'],
  ownedBy: ['所有者 {name}', 'owner {name}'],
  failedSince: ['自 {at} 起：{reason}', 'Since {at}: {reason}'],
  nextAt: ['下次尝试 {at}', 'Next attempt {at}'],
  unreadable: [
    '密码无法解密（OG_SECRET_KEY 或 secret.key 已改变），请重新填写。',
    'The password cannot be decrypted (OG_SECRET_KEY or secret.key has changed). Enter it again.',
  ],
  noSecret: ['尚未填写密码或令牌。', 'No password or token is stored.'],
  fetchNow: ['立即收取', 'Fetch now'],
  fetchQueued: ['已排队收取', 'Queued'],
  test: ['测试连接', 'Test'],
  testOk: [
    '连接正常：文件夹中有 {count, number} 封邮件。',
    'The connection works: {count, plural, one {# message} other {# messages}} in the folder.',
  ],
  testFailed: ['测试失败：{reason}', 'The test failed: {reason}'],
  messages: ['邮件', 'Messages'],
  messagesNamed: ['“{name}”的邮件', 'Messages of “{name}”'],
  deleteTitle: ['删除邮箱“{name}”？', 'Delete the mailbox “{name}”?'],
  deleteText: [
    '不再收取，收取记录一并删除。已收到的文件不受影响。若再次添加，同一封邮件会被再次收取。',
    'Nothing is fetched any more, and its log is deleted. Uploads stay. If it is added again, the same messages are fetched again.',
  ],
  all: [words['zh-CN'].all, words['en-US'].all],
  open: ['待处理', 'Need a decision'],
  filter: ['按结果筛选', 'Filter by result'],
  received: ['收到', 'Noted'],
  from: ['发件人', 'From'],
  subject: ['主题', 'Subject'],
  result: ['结果', 'Result'],
  noSubject: ['（无主题）', '(no subject)'],
  noMessages: ['没有邮件。', 'No messages.'],
  take: ['接收', 'Take'],
  takeAgain: [words['zh-CN'].retry, words['en-US'].retry],
  takeNamed: ['接收“{name}”', 'Take “{name}”'],
  taken: ['将在下次收取时接收', 'It will be taken with the next fetch'],
  toUpload: ['查看文件', 'Open the upload'],
  tries: ['第 {count} 次', 'attempt {count}'],
})

export const mailboxFormMessages = defineMessages({
  created: ['已添加“{name}”，请测试连接', '“{name}” added. Test its connection'],
  hostHint: ['例如 imap.example.org', 'For example imap.example.org'],
  tls: ['TLS（通常为端口 993）', 'TLS (usually port 993)'],
  starttls: ['STARTTLS（通常为端口 143）', 'STARTTLS (usually port 143)'],
  plain: ['不加密（仅限本机）', 'None (this machine only)'],
  password: ['密码', 'Password'],
  token: ['OAuth 访问令牌', 'OAuth access token'],
  secretHint: [
    '加密保存，不再显示。令牌过期后须重新填写。',
    'Stored encrypted and not shown again. A token must be entered again when it expires.',
  ],
  secretKept: [
    '已保存，留空则不变。修改服务器或用户名时须重新填写。',
    'Stored. Leave empty to keep it; it must be entered again for another server or user.',
  ],
  sinceHint: ['更早收到的邮件不会收取。', 'Messages that arrived earlier are not fetched.'],
  nothing: ['不改动邮箱', 'Leave it as it is'],
  flag: ['标记为已读并加旗标', 'Mark it as read and flagged'],
  move: ['移到另一文件夹', 'Move it to a folder'],
  afterHint: ['只对成为上传文件的邮件。', 'Only messages that became uploads.'],
  serverIdHint: [
    '邮件头 Authentication-Results 开头的名称，例如 mx.example.org。只信任它写明的验证结果。',
    'The name at the beginning of Authentication-Results in a message, such as mx.example.org. Only its results are trusted.',
  ],
  sendersHint: [
    '邮箱地址、域名（example.org）或其子域（*.example.org）。其他发件人会被拒收并列出。',
    'Addresses, domains (example.org), or the domains below one (*.example.org). Other senders are refused and listed.',
  ],
  ownerHint: [
    '主题中的 [og:12] 或收件地址中的 +og12 会关联该组织，前提是所有者可以修改它。',
    '[og:12] in the subject, or +og12 in the address, links that organisation if the owner may change it.',
  ],
  readers: ['可以查看上传文件的人', 'Who can see the uploads'],
  everyReader: ['所有编辑', 'All editors'],
})

/** Why a mailbox cannot be fetched. */
export const failureMessages = defineMessages({
  dns: ['找不到服务器的地址', 'The name of the server has no address'],
  address: [
    '服务器的地址不是公网地址，且不在 OG_OUTBOUND_ALLOW 中',
    'The address of the server is not public and not in OG_OUTBOUND_ALLOW',
  ],
  not_local: ['不加密的连接只能用于本机', 'Without encryption, the server must be on this machine'],
  connect: ['无法连接服务器，或连接中断', 'The server cannot be reached, or the connection broke off'],
  tls: ['TLS 证书不受信任，或端口不使用 TLS', 'The certificate is not trusted, or the port does not use TLS'],
  tls_name: ['TLS 证书属于另一个名称', 'The certificate is for another name'],
  starttls: ['服务器不提供 STARTTLS，或升级失败', 'The server does not offer STARTTLS, or it failed'],
  login: ['登录被拒：请检查用户名和密码或令牌', 'The login was refused: check user name and password or token'],
  folder: ['无法打开文件夹', 'The folder cannot be opened'],
  move_folder: ['无法移到目标文件夹', 'The folder to which messages are moved cannot be used'],
  settle: ['服务器拒绝标记邮件', 'The server refuses to mark messages'],
  protocol: ['服务器的回复有误', 'The replies of the server are faulty'],
  timeout: ['服务器没有及时回复', 'The server did not reply in time'],
  owner: ['所有者已删除、停用，或不能上传文件', 'The owner was deleted, is disabled, or cannot upload files'],
  secret: ['没有可用的密码或令牌', 'There is no usable password or token'],
  internal: ['本系统出错，详见日志', 'An error of this console; see its log'],
} satisfies Record<MailboxFailure, Pair>)

/** Why a message did not become an upload. */
export const reasonMessages = defineMessages({
  no_sender: ['没有发件人', 'It names no sender'],
  many_senders: ['有多个发件人', 'It names several senders'],
  not_listed: ['发件人不在名单中', 'Its sender is not listed'],
  no_result: ['收信服务器没有验证结果', 'The receiving server states no verification'],
  not_verified: ['发件人未通过验证', 'Its sender was not verified'],
  too_large: ['超过 50 MB', 'Larger than 50 MB'],
  head_too_large: ['邮件头过长', 'Its head is too long'],
  empty: ['邮件是空的', 'It is empty'],
  incomplete: ['下载中断', 'The server broke off'],
  protocol: ['服务器的回复有误', 'The server replied with a fault'],
  unreadable: ['邮件头无法读取', 'Its head cannot be read'],
  quota: ['所有者的上传空间已满', 'The space of the owner is full'],
  gone: ['已不在文件夹中', 'It is no longer in the folder'],
} satisfies Record<MailReason, Pair>)

export const stateMessages = defineMessages({
  stored: ['已收取', 'Taken'],
  duplicate: ['重复', 'Duplicate'],
  refused: ['已拒收', 'Refused'],
  failed: ['未能读取', 'Not readable'],
  wanted: ['等待收取', 'Waiting'],
} satisfies Record<MailState, Pair>)
