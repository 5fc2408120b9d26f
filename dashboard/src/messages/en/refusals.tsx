import { callRefusals } from './call-refusals.tsx'

/** What the other refusals of docs/errors.md mean that a page can meet, and what to do. They are as in `errors`. */
export const refusals = {
  call_file_unusable: {
    detail: true,
    what: 'This file can not be read as calls.',
    advice: 'Give CSV with a head line, or NDJSON, in UTF-8, with at most 100,000 rows.',
  },
  call_batch_not_found: {
    what: 'There is no such batch of calls.',
    advice: 'Open the campaign, then From a file: it lists all batches.',
  },
  call_batch_not_stopped: {
    what: 'This batch is not stopped.',
    advice: 'Load the page again to see how far it is.',
  },
  too_many_call_files: {
    what: 'Other files of calls are being read at the moment.',
    advice: 'Give the file again in a minute. Nothing of it was queued.',
  },
  ticket_not_found: { what: 'There is no such ticket.', advice: 'Look for it in the list of tickets.' },
  ticket_closed: {
    detail: true,
    what: 'Somebody has closed this ticket already.',
    advice: 'Load the page again to see who did, and with which note.',
  },
  message_not_failed: {
    what: 'This message has not failed, so it is not sent again.',
    advice: 'Load its page again: it is on its way, has arrived, or is not known yet.',
  },
  message_sent_again: {
    what: 'This message was sent again already.',
    advice: 'Its page leads to the new one.',
  },
  message_not_unresolved: {
    what: 'The outcome of this message is known by now.',
    advice: 'Load its page again: nothing is left to settle.',
  },
  page_not_found: {
    what: 'The source has no such page any more.',
    advice: 'A later crawl has replaced or removed it; look in the list of pages.',
  },
  not_a_domain: {
    what: 'A file or a single page has no crawls.',
    advice: 'Add the file or the address again instead: the new text replaces the old one.',
  },
  unreadable_source: {
    detail: true,
    what: 'This file or page can not be read.',
    advice: 'Use a text, HTML, Markdown, Word or PDF file with text in it, of at most 20 MB.',
  },
  too_many_files: {
    what: 'Other files are being read at the moment.',
    advice: 'Try again in a few seconds. What was added stays.',
  },
  too_many_previews: {
    what: 'Another preview of a crawl is under way.',
    advice: 'Wait until it has ended, 20 seconds at most.',
  },
  export_too_large: {
    detail: true,
    what: 'More records match than one export may have.',
    advice: 'Narrow the filters, by a span of time for instance, and export in parts.',
  },
  too_many_exports: {
    what: 'Other exports are under way.',
    advice: 'Try again in a while: each takes a few minutes at most.',
  },
  takes_too_long: {
    what: 'This list takes too long.',
    advice: 'Choose a shorter span of time, or fewer filters.',
    detail: true,
  },
  too_many_changes: {
    what: 'Too many changes are being made at the same time.',
    advice: 'Nothing was changed. Wait a moment, then try again.',
  },
  too_many_lists: {
    what: 'Too many slow lists of your organization are under way.',
    advice: 'Wait a moment, then try again; a shorter span of time is quicker.',
  },
  too_many_streams: {
    what: 'Too many pages follow what happens.',
    advice: 'Close other pages of the dashboard, or try again in a moment.',
  },
  event_unknown: {
    what: 'There is no such event any more.',
    advice: 'Begin at a time instead: events are kept for 30 days.',
  },
  idempotency_key_reused: {
    what: 'The same form has sent something else before.',
    advice: 'Close it and open it again.',
  },
  role_missing: {
    what: 'Your role does not allow this.',
    advice: 'An owner or admin of the organization can give you the role, under People and roles.',
    detail: true,
  },
  tenant_not_found: {
    what: 'There is no such organization or project that you may see.',
    advice: 'Check the address, or ask an owner to let you in.',
  },
  project_not_found: {
    what: 'There is no such project that you may see.',
    advice: 'Check the address, or ask an owner to let you in.',
  },
  campaign_not_found: {
    what: 'There is no such campaign in this project.',
    advice: 'Look for it among the campaigns, or in another project.',
  },
  call_not_found: {
    what: 'There is no such call in this project.',
    advice: 'Look for its number with Find, or in another project.',
  },
  conversation_not_found: {
    what: 'There is no such conversation in this project.',
    advice: 'Look for it among the conversations, or in another project.',
  },
  conversation_ended: {
    what: 'This conversation with the agent has ended.',
    advice: 'Begin a new one.',
  },
  conversation_taken_over: {
    what: 'Somebody else began to answer this conversation, so your message was not sent.',
    advice: 'Read what was written since, and decide who goes on.',
  },
  agent_answers: {
    what: 'The agent answers this conversation.',
    advice: 'Take it over first; then write.',
  },
  agent_not_found: {
    what: 'There is no such agent in this project.',
    advice: 'Look for it among the agents, or in another project.',
  },
  upgrade_required: {
    what: 'This address takes websockets of the carrier only.',
    advice: 'A proxy in front may drop the Upgrade header: let it through.',
  },
  organization_moving: {
    what: 'The organization is being moved',
    advice: 'It answers again within seconds. Nothing was done; try again.',
  },
  cell_unavailable: {
    what: 'The organization can not be reached',
    advice: 'Try again in a moment. If it stays so, let the operator look.',
  },
  stopping: {
    what: 'The process is being stopped.',
    advice: 'Try again in a few seconds: another one goes on.',
  },
  profile_not_found: {
    what: 'There is no such person in this project.',
    advice: 'Look for the number or name with Find. Two profiles of one person may have become one.',
  },
  merge_not_found: {
    what: 'This merge does not exist.',
    advice: 'Reload the page: somebody may have separated the two.',
  },
  merge_not_kept: {
    what: 'These profiles can not be separated.',
    advice: 'They were merged by an older version.',
  },
  import_runs: {
    what: 'An import is linking people of this project.',
    advice: 'Try again when the import is over.',
  },
  person_in_use: {
    what: 'Calls or messages to this person are not over.',
    advice: 'Cancel the calls, wait for the messages, and try again.',
  },
  broadcast_not_found: {
    what: 'There is no such broadcast in this project.',
    advice: 'Look for it among the broadcasts, or in another project.',
  },
  message_not_found: {
    what: 'There is no such message in this broadcast.',
    advice: 'Look for it among the messages of the broadcast.',
  },
  source_not_found: {
    what: 'There is no such source in this project.',
    advice: 'It may have been removed. Look for it in the knowledge base.',
  },
  record_not_found: {
    what: 'There is no such record in this project.',
    advice: 'Look for it in the list that it belongs to, or in another project.',
  },
  person_not_found: {
    what: 'There is no such person in this organization.',
    advice: 'They may have been removed. Load the list again.',
  },
  session_not_found: { what: 'There is no such session.', advice: 'It may have ended. Load the list again.' },
  token_not_found: {
    what: 'There is no such token.',
    advice: 'It may have been revoked. Load the list again.',
  },
  change_not_found: {
    what: 'There is no such change, or you may not see it.',
    advice: 'People with a role for some projects see the changes of those.',
  },
  not_a_demo: {
    what: 'This organization is not a demo.',
    advice: 'Only a demo places calls by itself, so there is nothing to switch.',
  },
  changed_meanwhile: {
    what: 'Somebody else has changed this meanwhile.',
    advice: 'Look at both versions, then save again.',
  },
  person_exists: {
    what: 'Somebody with this address is in the organization already.',
    advice: 'Change their role instead.',
  },
  person_elsewhere: {
    what: 'This person also has a role that you do not manage, or an account or role in another part of the installation.',
    advice:
      'An operator makes the link (“switchboard people link”) or ends the second factor (“people end-second-factor”).',
  },
  last_owner: {
    what: 'The organization would be left without an owner who can sign in.',
    advice: 'Make somebody else an owner first, and have them set a password.',
  },
  too_many_tokens: {
    what: 'You have as many tokens as one person may have.',
    advice: 'Revoke one that is not used.',
    detail: true,
  },
  key_ended: { what: 'This key has ended.', advice: 'Make another key.' },
  ...callRefusals,
  plan_inactive: {
    what: 'The plan of the organization is not active.',
    advice: 'An operator of the installation activates it.',
  },
  quota_exhausted: {
    what: 'The messages of the plan are used up or reserved.',
    advice: 'An operator of the installation raises the plan.',
  },
  link_quota_reached: {
    what: 'The knowledge bases have all the links that the plan allows.',
    advice: 'Remove sources, lower the most pages of one, or let an operator raise the plan.',
  },
  too_many_domains: {
    what: 'The knowledge bases have all the domains that they may have.',
    advice: 'Remove one, or cover more addresses with one domain.',
    detail: true,
  },
  too_many_crawls: {
    what: 'Many crawls of the organization wait or run.',
    advice: 'Try again when some have ended, or cancel one.',
  },
  sender_unavailable: {
    what: 'The sender of the broadcast is not connected.',
    advice: 'An admin connects it under Senders.',
  },
  template_unavailable: {
    what: 'The broadcast has no template that Meta has approved.',
    advice: 'Look at its template, and at what Meta says about it.',
  },
  window_closed: {
    what: 'The person has not written within 24 hours, so Meta takes only a template.',
    advice: 'Send the template, or wait until they write.',
  },
  opted_out: {
    what: 'The person does not want messages.',
    advice: 'Do not write to them. They can write START to allow messages again.',
  },
  message_rejected: {
    what: 'WhatsApp has refused the message. Nothing was sent.',
    advice: 'Mend what the reason names, then send again.',
    detail: true,
  },
  sender_busy: {
    what: 'The sender has reached its rate, or WhatsApp is busy. Nothing was sent.',
    advice: 'Wait a moment, then send again.',
  },
  send_unresolved: {
    what: 'It is not known yet whether WhatsApp has the message.',
    advice: 'Do not send it again now. Its page follows it and says so once it is known.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>
