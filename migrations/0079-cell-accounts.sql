-- Parts of the cell's copy of the directory, empty where there is one cell: where cells are reached, and who signs in where.
create table cell_addresses (
  cell text primary key,
  url text not null
);
create table cell_accounts (
  email text primary key,
  -- Where the person signs in.
  cell text not null,
  -- The cells that have organizations of the person.
  cells text[] not null
);
