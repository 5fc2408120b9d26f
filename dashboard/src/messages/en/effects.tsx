import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const calls = (count: number) => plural(count, 'en', { one: 'call', other: 'calls' })
const campaigns = (count: number) => plural(count, 'en', { one: 'campaign', other: 'campaigns' })
const broadcasts = (count: number) => plural(count, 'en', { one: 'broadcast', other: 'broadcasts' })
const pick = (count: number, one: string, other: string) => plural(count, 'en', { one, other })

/**
 * What an edit does beyond the record, by the server's code. The last two: when calls begin, and the unknown values.
 */
export const effects = {
  calls_dialled: (shown: string, count: number): ReactNode =>
    `${shown} waiting ${calls(count)} ${pick(count, 'is', 'are')} dialed at once.`,
  calls_wait_for_release: (shown: string, count: number): ReactNode =>
    `${shown} waiting ${calls(count)} ${pick(count, 'is', 'are')} held back until the release.`,
  calls_wait_for_hours: (shown: string, count: number, opensAt: ReactNode | null): ReactNode => (
    <>
      {shown} waiting {calls(count)} {pick(count, 'waits', 'wait')}{' '}
      {opensAt === null ? 'for good, since calling hours never open' : <>until {opensAt}</>}.
    </>
  ),
  calls_expire: (shown: string, count: number): ReactNode =>
    `${shown} waiting ${calls(count)} ${pick(count, 'ends', 'end')} as expired.`,
  calls_fail: (shown: string, count: number): ReactNode =>
    `${shown} waiting ${calls(count)} ${pick(count, 'ends', 'end')} as failed, because the campaign lacks what calls need.`,
  calls_go_on: (shown: string, count: number): ReactNode =>
    `${shown} ${calls(count)} under way ${pick(count, 'goes', 'go')} on.`,
  calls_beyond_slots: (shown: string, count: number): ReactNode =>
    `${shown} ${calls(count)} under way ${pick(count, 'is', 'are')} more than the slots allow, and ${pick(count, 'goes', 'go')} on.`,
  callbacks_refused: (shown: string, count: number): ReactNode =>
    `${shown} ${calls(count)} under way ${pick(count, 'is', 'are')} reported with the old token’s signature, which is refused.`,
  campaigns_follow: (shown: string, count: number): ReactNode =>
    `${shown} ${campaigns(count)} ${pick(count, 'follows', 'follow')} the new revision in calls that are dialed from now on.`,
  campaigns_call_from: (shown: string, count: number): ReactNode =>
    `${shown} ${campaigns(count)} ${pick(count, 'calls', 'call')} from it.`,
  broadcasts_stop: (shown: string, count: number): ReactNode =>
    `${shown} ${broadcasts(count)} ${pick(count, 'sends', 'send')} no more.`,
  broadcasts_go_on: (shown: string, count: number): ReactNode =>
    `${shown} ${broadcasts(count)} can send again.`,
  webhooks_refused: (): ReactNode =>
    'The app secret is replaced: what WhatsApp signs with the old one is refused.',
  plan_stops: (shown: string, count: number): ReactNode =>
    `${shown} ${pick(count, 'project takes', 'projects take')} no WhatsApp messages from now on; calls go on.`,
  plan_resumes: (shown: string, count: number): ReactNode =>
    `${shown} ${pick(count, 'project takes', 'projects take')} WhatsApp messages again.`,
  sends_refused: (shown: string, count: number): ReactNode =>
    `${shown} ${pick(count, 'message more than the plan allows is', 'messages more than the plan allows are')} used: further ones are refused.`,
  links_beyond_plan: (shown: string, count: number): ReactNode =>
    `${shown} ${pick(count, 'page more than the plan allows is', 'pages more than the plan allows are')} indexed: crawls add none.`,
  customer_fields_unknown: (
    shown: string,
    count: number,
    _opensAt: ReactNode | null,
    names: ReactNode,
  ): ReactNode => (
    <>
      {shown} {pick(count, 'value is', 'values are')} read that no recent call of its campaigns had: {names}.
    </>
  ),
  campaigns_dial_nothing: (shown: string, count: number): ReactNode =>
    `${shown} ${campaigns(count)} ${pick(count, 'dials', 'dial')} nothing: a call may last longer, or cost more, than the guards allow in a whole day.`,
}
