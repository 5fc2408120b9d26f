-- Links of the version before, where there are cells, open no longer what another cell has given since: those of
-- operators too, as nothing tells who has made a link.
update user_links l set organization_ids = array(select m.organization_id from memberships m where m.user_id = l.user_id)
from users u
where u._id = l.user_id and not u.is_operator and l.organization_ids is null and exists (select from cell_addresses);
