import { defineMessages } from '#web/platform/i18n.ts'

/** A problem in a sentence (`x`), and its remedy (`x_do`). */
export const troubleMessages = defineMessages({
  seal_broken: [
    '审计记录核对不通过：有记录被改动、删除或插入',
    'The audit trail failed verification: entries were changed, removed or inserted',
  ],
  seal_broken_do: [
    '在“审计记录”页查看第一处问题，保留数据库与日志，查明谁直接动过数据库。',
    'See the first problem on the “Audit trail” page, keep the database and the logs, and find out who accessed the database directly.',
  ],
  no_worker: ['没有后台进程在运行', 'No worker is running'],
  no_worker_do: [
    '重新启动系统，或运行 npm run start:worker。页面采集、搜索更新、通知和导入在此之前都会停止。',
    'Restart the console, or run npm run start:worker. Until then, fetching, search updates, notifications and imports are on hold.',
  ],
  schema_old: ['数据库结构不是最新的（缺少 {what}）', 'The database is not up to date ({what} is missing)'],
  schema_old_do: ['运行 npm run db:migrate，然后重新启动。', 'Run npm run db:migrate, then restart.'],
  disk_full: ['磁盘几乎已满：{what}', 'The disk is almost full: {what}'],
  disk_full_do: [
    '立即腾出空间或扩大磁盘，否则保存会失败。',
    'Free up space or enlarge the disk now; otherwise saving will fail.',
  ],
  backup_failed: ['最近一次备份失败', 'The last backup failed'],
  backup_failed_do: [
    '在下方查看原因，处理后运行 npm run backup。',
    'See the reason below; once it is fixed, run npm run backup.',
  ],
  backup_old: ['最近的备份已超过两天', 'The last backup is more than two days old'],
  backup_old_do: [
    '检查后台进程是否运行、备份文件夹是否可写，或立即运行 npm run backup。',
    'Check that a worker is running and that the backup folder is writable, or run npm run backup now.',
  ],
  queue_stuck: ['{what}停滞：{count, number} 项在等待', '{what}: stalled, {count, number} waiting'],
  queue_stuck_do: [
    '检查后台进程是否运行，并在日志中查找错误；重新启动后台进程不会丢失数据。',
    'Check that a worker is running and look for errors in its log; restarting it loses nothing.',
  ],
  mailbox_failing: [
    '收件邮箱“{what}”收取失败（失败的邮箱共 {count, number} 个）',
    'Mailbox “{what}” cannot be fetched ({count, plural, one {# mailbox} other {# mailboxes}} failing)',
  ],
  mailbox_failing_do: [
    '在“收件邮箱”页查看原因并测试连接；恢复后会自动补收，不会漏收。',
    'See the reason on the “Mailboxes” page and test the connection. Nothing is lost: messages are fetched once it works again.',
  ],
  coverage_differs: [
    '{what}：抽查发现 {count, number} 项不一致',
    '{what}: the nightly check found {count, plural, one {# difference} other {# differences}}',
  ],
  coverage_differs_do: [
    '可能有内容未比对。请在“覆盖情况”页查看，并重新加载相关名单或保存相关记录。',
    'Some content might not have been compared. See the “Coverage” page, then reload the list or save the record again.',
  ],
  recall_fell: [
    '名单筛查的检出率下降：{count, number} 项指标',
    'Screening finds fewer altered names: {count, plural, one {# figure} other {# figures}} dropped',
  ],
  recall_fell_do: [
    '请在“筛查检出率”页查看下降的指标和未检出的条目；撤销最近的评分修改或版本升级，再重新检验。',
    'See the “Screening quality” page for the figures and the entries not found; undo the last change to scores or the last upgrade, then run the examination again.',
  ],
  coverage_late: [
    '{what}：{count, number} 项长时间未比对',
    '{what}: {count, plural, one {# item has} other {# items have}} been waiting too long for comparison',
  ],
  coverage_late_do: [
    '检查后台进程是否运行；详见“覆盖情况”页。',
    'Check that a worker is running; see the “Coverage” page.',
  ],
  unmeasured: ['无法测量：{what}', 'Could not be measured: {what}'],
  unmeasured_do: ['查看日志中的原因。', 'See the log for the reason.'],
  disk_low: ['磁盘空间不足：{what}', 'Disk space is running low: {what}'],
  disk_low_do: ['近期腾出空间或扩大磁盘。', 'Free up space or enlarge the disk soon.'],
  queue_slow: ['{what}较慢：{count, number} 项在等待', '{what}: slow, {count, number} waiting'],
  queue_slow_do: [
    '大量导入后属正常；若持续如此，可增加一个后台进程。',
    'This is normal after a large import; if it persists, add a worker.',
  ],
  process_silent: [
    '{count, number} 个进程没有心跳',
    '{count, plural, one {# process has} other {# processes have}} stopped responding',
  ],
  process_silent_do: [
    '几秒后其他进程会接手其工作。若未自动重启，请检查该主机。',
    'Other processes take over its work within seconds. If it does not restart automatically, check that host.',
  ],
  versions_differ: ['有进程运行其他版本（{what}）', 'A process is running another version ({what})'],
  versions_differ_do: [
    '升级尚未完成：请重新启动其余进程。',
    'The upgrade is not complete: restart the other processes.',
  ],
  set_aside: ['{count, number} 项已搁置', '{count, plural, one {# item} other {# items}} set aside'],
  set_aside_do: ['在下方查看原因，然后重试或放弃。', 'See the reason below, then try again or drop it.'],
  jobs_failed: ['{count, number} 个作业已放弃', '{count, plural, one {# job} other {# jobs}} gave up'],
  jobs_failed_do: ['在日志中按作业名查找原因。', 'Look up the job by name in the log for the reason.'],
  collector_silent: [
    '{count, number} 台采集设备没有响应',
    '{count, plural, one {# collector is} other {# collectors are}} not responding',
  ],
  collector_silent_do: [
    '其占用的主机会自动释放。若未自动恢复，请重新启动该后台进程。',
    'Hosts in use there are released automatically. If this lasts, restart the worker.',
  ],
  connections_many: [
    '数据库连接几乎用尽（{count, number} 个）',
    'The database is nearly out of connections ({count, number} in use)',
  ],
  connections_many_do: [
    '减少进程数，或提高 PostgreSQL 的 max_connections。',
    'Run fewer processes, or raise max_connections in PostgreSQL.',
  ],
  backup_none: ['还没有备份', 'No backup has been made yet'],
  backup_none_do: [
    '等待今晚的备份，或立即运行 npm run backup，并把文件存到另一台机器上。',
    'Wait for tonight’s backup, or run npm run backup now, and keep the file on another machine.',
  ],
  backup_off: [
    '每晚备份已关闭，近两天没有备份',
    'Nightly backups are off, and there has been no backup in the last two days',
  ],
  backup_off_do: [
    '如已用其他方式备份，可忽略；否则在下方开启每晚备份，或运行 npm run backup，并把文件存到另一台机器上。',
    'If you back up in another way, ignore this; otherwise turn them on below or run npm run backup, and keep the file on another machine.',
  ],
  since: ['始于 {at}', 'since {at}'],
  lastAt: ['最近一次：{at}', 'last time: {at}'],
  disk_data: ['数据目录', 'the data folder'],
  disk_blob: ['文件库', 'the files'],
})
