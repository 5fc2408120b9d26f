-- The organizations that a link opens, where others have invited the same person before they had a password; null: all.
alter table user_links add column organization_ids uuid[];
