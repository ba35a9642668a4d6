-- Saved views can be shared with groups.
alter table saved_view add column groups bigint[] not null default '{}';
comment on column saved_view.groups is 'Groups whose members see the view, if its scope is group; ids of deleted groups have no effect';
alter table saved_view drop constraint saved_view_scope_check;
alter table saved_view add constraint saved_view_scope_check check (scope in ('private', 'role', 'group', 'shared'));
