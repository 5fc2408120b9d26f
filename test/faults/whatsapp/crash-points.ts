import type { CrashPoint } from '../crash-points.ts'
import { crashMoments } from '../crash-proxy.ts'
import type { CrashMoment } from '../crash-proxy.ts'

function inTransaction(with_: RegExp, without?: RegExp): CrashPoint['isAt'] {
  return ({ isTransaction, statements }) =>
    isTransaction &&
    statements.some((text) => with_.test(text)) &&
    !(without && statements.some((text) => without.test(text)))
}

/** The points of a message, in the order in which it reaches them. */
const sendPoints: readonly CrashPoint[] = [
  { name: 'reserve', roles: ['api'], isAt: inTransaction(/insert into whatsapp_messages\b/) },
  {
    // The provider has answered.
    name: 'record',
    roles: ['api'],
    isAt: inTransaction(/insert into whatsapp_message_statuses\b/, /insert into whatsapp_messages\b/),
  },
  {
    name: 'receive webhook',
    roles: ['api'],
    isAt: ({ isTransaction, statements }) =>
      !isTransaction && statements.some((text) => /insert into whatsapp_events\b/.test(text)),
  },
  {
    name: 'process event',
    roles: ['worker'],
    isAt: inTransaction(/update whatsapp_events set processed_at\b/),
  },
  {
    name: 'mark stale',
    roles: ['worker'],
    isAt: inTransaction(/insert into whatsapp_message_statuses\b/, /\bwhatsapp_events\b/),
  },
]

/** When the API that sends a message ends: after WhatsApp has the request, or after WhatsApp has answered. */
const askMoments = ['asked', 'answered'] as const
export type AskMoment = (typeof askMoments)[number]

/** One way to end a process at work. */
export type SendCrash =
  | { kind: 'commit'; point: CrashPoint; moment: CrashMoment }
  | { kind: 'ask'; moment: AskMoment }

/** Crashes at every point and moment. */
export const sendCrashes: readonly SendCrash[] = [
  ...sendPoints.flatMap((point) =>
    crashMoments.map((moment): SendCrash => ({ kind: 'commit', point, moment })),
  ),
  ...askMoments.map((moment): SendCrash => ({ kind: 'ask', moment })),
]

export function describeSendCrash(crash: SendCrash): string {
  return crash.kind === 'ask'
    ? `api at WhatsApp, ${crash.moment}`
    : `${crash.point.roles[0]!} ${crash.point.name}, ${crash.moment}`
}
