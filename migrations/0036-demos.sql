-- The demo of `npm start`: its history is loaded once, and its switch and day's count bound the calls that it places.
create table demos (
  organization_id uuid not null,
  project_id uuid not null,
  history_until timestamptz(3),
  history_loaded_at timestamptz(3),
  places_calls boolean not null default true,
  calls_day date,
  calls_placed integer not null default 0 check (calls_placed >= 0),
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references projects (organization_id, _id),
  check (history_loaded_at is null or history_until is not null)
);
