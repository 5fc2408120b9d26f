-- Adds the project to the words of a passage without a row for each word: half of the time, for each passage of a crawl
-- and each of the two indexes. It returns what it did before, so the indexes stay as they are. Words have letters,
-- digits and points only, so none has the character that separates them here.
create or replace function project_terms(project_id uuid, words tsvector) returns tsvector language sql immutable parallel safe
  cost 1000
as $$ select array_to_tsvector(string_to_array(coalesce(right(project_id::text, 8)
    || nullif(array_to_string(tsvector_to_array(words), e'\x01' || right(project_id::text, 8)), ''), ''), e'\x01')) $$;
