import { entityNames } from './registry.ts'

/** The worker's jobs by name; the system page has their labels in both languages. */
const jobNames = [
  ...(['remove_dead_sessions', 'remove_old_attempts', 'remove_old_uses', 'remove_old_tickets'] as const),
  'remove_old_changes',
  ...entityNames.map(noun => `purge_${noun}_trash` as const),
  ...([
    'purge_report_trash',
    'purge_upload_trash',
    'purge_issue_trash',
    'remove_old_og_cates',
    'obey_retention',
  ] as const),
  ...(['find_duplicates', 'remove_dead_duplicates', 'decide_duplicates', 'resume_duplicate_batches'] as const),
  ...(['parse_import', 'check_import', 'run_import', 'resume_imports', 'remove_old_imports'] as const),
  ...(['check_import_undo', 'run_import_undo', 'resume_import_undos'] as const),
  ...(['check_source_facts', 'resume_source_checks'] as const),
  ...(['write_export', 'resume_exports', 'remove_old_exports'] as const),
  ...(['write_interchange', 'check_interchange', 'run_interchange'] as const),
  ...(['resume_interchanges', 'remove_old_interchanges'] as const),
  ...(['load_list', 'load_due_lists', 'resume_list_loads', 'remove_old_list_files', 'screen_parties'] as const),
  ...(['read_screening_file', 'screen_file', 'resume_screening_files', 'remove_old_screening_files'] as const),
  ...([
    'start_due_rounds',
    'rescore_diffs',
    'judge_diffs',
    'rescan_pages',
    'reread_pages',
    'tidy_captures',
    'remove_old_devices',
  ] as const),
  ...(['read_upload', 'resume_upload_readings', 'rescan_uploads', 'reread_uploads'] as const),
  'rescan_own_texts',
  ...(['remove_old_transfers', 'remove_unused_contents', 'tidy_attachments'] as const),
  ...(['remove_old_presence', 'check_saved_searches'] as const),
  ...(['tell_news', 'mail_notifications', 'order_digests', 'remove_old_notifications'] as const),
  ...(['seal_trail', 'seal_trail_again', 'verify_trail'] as const),
  ...(['start_nightly_backup', 'remove_gone_files'] as const),
  'check_coverage',
  'examine_screening',
  ...(['count_erasure', 'run_erasure', 'resume_erasures', 'retry_set_aside'] as const),
] as const
export type JobName = (typeof jobNames)[number]
