-- What the dry run had said of a row, where writing it came to something else.
alter table import_row add column was text;
alter table interchange_row add column was text;
