-- A carrier is polled for attempts that it is silent about.
alter table call_attempts rename column ask_at to poll_at;
alter table call_attempts rename column asks_count to polls_count;
alter index call_attempts_to_ask rename to call_attempts_to_poll;
alter table whatsapp_senders rename column templates_asked_at to templates_read_at;
