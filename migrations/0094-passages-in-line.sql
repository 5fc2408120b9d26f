-- A passage with its words is some 3 kB. Beyond 2 kB PostgreSQL compressed its words and moved them out of the row, which
-- took a sixth of the time of storing it, saved no space, and had the search fetch them one by one.
alter table page_chunks set (toast_tuple_target = 4096);
