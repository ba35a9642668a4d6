import { type BilingualText, bilingual } from './bilingual.ts'

const perHour = bilingual('次/小时', 'per hour')
const perSecond = bilingual('次/秒', 'per second')
/** Units of quotas: concurrent items, and stored items. */
const atATime = bilingual('个', 'at a time')
const inAll = bilingual('个', 'in all')

type Row<Default extends number> = {
  kind: 'integer'
  default: Default
  min: number
  max: number
  unit: BilingualText
  group: 'limit'
  label: BilingualText
  help: BilingualText
}

const row = <const Default extends number>(
  most: Default,
  max: number,
  unit: BilingualText,
  label: readonly [zh: string, en: string],
  help: readonly [zh: string, en: string],
): Row<Default> => ({
  kind: 'integer',
  default: most,
  min: 1,
  max,
  unit,
  group: 'limit',
  label: bilingual(...label),
  help: bilingual(...help),
})

const hourly = ['一小时后重置。', 'Resets after an hour.'] as const
const openLimitText = [
  '须等前面的完成或取消，才能开始新的。',
  'To start more, wait until some are finished, or cancel some.',
] as const
const storedLimitText = ['须先删除不再需要的，才能新增。', 'To add more, delete some first.'] as const

/** Quotas of one user. Administrators set them on `/admin/system`; each is a row of `systemSettings`. */
export const limitSettings = {
  limit_requests: row(
    60,
    10_000,
    perSecond,
    ['每位用户的请求', 'Requests per user'],
    [
      '持续速率；短时间内可达十倍。超过的请求会延迟处理。每个进程分别计算。',
      'Sustained rate; ten times as many in a burst. Further requests are delayed. Each process counts separately.',
    ],
  ),
  limit_writes: row(
    20,
    10_000,
    perSecond,
    ['每位用户的修改', 'Changes per user'],
    [
      '持续速率；短时间内可达十倍。超过的请求会延迟处理。每个进程分别计算。',
      'Sustained rate; ten times as many in a burst. Further requests are delayed. Each process counts separately.',
    ],
  ),
  limit_issues: row(60, 10_000, perHour, ['每位用户的反馈', 'Feedback per user'], hourly),
  limit_comments: row(300, 10_000, perHour, ['每位用户的评论', 'Comments per user'], hourly),
  limit_files: row(600, 100_000, perHour, ['每位用户的附件和图标', 'Attachments and icons per user'], hourly),
  limit_bulks: row(600, 100_000, perHour, ['每位用户的批量操作与合并', 'Bulk actions and merges per user'], hourly),
  limit_trials: row(
    1_200,
    100_000,
    perHour,
    ['每位用户的试运行与查重', 'Dry runs and duplicate searches per user'],
    hourly,
  ),
  limit_rounds: row(120, 10_000, perHour, ['每位用户的手动抓取', 'Manual crawls per user'], hourly),
  limit_site_rounds: row(12, 1_000, perHour, ['每个网站的手动抓取', 'Manual crawls per site'], hourly),
  limit_imports: row(60, 10_000, perHour, ['每位用户新建的导入', 'New imports per user'], hourly),
  limit_open_imports: row(
    5,
    100,
    atATime,
    ['每位用户同时排队或进行的导入', 'Imports waiting or running per user'],
    openLimitText,
  ),
  limit_open_exports: row(
    5,
    100,
    atATime,
    ['每位用户同时排队或进行的导出', 'Exports waiting or running per user'],
    openLimitText,
  ),
  limit_open_interchanges: row(
    3,
    100,
    atATime,
    ['每位用户同时排队或进行的数据交换', 'Data exchanges waiting or running per user'],
    openLimitText,
  ),
  limit_open_screening_files: row(
    3,
    100,
    atATime,
    ['每位用户同时排队或进行的文件筛查', 'File screenings waiting or running per user'],
    openLimitText,
  ),
  limit_transfers: row(
    50,
    1_000,
    atATime,
    ['每位用户尚未传完的文件', 'Unfinished uploads per user'],
    [
      '须先传完或取消已有的，才能再上传。一小时内未收到任何数据的会被移除。',
      'To start more, finish or cancel some. Uploads that receive no data for an hour are removed.',
    ],
  ),
  limit_promised_mb: row(
    8_192,
    1_048_576,
    bilingual('MB', 'MB'),
    ['每位用户预留的上传空间', 'Reserved upload space per user'],
    ['须先传完已开始的文件，才能再上传。', 'To upload more, finish the uploads already started.'],
  ),
  limit_tickets: row(
    100,
    10_000,
    atATime,
    ['每位用户未使用的下载凭证', 'Unused download tickets per user'],
    ['凭证一分钟后失效，请等待一分钟后再试。', 'Tickets expire after a minute; wait a minute before creating more.'],
  ),
  limit_screening_files: row(
    50,
    1_000,
    inAll,
    ['每位用户保留的文件筛查', 'Screened files kept per user'],
    storedLimitText,
  ),
  limit_views: row(200, 10_000, inAll, ['每位用户保存的视图', 'Saved views per user'], storedLimitText),
  limit_shared_views: row(20, 1_000, inAll, ['每位用户共享的视图', 'Shared views per user'], storedLimitText),
  limit_follows: row(2_000, 100_000, inAll, ['每位用户的关注', 'Followed items per user'], storedLimitText),
  limit_notifying_searches: row(
    20,
    50,
    inAll,
    ['每位用户带通知的搜索', 'Saved searches with notifications per user'],
    storedLimitText,
  ),
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
