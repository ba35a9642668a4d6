-- Differences that report the state of a page: it fails, answers again, is forbidden by robots.txt, or has moved.
alter type diff_kind add value if not exists 'state';
alter type diff_cluster_kind add value if not exists 'same_state';
alter table page
  add column reported_state text,
  add column moved_to text,
  add column moved_round integer;
-- States that existed before are known, not new.
update page set reported_state = status_reason
  where (status = 'error' and failing_since is not null) or (status = 'forbidden' and status_reason = 'robots');
