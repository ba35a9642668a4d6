-- Under which id the file knows the record of a row, for what it changes nothing of as well.
alter table import_row add column key text;
