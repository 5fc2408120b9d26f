-- The organizations that a link opens: while a person has no password, not what others give later; null: all.
alter table user_links add column organization_ids uuid[];

-- Links of the version before open what others have given since.
delete from user_links l
where l.kind = 'invitation' and (select count(*) from memberships m where m.user_id = l.user_id) > 1;
