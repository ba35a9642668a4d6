-- Groups of users. An access list (`read_user`, `write_user`) names users by their ids and groups by their negative ids:
-- one list for each right, so that “empty” still means “open to the role”, and a process of the previous version, which
-- knows no groups, takes a record with a group on its list for a restricted one.
create table user_group (
  id bigint not null generated always as identity primary key,
  rev integer not null default 1,
  name text not null,
  "desc" text not null default '',
  role user_role,
  external_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table user_group is 'A group of users: on access lists, and optionally with a role';
create unique index user_group_name_key on user_group (lower(name));
create unique index user_group_external_id_key on user_group (external_id) where external_id is not null;

create table group_member (
  group_id bigint not null references user_group (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  primary key (user_id, group_id)
);
comment on table group_member is 'A user in a group';
create index group_member_group_idx on group_member (group_id);

-- What a request needs of its user is one row: the groups, and the role that results from the own role and the groups.
alter table "user"
  add column own_role user_role,
  add column group_keys bigint[] not null default '{}';
comment on column "user".group_keys is 'The groups of the user as access lists name them: negative ids';
comment on column "user".own_role is 'The role that an administrator gave; `role` is the highest of it and the groups’ roles';
update "user" set own_role = role;

create function settle_user_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.own_role := coalesce(new.own_role, new.role);
  elsif new.role is distinct from old.role then
    new.own_role := new.role;
  end if;
  -- The order of the type is the order of the roles, the highest first.
  select least(new.own_role, min(user_group.role)) into new.role
    from group_member join user_group on user_group.id = group_member.group_id where group_member.user_id = new.id;
  return new;
end $$;
create trigger user_role before insert or update of role, own_role, group_keys on "user"
  for each row execute function settle_user_role();

create function settle_members(users bigint[]) returns void language sql as $$
  update "user" set group_keys = array(
    select -group_member.group_id from group_member where group_member.user_id = "user".id order by group_member.group_id)
  where id = any(users)
$$;

create function group_member_change() returns trigger language plpgsql as $$
begin
  perform settle_members(array(select distinct user_id from changed));
  return null;
end $$;
create trigger group_member_insert after insert on group_member referencing new table as changed
  for each statement execute function group_member_change();
create trigger group_member_delete after delete on group_member referencing old table as changed
  for each statement execute function group_member_change();

create function user_group_change() returns trigger language plpgsql as $$
begin
  perform settle_members(array(select user_id from group_member where group_id = new.id));
  return null;
end $$;
create trigger user_group_update after update of role on user_group
  for each row execute function user_group_change();

-- The two halves of an access list, and the list of two halves.
create function users_of(list bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select array(select key from unnest(list) with ordinality as named (key, n) where key > 0 order by n) $$;
create function groups_of(list bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select array(select -key from unnest(list) with ordinality as named (key, n) where key < 0 order by n) $$;
