-- What the carrier last said about the credentials of an account, and since when it says so. It decides nothing; people
-- read it.
create table voice_carrier_checks (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  state text not null check (state in ('accepted', 'refused', 'unknown')),
  -- Null where the carrier accepts them.
  reason text,
  since timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  -- The revision of the account that was checked: a later one may have other credentials.
  revision integer not null check (revision >= 1),
  primary key (organization_id, voice_carrier_id),
  foreign key (organization_id, voice_carrier_id) references voice_carriers (organization_id, _id)
);
