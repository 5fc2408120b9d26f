-- The words that a source has brought to its word list.
alter table sources add column word_count integer not null default 0 check (word_count >= 0);

-- A page of the index: of a domain, a URL, or a file as a whole.
create table source_pages (
  organization_id uuid not null,
  project_id uuid not null,
  source_id uuid not null,
  _id uuid not null,
  -- Null for a file.
  url text,
  -- SHA-256 of the URL as it is normalized; of nothing for a file. An index takes no long texts.
  url_key bytea not null check (octet_length(url_key) = 32),
  title text not null,
  -- BCP 47, primary subtag.
  language text not null,
  -- SHA-256 of the main text, white space apart.
  text_hash bytea not null check (octet_length(text_hash) = 32),
  -- Near-identical texts differ in few of its bits.
  simhash bigint not null,
  text_size integer not null check (text_size >= 0),
  chunk_count integer not null check (chunk_count >= 0),
  -- What was fetched or read, in bytes, and by which it can be asked whether it has changed.
  byte_size bigint not null check (byte_size >= 0),
  etag text,
  last_modified text,
  first_indexed_at timestamptz(3) not null,
  -- Since when the index has it as it is.
  indexed_at timestamptz(3) not null,
  primary key (organization_id, _id),
  foreign key (organization_id, source_id) references sources (organization_id, _id) on delete cascade,
  unique (organization_id, source_id, url_key),
  check (last_modified is null or octet_length(last_modified) <= 1000),
  check (etag is null or octet_length(etag) <= 1000)
);
-- Which languages a project has pages in.
create index source_pages_by_language on source_pages (organization_id, project_id, language);

-- The passages of a page in its order.
create table page_chunks (
  organization_id uuid not null,
  project_id uuid not null,
  source_id uuid not null,
  page_id uuid not null,
  ordinal integer not null,
  -- The headings above it, the outermost first.
  heading text not null,
  anchor text,
  text text not null,
  -- Stems of title (A), headings (B) and text (D), with where they stand.
  words tsvector not null,
  -- Those of title and headings alone: where a word stands in more passages than can be ranked, these are.
  heading_words tsvector not null,
  primary key (organization_id, page_id, ordinal),
  foreign key (organization_id, page_id) references source_pages (organization_id, _id) on delete cascade
);
-- Stems with their project in front, so that a search reads the passages of its project alone: with the project as a
-- column of the index, each search would read the list of all its passages beside the short ones of its words.
create function project_terms(project_id uuid, words tsvector) returns tsvector language sql immutable parallel safe
  cost 1000 as
  $$ select array_to_tsvector(array(
    select right(project_id::text, 8) || word from unnest(tsvector_to_array(words)) word)) $$;
-- Late entries are gathered, which takes a quarter of the work and three quarters of the log off a crawl; each search reads
-- through them, so they are few, and a crawl clears them at its end.
create index page_chunks_words on page_chunks using gin (project_terms(project_id, words))
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index page_chunks_heading_words on page_chunks using gin (project_terms(project_id, heading_words))
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- The words of a source's pages as they are written, for those that a question misspells. Words stay when a page goes:
-- one that leads to no passage costs nothing; all go with the source.
create table source_words (
  organization_id uuid not null,
  project_id uuid not null,
  source_id uuid not null,
  -- In small letters, as the index has it.
  word text not null,
  -- Without its accents.
  form text not null,
  primary key (organization_id, source_id, word),
  foreign key (organization_id, source_id) references sources (organization_id, _id) on delete cascade
);
create index source_words_by_likeness on source_words using gin (organization_id, project_id, form gin_trgm_ops);

-- Pages of domains and URLs that an organization has in the index, which its plan bounds. One row an organization.
create table organization_links (
  organization_id uuid primary key references organizations (_id),
  indexed integer not null default 0 check (indexed >= 0)
);
