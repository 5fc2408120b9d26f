-- When the person of an attempt was last met, and last seen by this number, before an attempt of which it is not known whether
-- the carrier has it. It gets both back if it turns out that the call was never placed. An import may have set either.
alter table call_attempts add column earlier_interaction_at timestamptz(3), add column earlier_seen_at timestamptz(3);
