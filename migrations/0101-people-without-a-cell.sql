-- The copy of the directory also has people whom a cell has invited and who sign in nowhere yet.
alter table cell_accounts alter column cell drop not null;
