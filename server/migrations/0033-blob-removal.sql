-- Files whose last row went in the same transaction: they are removed from the store once it has committed.
create table blob_removal (
  key text primary key,
  at timestamptz(3) not null default now()
);

-- An erasure takes the file of an import and leaves its numbers.
alter table import alter column file_key drop not null;
