import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const be = (count: number) => plural(count, 'en', { one: 'is', other: 'are' })

export const home = {
  title: (count: number) =>
    count === 0
      ? 'Nothing needs you now.'
      : `${count} ${plural(count, 'en', { one: 'thing needs', other: 'things need' })} a person.`,
  lead: (project: ReactNode) => <>{project}, as of now. Each line goes when it is settled.</>,
  tab: 'Home',
  needs: 'What needs a person',
  well: 'All is well: nothing is unresolved, held, unready, failed or nearly used up.',
  wellNext: 'What comes up stands here by itself.',
  since: (at: ReactNode) => <>Since {at}. </>,
  /** Stands in place of a number in the sentences below. */
  moreThan: (count: string) => `more than ${count}`,
  codes: {
    calls_unresolved: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'en', { one: 'call', other: 'calls' })} ${be(number)} not known yet: the carrier has not said whether it took them.`,
      todo: 'Nothing is dialed twice meanwhile. Look whether the carrier is reachable.',
      go: 'See the calls',
    },
    messages_unresolved: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'en', { one: 'message', other: 'messages' })} ${be(number)} not known yet: Meta has not said whether it took them.`,
      todo: 'They are not sent twice. Once somebody knows what happened, settle them.',
      go: 'See the messages',
    },
    campaigns_paused: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'en', { one: 'campaign', other: 'campaigns' })} ${be(number)} on hold.`,
      todo: 'Their calls wait until somebody releases them.',
      go: 'To the campaigns',
    },
    campaigns_not_ready: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'en', { one: 'campaign', other: 'campaigns' })} ${be(number)} not ready to call.`,
      todo: 'The list says what each is missing, such as a caller ID.',
      go: 'To the campaigns',
    },
    templates_stopped: {
      what: (count: string, number: number) =>
        `Meta has stopped ${count} ${plural(number, 'en', { one: 'template', other: 'templates' })} that broadcasts use.`,
      todo: 'Their messages are refused. The template’s page says why, and who is affected.',
      go: 'To the templates',
    },
    sources_failed: {
      what: (count: string, number: number) =>
        `The crawl of ${count} ${plural(number, 'en', { one: 'source', other: 'sources' })} has failed.`,
      todo: 'What was known before is still used. The source’s page says why.',
      go: 'To the knowledge base',
    },
    carriers_refused: {
      what: (count: string, number: number) =>
        `${count} carrier ${plural(number, 'en', { one: 'account is', other: 'accounts are' })} refused by the carrier: not active, or the credentials are not taken.`,
      todo: 'No call goes over them. An admin looks at the account at the carrier, and at its SID and auth token here.',
      go: 'To the carriers',
    },
    carriers_paused: {
      what: (count: string, number: number) =>
        `${count} carrier ${plural(number, 'en', { one: 'account takes', other: 'accounts take' })} no calls now.`,
      todo: 'Their calls wait. The account says why: credentials, credit or too many calls.',
      go: 'To the carriers',
    },
    senders_at_fault: {
      what: (count: string, number: number) =>
        `${count} WhatsApp ${plural(number, 'en', { one: 'sender is', other: 'senders are' })} disconnected or not readable.`,
      todo: 'No message goes from them, or their templates grow old. The sender’s page says why.',
      go: 'To the senders',
    },
    database_held: {
      what: () => 'The service is held: its database was restored or copied, or an operator stopped it.',
      todo: 'It answers reads, and dials and sends nothing. An operator releases it.',
      go: null,
    },
    plan_inactive: {
      what: () => 'The plan of the organization is not active.',
      todo: 'WhatsApp messages are refused; calls go on. An operator switches it on.',
      go: 'To the plan',
    },
    sends_nearly_used: {
      what: () => 'More than four fifths of the messages of the plan are used.',
      todo: 'When all are used, messages are refused. An operator raises the plan.',
      go: 'To the plan',
    },
    links_nearly_used: {
      what: () => 'More than four fifths of the pages of the plan are used.',
      todo: 'When all are used, crawls stop. An operator raises the plan.',
      go: 'To the plan',
    },
  } as Record<string, { what: (count: string, number: number) => string; todo: string; go: string | null }>,
  today: 'Today',
  todayAside: (day: ReactNode, time: ReactNode) => (
    <>
      beside {day}, until {time} too
    </>
  ),
  table: 'Conversations of today beside those of the same weekday before',
  heads: { what: 'Conversations', today: 'Today', before: 'A week ago', change: 'Difference' },
  rows: {
    calls: 'Calls',
    answered: 'answered',
    unanswered: 'not answered or busy',
    failed: 'failed or canceled',
    live: 'live now',
    chats: 'Chats',
  },
  of: (share: string) => `${share} of the calls`,
  more: (count: string) => `+${count}`,
  less: (count: string) => `−${count}`,
  same: '0',
  quiet: 'No conversation today yet, and none on this weekday before.',
  quietNext: 'A campaign’s page has a test call.',
  plan: 'Plan',
  toSettings: 'Settings',
  steps: 'First steps',
  stepDone: 'done',
  stepNext: 'next',
  stepOpen: 'to do',
  paths: {
    voice: {
      title: 'To a first call',
      steps: {
        carrier: {
          what: 'Add a carrier account',
          why: 'Calls go over an account of yours, such as one at Twilio.',
        },
        caller_id: { what: 'Add a caller ID', why: 'The number that people see when you call.' },
        campaign: { what: 'Make a campaign', why: 'It says what is spoken, in which hours, how often.' },
        call: {
          what: 'Place a test call',
          why: 'A campaign’s page has the button; you see the talk as it goes.',
        },
      } as Record<string, { what: string; why: string }>,
    },
    whatsapp: {
      title: 'To a first WhatsApp message',
      steps: {
        sender: { what: 'Connect a sender', why: 'Your WhatsApp business number.' },
        template: { what: 'Have a template approved', why: 'Meta approves it, and the sync brings it here.' },
        broadcast: { what: 'Make a broadcast', why: 'It names the sender and the template.' },
        message: { what: 'Send a test message', why: 'A broadcast’s page has the form.' },
      } as Record<string, { what: string; why: string }>,
    },
  },

  sends: 'Messages',
  links: 'Pages of the knowledge base',
  used: (used: string, of: string) => `${used} of ${of} used`,
}
