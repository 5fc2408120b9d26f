-- Numbers that a carrier account does not take at the moment (429): each is left alone by itself, so that one of them does
-- not hold the account's other calls.
create table number_pauses (
  organization_id uuid not null,
  voice_carrier_id uuid not null,
  -- E.164.
  phone_number text not null,
  -- In a row, for the backoff.
  refusals integer not null,
  -- By the database's clock.
  paused_until timestamptz(3) not null,
  primary key (organization_id, voice_carrier_id, phone_number),
  foreign key (organization_id, voice_carrier_id) references voice_carriers (organization_id, _id)
);
-- Those that nobody has dialled for long are removed.
create index number_pauses_by_end on number_pauses (organization_id, voice_carrier_id, paused_until);

-- An import is one transaction in one session: there is nothing left to decide between two.
drop table decided_commits;
