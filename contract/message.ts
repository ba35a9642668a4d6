import { bilingual } from './bilingual.ts'
import type { Locale } from './error.ts'
import { entityRecord } from './registry.ts'
import { fillPlaceholders } from './text.ts'

type Sentence = Record<Locale, string>

/** The message if a link refers to a missing record of an entity. */
const missingSentences = entityRecord((noun, { one }) => [
  `no_such_${noun}`,
  bilingual(`未找到该${one['zh-CN']}`, `${one['en-US']} not found`),
])

/**
 * One sentence for each way a field can be wrong, in both languages; forms and the server use the same sentences.
 * `{places}` are filled from the issue.
 */
const sentences = {
  ...missingSentences,
  required: bilingual('此项不能为空', 'This cannot be empty'),
  type: bilingual('类型不对，应为{expected}', 'Wrong type: {expected} is expected'),
  unknown_field: bilingual('未找到名为“{keys}”的字段', 'Field “{keys}” not found'),
  option: bilingual('请从这些值中选择：{values}', 'Choose one of: {values}'),
  text_short: bilingual('至少要有 {minimum} 个字符', 'At least {minimum} characters are needed'),
  text_long: bilingual('最多 {maximum} 个字符', 'At most {maximum} characters are allowed'),
  list_short: bilingual('至少要有 {minimum} 项', 'At least {minimum} entries are needed'),
  list_long: bilingual('最多 {maximum} 项', 'At most {maximum} entries are allowed'),
  number_small: bilingual('不能小于 {minimum}', 'It cannot be less than {minimum}'),
  number_big: bilingual('不能大于 {maximum}', 'It cannot be more than {maximum}'),
  email: bilingual('不是有效的邮箱地址', 'This is not a valid e-mail address'),
  url: bilingual(
    '不是有效的网址，应以 http:// 或 https:// 开头',
    'This is not a valid web address; it starts with http:// or https://',
  ),
  address_credentials: bilingual('网址中不能含有用户名或密码', 'A web address cannot contain a username or password'),
  one_way: bilingual('只能使用一种验证方式', 'Use exactly one way to confirm'),
  one_time_code: bilingual('应为 6 位数字', 'This should be six digits'),
  issuer: bilingual(
    '应为提供方的签发者地址，以 https:// 开头，不含 ? 和 #',
    'This should be the issuer’s address: it starts with https:// and has no ? or #',
  ),
  issuer_document: bilingual(
    '请填写签发者地址，不含 /.well-known/ 及其后的部分',
    'Enter the issuer’s address, without /.well-known/ and what follows it',
  ),
  domain: bilingual('不是有效的域名', 'This is not a valid domain'),
  mail_sender: bilingual(
    '应为邮箱地址或域名，例如 a@example.org、example.org 或 *.example.org',
    'This should be an address or a domain: a@example.org, example.org or *.example.org',
  ),
  mail_address: bilingual(
    '不能使用这个地址：只允许公网地址和 OG_OUTBOUND_ALLOW 中的地址；不加密时须为本机地址',
    'This address cannot be used: only public addresses and those of OG_OUTBOUND_ALLOW; without encryption, only this machine',
  ),
  mail_same_folder: bilingual('不能移到收取邮件的文件夹', 'This is the folder that is fetched'),
  not_uploader: bilingual('此用户的角色不能上传文件', 'The role of this user cannot upload files'),
  one_line: bilingual('不能含有换行', 'A line break is not allowed'),
  mail_port: bilingual('邮件端口为 143、993 或 1024 以上', 'The port of a mail server is 143, 993, or 1024 and above'),
  scope: bilingual('不能含有空格或引号', 'Spaces and quotation marks are not allowed'),
  api_key: bilingual('不能含有空格和非 ASCII 字符', 'Only ASCII characters without spaces are allowed'),
  address: bilingual('地址不正确', 'The address is not correct'),
  integer: bilingual('应为整数', 'This should be a whole number'),
  datetime: bilingual('不是有效的时间', 'This is not a valid time'),
  date: bilingual(
    '不是有效的日期，可写 1958、1958-10 或 1958-10-13',
    'This is not a valid date; write 1958, 1958-10 or 1958-10-13',
  ),
  date_order: bilingual('无法判断日和月哪个在前', 'It is not clear whether the day or the month comes first'),
  time: bilingual(
    '不是有效的时间，可写 1958、1958-10、1958-10-13 或 2026-11-21T14:05Z',
    'This is not a valid time; write 1958, 1958-10, 1958-10-13 or 2026-11-21T14:05Z',
  ),
  number_text: bilingual(
    '应写成“种类:号码”，例如 lei:5493001KJTIIGC8Y1R12',
    'Write type:number, such as lei:5493001KJTIIGC8Y1R12',
  ),
  time_order: bilingual('结束时间不能早于开始时间', 'The end cannot be before the start'),
  death_order: bilingual('逝世日期不能早于出生日期', 'The death cannot be before the birth'),
  days_many: bilingual('一次最多查看 62 天', 'At most 62 days can be requested at once'),
  place: bilingual('纬度和经度要一起填写', 'Enter both latitude and longitude'),
  own_party: bilingual('所代表的组织不能是任职的组织本身', 'Must be a different organisation'),
  no_such_version: bilingual('未找到该页面版本', 'Page version not found'),
  no_such_record: bilingual(
    '文中提到的记录已不存在或您无权查看',
    'A record mentioned in the text no longer exists, or you cannot view it',
  ),
  no_such_custom_field: bilingual('未找到该自定义字段，或已停用', 'Custom field not found, or it is retired'),
  custom_fields_many: bilingual(
    '这类记录已有 50 个自定义字段，请先停用不再需要的',
    'There are already 50 custom fields; retire those no longer needed first',
  ),
  not_a_choice: bilingual('不在该字段的选项中', 'Not one of the field’s choices'),
  choices_needed: bilingual('至少要有一个选项', 'Enter at least one choice'),
  no_such_figure: bilingual('页面当前版本中没有这个数值', 'The page’s newest version does not have this figure'),
  no_such_search: bilingual('未找到该保存的搜索', 'Saved search not found'),
  address_refused: bilingual(
    '不能使用这个地址：只允许公网地址，端口为 80、443 或 1024 以上',
    'This address cannot be used: only public addresses, with port 80, 443, or 1024 and above',
  ),
  no_such_source: bilingual('未找到该来源', 'Source not found'),
  source_circle: bilingual('来源不能直接或间接地转引自己', 'A source cannot repeat itself, directly or indirectly'),
  page_or_upload: bilingual('请给出 page、upload 或 text 中的一个', 'Give one of page, upload and text'),
  og_or_person: bilingual('请给出 og 或 person 中的一个', 'Give either og or person'),
  link_self: bilingual('不能与自己建立关联', 'An organisation cannot be linked to itself'),
  link_type: bilingual('人物不能有这种关联', 'A person cannot have this kind of link'),
  share_order: bilingual('持股比例的下限不能大于上限', 'The minimum share is greater than the maximum'),
  share_owns: bilingual('只有“持有”关系才有持股比例', 'Only an ownership link has a share'),
  relation_self: bilingual('不能与自己建立关系', 'A person cannot be related to themselves'),
  link_repeated: bilingual('关联重复', 'Duplicate link'),
  id: bilingual('不是有效的编号', 'This is not a valid id'),
  half_character: bilingual('含有无效字符，请删除后重新输入', 'Contains an invalid character; delete and retype it'),
  nul: bilingual('含有不允许的空字符', 'Contains a NUL character, which is not allowed'),
  host: bilingual('不是有效的主机名，例如 www.example.org', 'This is not a valid host name, such as www.example.org'),
  rule: bilingual(
    '“re:” 之后的正则表达式不可用（不支持环视和反向引用，长度有限）',
    'The expression after “re:” is not supported (no look-around or back-references, limited length)',
  ),
  rule_linear: bilingual(
    '不能使用这个表达式：不支持环视和反向引用',
    'This expression cannot be used: look-around and back-references are not supported',
  ),
  word_empty: bilingual('除符号外没有可查找的内容', 'Contains only punctuation; nothing to search for'),
  lines_many: bilingual('一次最多 20,000 行，请分几次粘贴', 'At most 20,000 lines at once; paste the list in parts'),
  selector: bilingual('不是有效的 CSS 选择器', 'This is not a valid CSS selector'),
  cron: bilingual(
    '不是有效的计划，应为五段：分 时 日 月 周',
    'This is not a valid schedule: five fields, minute hour day month weekday',
  ),
  zone: bilingual('未找到该时区', 'Time zone not found'),
  charset: bilingual('未找到该编码', 'Encoding not found'),
  out_of_site: bilingual('这个网址不属于该组织的网站', 'This address does not belong to the organisation’s site'),
  region: bilingual('未找到该地区代码', 'Region code not found'),
  icon: bilingual('不是有效的图标，请重新上传', 'This is not a valid icon; upload it again'),
  username: bilingual('只能用文字、数字、点、横线和下划线', 'Use letters, digits, dots, dashes and underscores only'),
  phone: bilingual('只能用数字、空格和 + ( ) - .', 'Use digits, spaces and + ( ) - . only'),
  password_weak: bilingual(
    '密码太容易猜到：请用至少 12 个字符，避免常见密码和个人信息',
    'This password is too easy to guess: use at least 12 characters, and avoid common passwords and personal details',
  ),
  password_wrong: bilingual('密码不正确', 'The password is not correct'),
  password_email_needed: bilingual(
    '更换邮箱需要填写当前密码',
    'Enter your current password to change the e-mail address',
  ),
  password_old_needed: bilingual('修改密码需要填写原密码', 'Enter the old password to change it'),
  logo: bilingual('标志须为本系统处理过的 PNG 图片', 'The logo must be a PNG picture processed by this console'),
  colour: bilingual('颜色的格式是 #1F2A44', 'Use the colour format #1F2A44'),
  said_twice: bilingual('有重复的词', 'Duplicate word'),
  no_such_marking: bilingual('未找到该密级标识', 'Marking not found'),
  not_reader: bilingual(
    '所选的人中有人无权查看此记录，请重新选择',
    'Someone you chose cannot view this record; choose again',
  ),
  no_such_user: bilingual('未找到该用户', 'User not found'),
  service_account: bilingual('服务账号没有密码', 'A service account has no password'),
  no_lists: bilingual('没有可比对的名单，请先加载名单', 'There is no list to screen against; load one first'),
  no_such_group: bilingual('未找到该用户组', 'Group not found'),
  no_such_category: bilingual('未找到该类别', 'Category not found'),
  no_such_field: bilingual('未找到该字段', 'Field not found'),
  own_path: bilingual('应为本系统内的路径，以 / 开头', 'This should be a path of this console, starting with /'),
  below_threshold: bilingual(
    '强命中的最低分不能低于命中的最低分',
    'The minimum score of a strong hit cannot be below the minimum score of a hit',
  ),
  setting_boolean: bilingual('“{label}”只能是 true 或 false', '“{label}” must be true or false'),
  setting_integer: bilingual(
    '“{label}”应为 {minimum} 到 {maximum} 之间的整数',
    '“{label}” must be a whole number from {minimum} to {maximum}',
  ),
  setting_address: bilingual(
    '“{label}”应为网址，并包含：{values}',
    '“{label}” must be a web address that contains: {values}',
  ),
  not_in_text: bilingual('这段文字不在所选的正文中', 'This passage is not in the text'),
  setting_text: bilingual(
    '“{label}”应为一行，至多 {maximum} 个字符',
    '“{label}” must be one line of at most {maximum} characters',
  ),
  setting_choice: bilingual('“{label}”应为以下之一：{values}', '“{label}” must be one of: {values}'),
  file_empty: bilingual('文件是空的', 'The file is empty'),
  files_full: bilingual(
    '您上传的附件已达到总量上限，请先删除不再需要的',
    'Your attachments have reached their total limit; delete some first',
  ),
  files_many: bilingual('这条记录的附件太多了', 'This record has too many attachments'),
  wrong: bilingual('填写的内容不对', 'This is not valid'),
} as const satisfies Record<string, Sentence>

