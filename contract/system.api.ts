import * as z from 'zod/mini'
import { type BilingualText, bilingual } from './bilingual.ts'
import { endpoint } from './endpoint.ts'
import { limitSettings } from './limit.ts'
import { modelSettings } from './model-setting.ts'
import { admins } from './role.ts'
import { Id, Instant, maxInteger } from './wire.ts'

/** Groups of settings on the screen, in this order. */
export const systemSettingGroups = {
  report: bilingual('报告', 'Reports'),
  backup: bilingual('备份', 'Backups'),
  screening: bilingual('名单筛查', 'Screening'),
  monitor: bilingual('网页监测', 'Page monitor'),
  session: bilingual('登录与会话', 'Login and sessions'),
  model: bilingual('模型', 'Model'),
  limit: bilingual('使用上限', 'Usage limits'),
} as const satisfies Record<string, BilingualText>
export type SystemSettingGroup = keyof typeof systemSettingGroups

type Common = {
  group: SystemSettingGroup
  label: BilingualText /** Its effect, in one or two sentences. */
  help: BilingualText
}
/** One setting of the whole console; `unit` is shown after the number, in words. */
export type SystemSettingRow = Common &
  (
    | { kind: 'boolean'; default: boolean }
    | { kind: 'integer'; default: number; min: number; max: number; unit?: BilingualText }
    | { kind: 'choice'; default: string; choices: Readonly<Record<string, BilingualText>> }
    /** A web address, '' for none; `needs`: the placeholders that it must contain. */
    | { kind: 'address'; default: string; needs: readonly string[] }
    /** One line, '' for none. */
    | { kind: 'text'; default: string; most: number }
  )

/**
 * The only list of settings that administrators make for everyone. Only values that differ from the default are stored.
 * Read them with `readSetting`.
 */
export const systemSettings = {
  report_four_eyes: {
    kind: 'boolean',
    default: true,
    group: 'report',
    label: bilingual('报告须由他人发布', 'Require a second person to publish'),
    help: bilingual(
      '开启后，写过报告任一版本的人不能发布该报告。只有一人撰写报告的团队可以关闭。',
      'When this is on, users cannot publish a report if they wrote any version of it. A team with a single writer can turn it off.',
    ),
  },
  login_password: {
    kind: 'boolean',
    default: true,
    group: 'session',
    label: bilingual('允许密码登录', 'Accept passwords'),
    help: bilingual(
      '关闭后，除管理员外只能通过身份提供方登录。须先有人用启用的身份提供方成功登录。',
      'When this is off, everyone except administrators logs in with an identity provider. Someone must have logged in with an active one before.',
    ),
  },
  login_second_factor: {
    kind: 'choice',
    default: 'none',
    choices: {
      none: bilingual('无人', 'No one'),
      admins: bilingual('管理员', 'Administrators'),
      records: bilingual('所有能查看记录的人', 'Everyone who reads records'),
    },
    group: 'session',
    label: bilingual('必须设置第二步验证', 'Require a second factor'),
    help: bilingual(
      '下次用密码登录时，须先设置通行密钥或身份验证器。通过身份提供方登录的人由提供方负责。',
      'At the next login with a password, users first set up a passkey or an authenticator app. Logins with an identity provider are its responsibility.',
    ),
  },
  backup_nightly: {
    kind: 'boolean',
    default: false,
    group: 'backup',
    label: bilingual('每晚备份', 'Back up every night'),
    help: bilingual(
      '在后台备份数据库和文件，期间可照常使用。备份存放在 OG_BACKUP_DIR 指定的文件夹，请放在另一块磁盘上。',
      'Backs up the database and files in the background while the console stays in use. Backups go to OG_BACKUP_DIR; use another disk.',
    ),
  },
  backup_hour: {
    kind: 'integer',
    default: 18,
    min: 0,
    max: 23,
    unit: bilingual('时（UTC）', ':00 UTC'),
    group: 'backup',
    label: bilingual('每晚备份的时间', 'Time of the nightly backup'),
    help: bilingual(
      'UTC 18 时是北京时间凌晨 2 时。错过或失败时，下一个整点再试。',
      '18:00 UTC is 02:00 in Beijing. A backup that was missed or failed is tried again at the next full hour.',
    ),
  },
  backup_keep_days: {
    kind: 'integer',
    default: 14,
    min: 1,
    max: 3650,
    unit: bilingual('天', 'days'),
    group: 'backup',
    label: bilingual('每晚备份保留天数', 'Keep nightly backups for'),
    help: bilingual(
      '更早的每晚备份会被删除；最近一份成功的备份始终保留。',
      'Older nightly backups are removed; the last successful backup is always kept.',
    ),
  },
  screening_four_eyes: {
    kind: 'boolean',
    default: false,
    group: 'screening',
    label: bilingual('排除强命中须两人确认', 'Require two people to dismiss a strong hit'),
    help: bilingual(
      '开启后，一人将强命中判为“不同”仅为建议，须另一人确认后生效。',
      'When this is on, marking a strong hit “different” is only a proposal until a second person confirms it.',
    ),
  },
  screening_file_days: {
    kind: 'integer',
    default: 30,
    min: 1,
    max: 365,
    unit: bilingual('天', 'days'),
    group: 'screening',
    label: bilingual('文件筛查的保留时间', 'Keep screened files for'),
    help: bilingual(
      '“筛查文件”的结果从最后一次处理起保留此时长，之后连同各行一并删除。',
      'The results of “Screen a file” are kept for this long after the last activity, then removed with their rows.',
    ),
  },
  review_by_groups: {
    kind: 'boolean',
    default: false,
    group: 'monitor',
    label: bilingual('由用户组审阅页面差异', 'Let groups review page differences'),
    help: bilingual(
      '开启后，勾选了“审阅页面差异”的用户组中的编辑，可以处理自己能修改的组织的页面差异。关闭时仅限管理员。',
      'When this is on, editors in groups with “Review page differences” decide the differences of organisations that they may change. When it is off, only administrators do.',
    ),
  },
  past_index: {
    kind: 'address',
    default: '',
    needs: [],
    group: 'monitor',
    label: bilingual('网页档案馆的索引', 'Index of a web archive'),
    help: bilingual(
      'CDX 接口的地址，如 https://web.archive.org/cdx/search/cdx；含 {url} 时按原样使用（TimeMap）。与回放地址都填写后，编辑可以为网站取回首次抓取之前的页面。网站的网址会发送给该服务。留空则关闭。',
      'Address of a CDX API, such as https://web.archive.org/cdx/search/cdx; one that contains {url} is used as it is (TimeMap). With the replay address, editors can fetch pages from before the first crawl. Addresses of watched pages are sent to the service. Empty: off.',
    ),
  },
  past_replay: {
    kind: 'address',
    default: '',
    needs: ['{timestamp}', '{url}'],
    group: 'monitor',
    label: bilingual('网页档案馆的回放地址', 'Replay address of the web archive'),
    help: bilingual(
      '一次抓取的原始内容的地址，须含 {timestamp} 和 {url}，如 https://web.archive.org/web/{timestamp}id_/{url}。留空则关闭。',
      'Address of the original content of a capture. It must contain {timestamp} and {url}, such as https://web.archive.org/web/{timestamp}id_/{url}. Empty: off.',
    ),
  },
  past_pause_ms: {
    kind: 'integer',
    default: 2000,
    min: 200,
    max: 60_000,
    unit: bilingual('毫秒', 'ms'),
    group: 'monitor',
    label: bilingual('向网页档案馆请求的间隔', 'Pause between requests to the web archive'),
    help: bilingual('公共档案馆会拒绝过于频繁的请求。', 'Public archives refuse clients that request too often.'),
  },
  ...modelSettings,
  ...limitSettings,
} as const satisfies Record<string, SystemSettingRow>

