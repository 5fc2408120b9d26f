-- Names of transactions that one session has prepared and another has decided to commit, written by that one with its own work. A
-- row is gone once the commit is done; see src/db/two-phase.ts.
create table decided_commits (
  gid text primary key
);
