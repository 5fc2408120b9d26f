-- The status that a paused campaign returns to when it is released; null: it is not paused, or was never anything else.
alter table campaigns add column held_status text check (held_status in ('draft', 'running', 'ended'));

-- A rotated key works until then; null: no end.
alter table api_keys add column ends_at timestamptz(3);
-- When a request last came with the key, at most a minute too early; null: never, or before this was kept.
alter table api_keys add column last_used_at timestamptz(3);
-- Who made it, as of then; null: it was made before this was kept.
alter table api_keys add column made_by text;
-- When the account's token was last set. Null: before this was kept.
alter table voice_carriers add column auth_token_set_at timestamptz(3);
