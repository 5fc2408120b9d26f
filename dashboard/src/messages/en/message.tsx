import type { ReactNode } from 'react'

/** One message, sending it again, settling it, and the form that sends one. */
export const message = {
  missing: 'Message',
  tab: (who: string) => `Message to ${who}`,
  titles: {
    processing: (who: ReactNode, at: ReactNode) => (
      <>
        The message to {who} is being sent, since {at}.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        Not known since {at} whether WhatsApp has the message to {who}.
      </>
    ),
    sent: (who: ReactNode, at: ReactNode) => (
      <>
        WhatsApp took the message to {who}, {at}.
      </>
    ),
    delivered: (who: ReactNode, at: ReactNode) => (
      <>
        Delivered to {who}, {at}.
      </>
    ),
    read: (who: ReactNode, at: ReactNode) => (
      <>
        Read by {who}, {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        The message to {who} failed, {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  reason: (reason: ReactNode) => <>The reason: {reason}. </>,
  advice: {
    processing: 'WhatsApp is asked at this moment. The outcome stands here within seconds.',
    unresolved:
      'WhatsApp did not answer in time. Its next report settles it. It is not sent again by itself; if somebody knows what happened, settle it.',
    sent: 'WhatsApp delivers it as soon as the phone is reached, for 30 days at most.',
  } as Record<string, string>,
  resentAs: (link: ReactNode, state: string) => (
    <>
      It was sent again as {link}, which is {state}.
    </>
  ),
  resendOf: (link: ReactNode, state: string) => (
    <>
      It was sent again for {link}, which is {state}.
    </>
  ),
  statuses: 'What was reported',
  statusesAside: (zone: ReactNode) => <>{zone} time, by WhatsApp’s clock where it reported</>,
  reports: {
    processing: 'handed to WhatsApp',
    unresolved: 'no answer of WhatsApp',
    sent: 'accepted by WhatsApp',
    delivered: 'delivered to the phone',
    read: 'read',
    failed: 'failed',
  } as Record<string, string>,
  bubble: 'Message',
  noPreview: 'What the person saw is not known: it is no text, or its template is gone.',
  request: 'Request',
  about: 'About',
  facts: {
    broadcast: 'Broadcast',
    who: 'Recipient',
    type: 'Type',
    cost: 'Cost',
    sent: 'Sent',
    settled: 'Settled by',
    why: 'How that is known',
  },
  type: (type: string) => (type === 'template' ? 'template' : `free-form, ${type}`),
  ids: 'Ids',
  toConversation: 'To the conversation',

  settle: 'Settle…',
  settleTitle: 'Settle this message',
  settleBody:
    'Do this only if somebody knows what happened. The message is never sent again by itself, and what you say can’t be changed.',
  settleAs: 'What happened',
  settleSent: 'WhatsApp has it: it counts as one send',
  settleFailed: 'It was not sent: the send is given back',
  settleWhy: 'How that is known',
  settleWhyHint: 'Stored with your name: “The customer called and had it.”',
  settleAction: 'Settle',
  settled: 'The message is settled.',

  send: {
    title: (broadcast: string) => `Send one message under ${broadcast}`,
    againTitle: (who: string) => `Send again to ${who}`,
    againBody: 'A new message is made. The failed one stays as it is, and both are linked.',
    to: 'Recipient',
    toHint:
      'A number with its country code, such as +1 415 555 0100, or the id that WhatsApp gives a person.',
    sandbox: 'Outcome on the sandbox',
    sandboxHint: 'The sender is the sandbox: the last two digits decide what happens.',
    sandboxNumbers: [
      { value: '+14155550100', label: 'delivered and read' },
      { value: '+14155550101', label: 'delivered, never read' },
      { value: '+14155550104', label: 'reads and answers' },
      { value: '+14155550110', label: 'fails: can’t be delivered' },
      { value: '+14155550113', label: 'fails: WhatsApp’s limit per person' },
      { value: '+14155550120', label: 'refused: can’t be delivered' },
      { value: '+14155550133', label: 'not known yet' },
    ],
    kind: 'Kind of message',
    kinds: {
      template: 'the template',
      text: 'free-form text',
      image: 'image',
      video: 'video',
      document: 'document',
      other: 'another type, as JSON',
    },
    variables: 'Variables of the template',
    noVariables: 'The template has no variables.',
    variableNames: {
      header_media_url: 'Address of the media in the header',
      header_location: 'Place in the header, as JSON',
    } as Record<string, string>,
    text: 'Text',
    link: 'Address of the file',
    caption: 'Caption',
    type: 'Type',
    payload: 'Content, as JSON',
    payloadFault: 'This is no JSON object.',
    checks: 'Before it is sent',
    checking: 'Checking…',
    preview: 'What the person sees',
    noPreview: 'Shown once the fields are filled in.',
    rules: {
      request: 'Fields',
      resend: 'Once',
      plan: 'Plan',
      sender: 'Sender',
      template: 'Template',
      content: 'Content',
      window: 'Window',
      opt_out: 'Opt-out',
    } as Record<string, string>,
    notJudged: {
      request: 'Not all fields are right yet.',
      content: 'Checked once the values are there.',
    } as Record<string, string>,
    needsRecipient: 'Checked once the recipient is there.',
    requestPasses: 'All fields are filled in.',
    resendPasses: 'The failed message was not sent again yet.',
    planPasses: (left: ReactNode, sends: ReactNode) => (
      <>
        {left} of {sends} sends are left.
      </>
    ),
    senderPasses: 'Connected.',
    templatePasses: (name: ReactNode, language: ReactNode) => (
      <>
        {name} ({language}) is approved.
      </>
    ),
    contentPasses: 'The values fit.',
    windowOpen: (until: ReactNode, left: ReactNode) => (
      <>
        Open until {until}, {left} from now.
      </>
    ),
    windowOpenedBy: (text: ReactNode, at: ReactNode) => (
      <>
        {' '}
        Opened by {text}, {at}.
      </>
    ),
    windowOpenedUnread: ' Opened by a message that is still being read in.',
    windowNone: 'The person has not written to this sender.',
    windowClosed: (since: ReactNode) => <>Closed since {since}.</>,
    windowNotNeeded: ' A template needs no window.',
    windowNeeded: ' A free-form message can’t go; a template can.',
    optOutPasses: 'The person has not opted out.',
    optOutMarketing: (since: ReactNode) => (
      <>Opted out of marketing since {since}; this is none, so it may go.</>
    ),
    optedOut: (scope: string, since: ReactNode, source: string) => (
      <>
        Opted out of {scope} since {since}, {source}.
      </>
    ),
    scopes: { all: 'all messages', marketing: 'marketing' } as Record<string, string>,
    sources: {
      message: 'by their own message',
      provider: 'in WhatsApp',
      operator: 'recorded by somebody here',
    } as Record<string, string>,
    optedOutUnread: 'They have just written STOP.',
    hidden:
      'WhatsApp hides this person’s number. They can be written to by id; authentication templates can’t go to them.',
    unknownPerson: 'Nobody with this number is known here yet; a profile is made when it is sent.',
    refusals: {
      plan_inactive: 'The plan is not active. The operator can change that.',
      quota_exhausted: 'No sends are left. The operator can raise the plan.',
      sender_unavailable: 'The sender is disconnected. An admin connects it.',
      message_sent_again: 'It was sent again already. Look at the new message.',
      message_not_failed: 'It has not failed, so it is not sent again.',
    } as Record<string, string>,
    noTemplate: 'The broadcast has no template. Send free-form text, or choose a template for it.',
    templateState: (state: string) => `The template is ${state}; only an approved one is sent.`,
    contentFaults: 'Some values are missing or do not fit; the fields say which.',
    action: 'Send',
    againAction: 'Send again',
    cannot: 'The checks below say why it can’t be sent.',
    checkFirst: 'The checks are not done yet.',
    sentToast: 'WhatsApp has taken the message.',
    notKnown: 'Not known yet whether WhatsApp has the message.',
    notKnownBody:
      'It is never sent twice: asking again carries the same key and only returns its outcome. You may close this; the message stays in the list.',
    notReached: 'The server did not answer, so it is not known whether the message was taken.',
    askAgain: 'Ask again',
    following: 'It is being sent. Its page opens as soon as the outcome is known.',
    toMessage: 'To the message',
    refusedNote: 'Nothing was sent twice. Mend it, and send again from here.',
  },
}