export type MessageCode = keyof typeof sentences

const typeNames: Record<string, Sentence> = {
  string: bilingual('文字', 'text'),
  number: bilingual('数字', 'a number'),
  int: bilingual('整数', 'a whole number'),
  boolean: bilingual('是或否', 'true or false'),
  array: bilingual('列表', 'a list'),
  object: bilingual('对象', 'an object'),
  record: bilingual('对象', 'an object'),
  null: bilingual('空', 'null'),
}

/** The parts of a zod issue that the sentences use. */
export type SchemaIssue = {
  code?: string | undefined
  path?: readonly PropertyKey[]
  input?: unknown
  expected?: unknown
  origin?: unknown
  format?: unknown
  minimum?: unknown
  maximum?: unknown
  keys?: unknown
  values?: unknown
  errors?: readonly (readonly SchemaIssue[])[]
  params?: Record<string, unknown> | undefined
}

/** A sentence by its code, with placeholders filled from `detail`. */
export function message(code: MessageCode, locale: Locale, detail: Record<string, unknown> = {}): string {
  return fillPlaceholders(sentences[code][locale], detail)
}

/** The fault of one field, as a sentence without a full stop. */
export function issueMessage(issue: SchemaIssue, locale: Locale): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return message('required', locale)
      return message('type', locale, { expected: typeNames[String(issue.expected)]?.[locale] ?? issue.expected })
    case 'unrecognized_keys':
      return message('unknown_field', locale, { keys: (issue.keys as string[]).join('”, “') })
    case 'invalid_value':
      return message('option', locale, { values: (issue.values as unknown[]).slice(0, 12).join(', ') })
    case 'too_small':
      if (issue.origin === 'string') return message(issue.minimum === 1 ? 'required' : 'text_short', locale, issue)
      return message(issue.origin === 'array' ? 'list_short' : 'number_small', locale, issue)
    case 'too_big':
      if (issue.origin === 'string') return message('text_long', locale, issue)
      return message(issue.origin === 'array' ? 'list_long' : 'number_big', locale, issue)
    case 'invalid_format':
      if (issue.format === 'email' || issue.format === 'url' || issue.format === 'datetime')
        return message(issue.format, locale)
      return message('wrong', locale)
    case 'invalid_union': {
      const inner = issue.errors?.find(branch => branch.some(each => each.code !== 'invalid_type'))?.[0]
      return inner ? issueMessage(inner, locale) : message('wrong', locale)
    }
    case 'custom': {
      const code = issue.params?.code
      return message(typeof code === 'string' && code in sentences ? (code as MessageCode) : 'wrong', locale)
    }
    default:
      return message('wrong', locale)
  }
}

/** `entrances.2` and the like; empty for the whole body. */
export function issuePath(issue: SchemaIssue): string {
  return (issue.path ?? []).map(String).join('.')
}

/**
 * One issue per invalid field. The schema reports unknown fields together, under the object that contains them; they
 * are split here.
 */
export function issuesByField(issues: readonly SchemaIssue[]): SchemaIssue[] {
  return issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? (issue.keys as string[]).map(key => ({ ...issue, keys: [key], path: [...(issue.path ?? []), key] }))
      : [issue],
  )
}
