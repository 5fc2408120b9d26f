-- What decides which organization's crawl gets the next place of a worker; all by the database's clock.
alter table crawls
  -- Since when its holder has it; null while nobody has.
  add column held_since timestamptz,
  -- When its last holder let go of it.
  add column left_at timestamptz,
  -- How long workers have had it, over all its turns that have ended.
  add column worked interval not null default '0',
  -- The sitemaps that are left to read, where it let go of its place between two.
  add column seeding jsonb;

-- The crawls that nobody has, of an organization and of a host, the longest waiting first.
create index crawls_waiting on crawls (organization_id, due_at)
  where state in ('waiting', 'running') and lease_token is null;
create index crawls_waiting_by_host on crawls (host, due_at)
  where state in ('waiting', 'running') and lease_token is null;
-- When an organization was last served, in all and at a host.
create index crawls_left on crawls (organization_id, left_at) where left_at is not null;
create index crawls_left_by_host on crawls (host, organization_id, left_at) where left_at is not null;
-- Claims went by it alone before.
drop index crawls_due;
