-- How many crawls of a domain have failed one after the other; the next one comes the later, the more there are.
alter table sources add column failed_crawls integer not null default 0 check (failed_crawls >= 0);
