-- The calls of a campaign that wait are its queue.
alter table campaign_lines rename to campaign_queues;
alter table campaign_queues rename constraint campaign_lines_pkey to campaign_queues_pkey;
alter table campaign_queues rename constraint campaign_lines_organization_id_campaign_id_fkey
  to campaign_queues_organization_id_campaign_id_fkey;
alter index campaign_lines_due rename to campaign_queues_due;
alter index calls_in_line rename to calls_in_queue;
