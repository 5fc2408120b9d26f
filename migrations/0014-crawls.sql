-- What is asked of a domain's crawls; null but for domains.
alter table sources
  add column start_url text,
  add column crawling_strategy text check (crawling_strategy in ('sitemap', 'deep_crawl')),
  add column max_pages integer check (max_pages between 1 and 1000),
  add column max_depth integer check (max_depth between 1 and 10),
  add column include_patterns text[],
  add column exclude_patterns text[],
  add column frequency_days integer check (frequency_days between 1 and 365),
  add column crawler text check (crawler in ('crawler_a', 'crawler_b')),
  -- Its last crawl, the open one included.
  add column crawl_id uuid;
update sources set start_url = 'https://' || domain, crawling_strategy = 'deep_crawl', max_pages = 50, max_depth = 3,
  include_patterns = '{}', exclude_patterns = '{}', frequency_days = 30, crawler = 'crawler_a'
where source_type = 'domains';
create index sources_by_next_crawl on sources (next_crawl_at) where next_crawl_at is not null;

-- One run through a domain, with what was asked for as it was then.
create table crawls (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  source_id uuid not null,
  -- The host without www., to which one crawl at a time goes.
  host text not null,
  start_url text not null,
  domain text not null,
  crawling_strategy text not null check (crawling_strategy in ('sitemap', 'deep_crawl')),
  max_pages integer not null check (max_pages between 1 and 1000),
  max_depth integer not null check (max_depth between 1 and 10),
  include_patterns text[] not null,
  exclude_patterns text[] not null,
  crawler text not null check (crawler in ('crawler_a', 'crawler_b')),
  state text not null default 'waiting' check (state in (
    'waiting', 'running', 'finished', 'failed', 'cancelled', 'superseded')),
  -- By the database's clock, as the lease is: whoever has the token may write, until the lease is over.
  due_at timestamptz not null default clock_timestamp(),
  lease_token uuid,
  lease_until timestamptz,
  -- How often a worker has taken it up.
  starts integer not null default 0,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  -- Since when the first URLs are known: the start, and those of the sitemaps.
  seeded_at timestamptz(3),
  finished_at timestamptz(3),
  found integer not null default 0,
  fetched integer not null default 0,
  indexed integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  gone integer not null default 0,
  bytes bigint not null default 0,
  -- The bound that ended it, where one did.
  stopped_by text check (stopped_by in ('max_pages', 'quota', 'requests', 'bytes', 'time', 'silence')),
  -- What went wrong, in plain words.
  error text,
  primary key (organization_id, _id),
  foreign key (organization_id, source_id) references sources (organization_id, _id) on delete cascade,
  check ((lease_token is null) = (lease_until is null)),
  check ((state in ('waiting', 'running')) = (finished_at is null))
);
create unique index crawls_open on crawls (organization_id, source_id) where state in ('waiting', 'running');
create unique index crawls_held_by_host on crawls (host) where lease_token is not null;
create index crawls_due on crawls (due_at) where state in ('waiting', 'running');
create index crawls_by_source on crawls (organization_id, source_id, created_at desc);

-- The URLs that a crawl has come to know, each once: what is to be fetched, and what became of the rest and why.
create table crawl_urls (
  organization_id uuid not null,
  crawl_id uuid not null,
  -- SHA-256 of the URL.
  url_key bytea not null,
  url text not null,
  -- Links from the start; 1 for what a sitemap names.
  depth smallint not null,
  position bigint generated always as identity,
  state text not null check (state in ('waiting', 'indexed', 'unchanged', 'skipped', 'failed', 'gone')),
  reason text,
  detail text,
  -- The page or sitemap that named it first.
  found_on text,
  -- Redirections and canonical links on the way here.
  hops smallint not null default 0,
  -- It is taken though it names another page as canonical, because that one leads back here.
  ignores_canonical boolean not null default false,
  -- By its sitemap.
  changed_at timestamptz(3),
  attempts smallint not null default 0,
  -- By the database's clock.
  not_before timestamptz,
  status_code smallint,
  bytes bigint,
  leads_to text,
  settled_at timestamptz(3),
  primary key (organization_id, crawl_id, url_key),
  foreign key (organization_id, crawl_id) references crawls (organization_id, _id) on delete cascade,
  check ((state = 'waiting') = (settled_at is null))
);
create index crawl_urls_waiting on crawl_urls
  (organization_id, crawl_id, depth, not_before nulls first, changed_at desc nulls last, position) where state = 'waiting';
create index crawl_urls_by_position on crawl_urls (organization_id, crawl_id, position);

-- The links of the pages in the index, so that one that has not changed need not be sent again to be followed.
create table page_links (
  organization_id uuid not null,
  source_id uuid not null,
  url_key bytea not null,
  links text[] not null,
  primary key (organization_id, source_id, url_key),
  foreign key (organization_id, source_id) references sources (organization_id, _id) on delete cascade
);
