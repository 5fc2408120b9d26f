-- The organizations that a link opens; null: everything that its person has, also what is given later.
alter table user_links add column organization_ids uuid[];

-- Links of the version before open what others have given since.
delete from user_links l
where l.kind = 'invitation' and (select count(*) from memberships m where m.user_id = l.user_id) > 1;