export type SystemSettings = typeof systemSettings
export type SystemSettingName = keyof SystemSettings

type ValueOf<Row> = Row extends { kind: 'boolean' }
  ? boolean
  : Row extends { kind: 'integer' }
    ? number
    : Row extends { choices: infer Choices }
      ? keyof Choices & string
      : Row extends { kind: 'address' | 'text' }
        ? string
        : never
export type SystemSettingValue<Name extends SystemSettingName = SystemSettingName> = ValueOf<SystemSettings[Name]>

export const systemSettingNames = Object.keys(systemSettings) as [SystemSettingName, ...SystemSettingName[]]

/** The row of a setting whose name is known only at run time. */
export function systemSettingOf(name: SystemSettingName): SystemSettingRow {
  return systemSettings[name]
}

/** Whether a value from any source is valid for this setting. */
export function isSystemSettingValue<Name extends SystemSettingName>(
  name: Name,
  value: unknown,
): value is SystemSettingValue<Name> {
  const row = systemSettingOf(name)
  if (row.kind === 'boolean') return typeof value === 'boolean'
  if (row.kind === 'choice') return typeof value === 'string' && Object.hasOwn(row.choices, value)
  if (row.kind === 'address') return typeof value === 'string' && (value === '' || isAddress(value, row.needs))
  if (row.kind === 'text') return typeof value === 'string' && value.length <= row.most && isLine(value)
  return Number.isInteger(value) && (value as number) >= row.min && (value as number) <= row.max
}

const mostAddressChars = 300

/** Without signs that no reader sees, and without spaces at its ends. */
const isLine = (value: string) => value === value.trim() && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)

/** Placeholders are not part of the host, so that no page's address decides where a request goes. */
function isAddress(value: string, needs: readonly string[]): boolean {
  const isWeb = /^https?:\/\/[^/?#\s{}@\\]+(?:[/?#][^\s\\]*)?$/i.test(value)
  return isWeb && value.length <= mostAddressChars && needs.every(each => value.includes(each))
}

const Value = z.union([
  z.boolean(),
  z.number().check(z.minimum(-maxInteger), z.maximum(maxInteger)),
  z.string().check(z.maxLength(mostAddressChars)),
])
const Name = z.enum(systemSettingNames)

export const SystemSetting = z.strictObject({
  name: Name,
  value: Value,
  is_default: z.boolean(),
  /** The user who changed it last, and when; null if it was never changed. */
  updated_at: z.nullable(Instant),
  updated_by: z.nullable(z.strictObject({ id: Id, username: z.string() })),
})
export type SystemSetting = z.output<typeof SystemSetting>

const list = z.strictObject({ items: z.array(SystemSetting) })

export const listSystemSettings = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/system/setting',
  roles: admins,
  summary: 'Global settings; their types, limits and defaults are in the contract',
  reply: list,
})

export const setSystemSetting = endpoint({
  method: 'PUT',
  path: '/v1/system/setting',
  roles: admins,
  bound: 'write',
  confirm: { when: ({ body }: { body: { name: string } }) => /^(login_|review_by_groups$)/.test(body.name) },
  summary: 'Set a global setting; null restores its default. It takes effect immediately in every process',
  body: z.strictObject({ name: Name, value: z.nullable(Value) }),
  reply: list,
  errors: ['invalid'],
})
