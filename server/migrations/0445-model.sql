-- A model of the console's own: its key, its uses, its sentences about differences, and what is kept from it.
create table model_key (
  is_only boolean not null default true primary key check (is_only),
  -- Sealed for the host of the address, so that it is never sent to another one.
  sealed bytea not null,
  updated_by bigint references "user" (id) on delete set null,
  updated_at timestamptz(3) not null
);
comment on table model_key is 'The key of the model, sealed, at most one row';

-- One row for each request. It is written before the request with an estimate of its tokens, so that parallel requests
-- count each other.
create table model_use (
  id bigint not null generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  kind text not null,
  at timestamptz(3) not null,
  until timestamptz(3) not null,
  tokens integer not null,
  ms integer,
  result text
);
comment on table model_use is 'Requests to the model by user, with their tokens';
create index model_use_user_idx on model_use (user_id, at);
create index model_use_open_idx on model_use (until) where result is null;
create index model_use_at_idx on model_use (at);

create table model_sentence (
  og_id bigint not null,
  diff_id bigint not null,
  locale text not null,
  from_version bigint,
  to_version bigint,
  text text not null,
  strike jsonb,
  -- Its words are in another script than the texts, so that its names could not be compared.
  is_uncompared boolean not null,
  model text not null,
  user_id bigint references "user" (id) on delete set null,
  created_at timestamptz(3) not null,
  primary key (og_id, diff_id, locale),
  foreign key (og_id, diff_id) references diff (og_id, id) on delete cascade
);
comment on table model_sentence is 'What changed in a difference, in one sentence by the model, for each language';
create index model_sentence_user_idx on model_sentence (user_id);

create table model_mark (
  og_id bigint unique references og (id) on delete cascade,
  person_id bigint unique references person (id) on delete cascade,
  user_id bigint references "user" (id) on delete set null,
  created_at timestamptz(3) not null,
  check (num_nonnulls(og_id, person_id) = 1)
);
comment on table model_mark is 'Organisations and persons that are kept from the model';
create index model_mark_user_idx on model_mark (user_id);

-- `token` is the name of the model then.
alter table assistant_draft add column is_model boolean not null default false;
