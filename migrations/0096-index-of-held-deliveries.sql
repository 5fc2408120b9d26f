-- no transaction
-- Whoever enables an endpoint counts what is held for it, and nobody makes deliveries meanwhile. Without an index it read
-- all deliveries of the endpoint.
create index concurrently if not exists webhook_deliveries_held on webhook_deliveries (organization_id, endpoint_id)
  where state = 'held';
