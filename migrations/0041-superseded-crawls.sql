-- Crawls that another one has replaced are deleted by a job, with their URLs. It finds them here, the oldest first.
create index crawls_superseded on crawls (finished_at) where state = 'superseded';
