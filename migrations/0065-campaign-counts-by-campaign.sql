-- The summary of one campaign reads a row for each of its days. With the campaign before the grain they lie side by side.
alter table campaign_counts drop constraint campaign_counts_pkey;
alter table campaign_counts add primary key (organization_id, project_id, campaign_id, grain, status, bucket);
