-- Words that begin or end as one that was asked for, of each length: what is misspelt in one place does either. An index of
-- runs of three letters gave some thousand words to compare for each that was asked for, and was as dear to write as to read.
drop index source_words_by_likeness;
create index source_words_by_head on source_words (organization_id, project_id, length(form), (form collate "C"));
create index source_words_by_tail on source_words (organization_id, project_id, length(form), (reverse(form) collate "C"));
