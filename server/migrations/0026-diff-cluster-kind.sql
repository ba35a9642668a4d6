-- Why differences are one row: the same edit on many pages, or pages of one numbered archive. Rows judged before this
-- have none, and are the same edit.

create type diff_cluster_kind as enum ('same_edit', 'series');
alter table diff add column cluster_kind diff_cluster_kind;
