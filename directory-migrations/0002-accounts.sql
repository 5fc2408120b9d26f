-- In which cell somebody signs in: the first one that has an account with a password for the address.
create table accounts (
  email text primary key,
  cell text not null references cells (name)
);
create index accounts_by_cell on accounts (cell);
