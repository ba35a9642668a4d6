type LocalizedText = { readonly 'zh-CN': string; readonly 'en-US': string }

const perHour = { 'zh-CN': '次/小时', 'en-US': 'an hour' } as const
const perSecond = { 'zh-CN': '次/秒', 'en-US': 'a second' } as const
/** Units of quotas: concurrent items, and stored items. */
const atATime = { 'zh-CN': '个', 'en-US': 'at a time' } as const
const inAll = { 'zh-CN': '个', 'en-US': 'in all' } as const

type Row<Default extends number> = {
  kind: 'integer'
  default: Default
  min: number
  max: number
  unit: LocalizedText
  group: 'limit'
  label: LocalizedText
  help: LocalizedText
}

const row = <const Default extends number>(
  most: Default,
  max: number,
  unit: LocalizedText,
  label: readonly [zh: string, en: string],
  help: readonly [zh: string, en: string],
): Row<Default> => ({
  kind: 'integer',
  default: most,
  min: 1,
  max,
  unit,
  group: 'limit',
  // units: a pair of texts, by language
  label: { 'zh-CN': label[0], 'en-US': label[1] },
  help: { 'zh-CN': help[0], 'en-US': help[1] },
})

const hourly = ['超过后须等到这一小时过去。', 'Beyond this, wait until the hour is over.'] as const
const open = ['超过后须等前面的完成或取消。', 'Beyond this, wait until some are finished, or cancel some.'] as const
const kept = ['超过后须先删除不再需要的。', 'Beyond this, delete some first.'] as const

/** Quotas of one user. Administrators set them on `/admin/system`; each is a row of `systemSettings`. */
export const limitSettings = {
  limit_requests: row(
    60,
    10_000,
    perSecond,
    ['每位用户的请求', 'Requests of a user'],
    [
      '持续速率；短时间内可达十倍。超过后须稍候。每个进程分别计算。',
      'Sustained; ten times as many in a burst. Beyond it one waits a moment. Each process counts its own.',
    ],
  ),
  limit_writes: row(
    20,
    10_000,
    perSecond,
    ['每位用户的修改', 'Changes of a user'],
    [
      '持续速率；短时间内可达十倍。超过后须稍候。每个进程分别计算。',
      'Sustained; ten times as many in a burst. Beyond it one waits a moment. Each process counts its own.',
    ],
  ),
  limit_issues: row(60, 10_000, perHour, ['每位用户的反馈', 'Feedback of a user'], hourly),
  limit_comments: row(300, 10_000, perHour, ['每位用户的评论', 'Comments of a user'], hourly),
  limit_files: row(600, 100_000, perHour, ['每位用户的附件和图标', 'Attachments and icons of a user'], hourly),
  limit_bulks: row(600, 100_000, perHour, ['每位用户的批量操作与合并', 'Bulk actions and merges of a user'], hourly),
  limit_trials: row(
    1_200,
    100_000,
    perHour,
    ['每位用户的试运行与查重', 'Trials and searches for duplicates of a user'],
    hourly,
  ),
  limit_rounds: row(120, 10_000, perHour, ['每位用户手动要求的抓取', 'Rounds and fetches a user asks for'], hourly),
  limit_site_rounds: row(12, 1_000, perHour, ['每个网站的手动抓取', 'Rounds of one site asked for by hand'], hourly),
  limit_imports: row(60, 10_000, perHour, ['每位用户新建的导入', 'Imports a user begins'], hourly),
  limit_open_imports: row(
    5,
    100,
    atATime,
    ['每位用户同时排队或进行的导入', 'Imports of a user waiting or running'],
    open,
  ),
  limit_open_exports: row(
    5,
    100,
    atATime,
    ['每位用户同时排队或进行的导出', 'Exports of a user waiting or running'],
    open,
  ),
  limit_open_interchanges: row(
    3,
    100,
    atATime,
    ['每位用户同时排队或进行的数据交换', 'Interchanges of a user waiting or running'],
    open,
  ),
  limit_open_screening_files: row(
    3,
    100,
    atATime,
    ['每位用户同时排队或进行的文件筛查', 'Files of names of a user waiting or being screened'],
    open,
  ),
  limit_transfers: row(
    50,
    1_000,
    atATime,
    ['每位用户尚未传完的文件', 'Uploads of a user not yet whole'],
    [
      '超过后须先传完或取消。一小时内没有收到任何字节的会被移除。',
      'Beyond this, finish or cancel some. Uploads that receive no data for an hour are removed.',
    ],
  ),
  limit_promised_mb: row(
    8_192,
    1_048_576,
    { 'zh-CN': 'MB', 'en-US': 'MB' },
    ['每位用户已预留未传的空间', 'Room a user reserves for what has not come'],
    ['超过后须先传完已开始的文件。', 'Beyond this, finish the uploads already started.'],
  ),
  limit_tickets: row(
    100,
    10_000,
    atATime,
    ['每位用户未使用的下载凭证', 'Unused download tickets of a user'],
    ['凭证一分钟后失效；超过后须稍候。', 'A ticket lasts a minute; beyond this, wait that long.'],
  ),
  limit_screening_files: row(50, 1_000, inAll, ['每位用户保留的文件筛查', 'Screened files a user keeps'], kept),
  limit_views: row(200, 10_000, inAll, ['每位用户保存的视图', 'Views a user keeps'], kept),
  limit_shared_views: row(20, 1_000, inAll, ['每位用户共享的视图', 'Views a user shares'], kept),
  limit_follows: row(2_000, 100_000, inAll, ['每位用户的关注', 'What a user follows'], kept),
  limit_notifying_searches: row(20, 50, inAll, ['每位用户带通知的搜索', 'Saved searches of a user that notify'], kept),
} as const
export type LimitSetting = keyof typeof limitSettings

/**
 * Rate limits and quotas that keep one user from calling an endpoint without end. `limit_requests` applies to all of
 * them, `limit_writes` to all but `read`. The database counts calls for `perHour`; the operation itself counts `held`
 * before it adds an item.
 */
export const limits = {
  /** Changes a record, or adds one whose history records the creation. */
  write: {},
  /** Changes nothing. */
  read: {},
  /** Password attempts are counted by name and address instead (server/features/session/attempts.ts). */
  login: {},
  issue: { perHour: 'limit_issues' },
  comment: { perHour: 'limit_comments' },
  file: { perHour: 'limit_files' },
  bulk: { perHour: 'limit_bulks' },
  trial: { perHour: 'limit_trials' },
  fetch: { perHour: 'limit_rounds' },
  round: { perHour: 'limit_rounds', held: ['limit_site_rounds'] },
  import: { perHour: 'limit_imports', held: ['limit_open_imports'] },
  step: { held: ['limit_open_imports'] },
  export: { held: ['limit_open_exports'] },
  interchange: { held: ['limit_open_interchanges'] },
  screening_file: { held: ['limit_open_screening_files', 'limit_screening_files'] },
  ticket: { held: ['limit_tickets'] },
  view: { held: ['limit_views', 'limit_shared_views'] },
  follow: { held: ['limit_follows'] },
  saved_search: { held: ['limit_notifying_searches'] },
  /** At most twenty per user, enforced in the feature. */
  feed: {},
} as const satisfies Record<string, { perHour?: LimitSetting; held?: readonly LimitSetting[] }>
export type Limit = keyof typeof limits
