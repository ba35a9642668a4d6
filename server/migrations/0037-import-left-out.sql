-- Rows of an import that were taken without a value that could not be read.
alter table import add left_out integer not null default 0;
