-- Where in its file the table of an import is: sheet, row of the headings, what was left out around it.
alter table import add column layout jsonb;
