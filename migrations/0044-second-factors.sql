-- A second factor of a user: a time-based one-time password (RFC 6238) of an authenticator app.
create table second_factors (
  user_id uuid primary key references users (_id) on delete cascade,
  -- Encrypted with SECRET_KEY.
  secret bytea not null,
  created_at timestamptz(3) not null,
  -- Since when signing in asks for it; null: the app has not shown a right code yet.
  confirmed_at timestamptz(3),
  -- The period of 30 seconds of the last code that was taken. No code is taken twice.
  last_period bigint not null default 0
);

-- Codes for the day when the app is lost. Use deletes the row.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  -- SHA-256 of the code, which is shown once and stored nowhere.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);
