-- What was decided stays to be read when a pair is opened again, and what "same" wrote into the record when it is taken back.
alter table screening add column decided_state text check (decided_state in ('proposed', 'unsure', 'same', 'different'));
alter table screening add column applied jsonb;
update screening set decided_state = state where decided_at is not null and state <> 'open';
