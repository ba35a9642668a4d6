-- Claims of merged records are read with the record that they became part of; so is a deleted one's "set null".
create index og_merged_into_idx on og (merged_into) where merged_into is not null;
create index person_merged_into_idx on person (merged_into) where merged_into is not null;
create index event_merged_into_idx on event (merged_into) where merged_into is not null;
