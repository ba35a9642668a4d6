-- What grew with all that is kept, among ten million pages: the first rows of the queue, what waits of a site, pages of a site.

-- Which difference stands for an edit: the highest of its site, round, edit and status, found without reading the others.
create index diff_edit_idx on diff (og_id, round, cluster, status, score, id);
drop index diff_round_cluster_idx;
-- What waits of one site, highest first, and how much of it is worth a time.
create index diff_site_waiting_idx on diff (og_id, score desc, id desc) where status = 'unread';
-- Pages of a site by their state, counted from the index alone.
create index page_status_idx on page (og_id, status);
-- The queue by time, and what was decided, last first.
create index diff_created_idx on diff (created_at desc, id desc) where status = 'unread';
create index diff_reviewed_idx on diff (status, reviewed_at desc nulls last, id desc) where status <> 'unread';
