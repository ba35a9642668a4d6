create table import_meaning (
  source_id bigint not null references source (id) on delete cascade,
  noun text not null,
  field text not null,
  word text not null,
  means text not null,
  updated_at timestamptz not null,
  primary key (source_id, noun, field, word)
);
comment on table import_meaning is 'What words of a source’s files mean in fields with a fixed choice of values, as a user has chosen';
