-- Groups whose editors review page differences of the organisations that they may write, while the setting
-- review_by_groups is on.
alter table user_group add column reviews boolean not null default false;
comment on column user_group.reviews is 'Its editors review page differences of organisations that they may write, if the setting is on';
