-- How many pages the last complete crawl of a domain with these settings found. 0: there was none.
alter table sources add column pages_found integer not null default 0 check (pages_found >= 0);
update sources set pages_found = page_count where domain is not null;
