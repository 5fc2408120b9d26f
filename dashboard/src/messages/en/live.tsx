import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const calls = (count: number) => plural(count, 'en', { one: 'call', other: 'calls' })

export const live = {
  title: 'Live',
  board: 'Campaigns with calls',
  lead: (underWay: ReactNode, waiting: ReactNode, campaigns: number, waitingCount: number) => (
    <>
      {underWay} under way, {waiting} {plural(waitingCount, 'en', { one: 'waits', other: 'wait' })} in{' '}
      {campaigns} {plural(campaigns, 'en', { one: 'campaign', other: 'campaigns' })}.
    </>
  ),
  underWay: (count: string, number: number) => `${count} ${calls(number)}`,
  oldest: (duration: ReactNode) => <> The oldest has waited {duration}.</>,
  oldestWhy: (duration: ReactNode, why: string) => (
    <>
      {' '}
      The oldest has waited {duration}, because {why}.
    </>
  ),
  because: {
    paused: 'its campaign is on hold',
    hours: 'it is outside calling hours',
    slot: 'no slot is free',
    number: 'its number is being called',
    retry: 'it is tried again later',
    carrier_rate: 'the carrier takes no more calls',
    guard: 'a guard of the organization holds it',
  } as Record<string, string>,
  heads: { who: 'Campaign, hours', slots: 'Slots in use', waiting: 'Waiting', why: 'Why' },
  openUntil: (at: ReactNode) => <>Open until {at}</>,
  open: 'Open',
  noHours: 'Open at all hours',
  closed: (at: ReactNode) => <>Closed, opens {at}</>,
  closedForGood: 'Closed, no opening in sight',
  held: 'On hold',
  heldBy: (who: ReactNode, at: ReactNode) => (
    <>
      On hold by {who} since {at}
    </>
  ),
  ended: 'Ended',
  slotsLabel: 'slots in use.',
  slots: (used: string, of: string) => `${used} of ${of}`,
  more: (count: string) => `more than ${count}`,
  waitingLabel: 'waiting',
  reasons: {
    paused: (count: string) => `${count} on hold`,
    hours: (count: string) => `${count} for the calling hours`,
    slot: (count: string) => `${count} for a free slot`,
    number: (count: string) => `${count} for their number`,
    retry: (count: string) => `${count} to try again`,
    carrier_rate: (count: string) => `${count} for the carrier`,
    guard: (count: string) => `${count} for a guard`,
  } as Record<string, (count: string) => string>,
  becauseHeld: 'the service is held',
  forRelease: (count: string) => `${count} for the release of the service`,
  forWorker: (count: string) => `${count} for a worker`,
  outsideHours: 'Outside calling hours',
  onHold: 'On hold until somebody releases it',
  goesOn: (count: string, number: number) =>
    `${count} ${plural(number, 'en', { one: 'call under way goes on', other: 'calls under way go on' })}.`,
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      First dial {at}, in {duration}.
    </>
  ),
  oldestSince: (at: ReactNode) => <>Oldest since {at}.</>,
  nextAt: (at: ReactNode) => <> The next at {at}.</>,
  carrierUntil: (at: ReactNode) => (
    <>The carrier takes no calls until {at}. Its account and limit stand under Carriers.</>
  ),
  nothingWaits: 'Nothing waits',
  summary: (underWay: ReactNode, waiting: ReactNode) => (
    <>
      <b>{underWay}</b> under way, <b>{waiting}</b> waiting
    </>
  ),
  unit: 'min:s',
  toggle: (name: string) => `Calls of ${name}`,
  listUnderWay: 'Under way',
  listWaiting: 'Waiting',
  follow: 'Follow',
  followLabel: (number: string) => `Follow the call to ${number}`,
  cancel: 'Cancel…',
  cancelLabel: (number: string) => `Cancel the call to ${number}`,
  moreUnderWay: (count: string) => `${count} more under way`,
  showMore: (count: string) => `${count} more that wait`,
  noneNow: 'No call of this campaign waits or is under way now.',
  hold: 'Hold',
  holdLabel: (name: string) => `Hold ${name}`,
  release: 'Release…',
  releaseLabel: (name: string) => `Release ${name}`,
  holdAll: 'Hold all…',
  releaseAll: 'Release all…',
  holdAllTitle: 'Hold all campaigns?',
  holdAllBody: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'en', { one: 'campaign is', other: 'campaigns are' })} put on hold. Calls under way go on; calls that wait keep their places.`,
  holdAllAction: 'Hold all',
  releaseTitle: (name: string) => `Release ${name}?`,
  releaseAllTitle: 'Release all campaigns?',
  releaseBody: 'It gets back the status that it had before. What happens then:',
  releaseAllBody: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'en', { one: 'campaign gets', other: 'campaigns get' })} back the status of before. What happens then:`,
  releaseAction: 'Release',
  releaseAllAction: 'Release all',
  noEffect: 'No call waits, so nothing happens at once.',
  nothingToHold: 'All campaigns are on hold already.',
  nothingToRelease: 'No campaign is on hold.',
  editorNeeded: 'This needs the role editor. An owner or admin can give it to you, under People and roles.',
  heldToast: (name: ReactNode, waiting: string, waitingCount: number, underWay: string, count: number) => (
    <>
      {name} is on hold. {waiting} {calls(waitingCount)}{' '}
      {plural(waitingCount, 'en', { one: 'is', other: 'are' })} held back; {underWay} under way{' '}
      {plural(count, 'en', { one: 'goes', other: 'go' })} on.
    </>
  ),
  heldAllToast: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'en', { one: 'campaign is', other: 'campaigns are' })} on hold.`,
  releasedToast: (name: ReactNode) => <>{name} is released.</>,
  releasedAllToast: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'en', { one: 'campaign is', other: 'campaigns are' })} released.`,
  cancelAll: 'Cancel all that wait…',
  cancelAllTitle: (name: string) => `Cancel all waiting calls of ${name}?`,
  cancelAllBody: (count: ReactNode) => (
    <>
      {count} are given up for good; calls under way go on. To put them off instead, hold the campaign. Type
      their number to go on.
    </>
  ),
  cancelAllField: 'How many calls wait',
  cancelAllHint: (count: string) => `Type ${count}.`,
  cancelAllFault: (count: string) => `This is not the number of calls that wait. Type ${count}.`,
  cancelAllAction: (count: string) => `Cancel ${count}`,
  cancelAllDone: (count: string, number: number) => `${count} ${calls(number)} canceled.`,
  cancelTitle: (number: string) => `Cancel the call to ${number}?`,
  cancelBody: 'It is not dialed any more. You can place it again on its page.',
  cancelAction: 'Cancel the call',
  keep: 'Keep',
  canceled: (number: ReactNode) => <>The call to {number} is canceled.</>,
  overBefore: (number: ReactNode) => <>The call to {number} was over already.</>,
  empty: 'No call waits or is under way.',
  emptyNext: 'As soon as a campaign has a call, it stands here. A campaign’s page has a test call.',
  toCampaigns: 'To the campaigns',
  noWorker: 'No worker',
}
