-- What a project's knowledge base is made of.
create table sources (
  organization_id uuid not null,
  project_id uuid not null,
  _id uuid not null,
  name text not null,
  source_type text not null check (source_type in ('files', 'urls', 'domains')),
  sync_status text not null default 'pending' check (sync_status in (
    'pending', 'syncing', 'success', 'partial', 'failed')),
  -- The last failure, in plain words.
  sync_error text,
  -- Of a domain: what is crawled, such as example.com/docs.
  domain text,
  -- Of a file: bytes and MIME type.
  file_size bigint check (file_size >= 0),
  file_type text,
  -- Pages in the index.
  page_count integer not null default 0 check (page_count >= 0),
  last_crawled_at timestamptz(3),
  next_crawl_at timestamptz(3),
  -- Who added it: {"kind": "api_key", "_id": …, "name": …} or {"kind": "operator"}.
  created_by jsonb not null check (jsonb_typeof(created_by) = 'object'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  check ((source_type = 'domains') = (domain is not null))
);
create unique index sources_by_domain on sources (organization_id, project_id, domain) where domain is not null;
create index sources_by_creation on sources (organization_id, project_id, created_at desc, _id);
