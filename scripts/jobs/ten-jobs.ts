import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Ask, StoredRecord } from '../pictures/demo-service.ts'
import type { Walk } from './walk.ts'

/** What a job begins with, and where it is done. */
export interface Job {
  number: number
  what: string
  /** As the design allows: clicks and pastes, typed fields apart, and seconds of somebody who has done it once. */
  stepsMax: number
  secondsMax: number
  /** Finds what the job is about, and returns the page that it begins on and how it is done. */
  prepare: (place: Place, isPhone: boolean) => Promise<{ path: string; walk: (walk: Walk) => Promise<void> }>
}

/** A project of the demo, and how its management API is asked. */
export interface Place {
  ask: Ask
  change: (address: string, revision: number, body: object) => Promise<void>
  /** Addresses of the project: in the management API. */
  below: string
}

/** Somebody of the sandbox answers after some seconds. */
const liveRoundsMax = 60

interface FoundCall extends StoredRecord {
  phone_number: string
  state: string
}

const items = async <Item = StoredRecord>({ ask, below }: Place, list: string): Promise<Item[]> =>
  (await ask<{ items: Item[] }>(`${below}${list}`))?.items ?? []

const known = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`the demo has no ${what}`)
  return value
}

const campaignNamed = async (place: Place, name: string): Promise<StoredRecord & { revision: number }> =>
  known(
    (await items<StoredRecord & { revision: number }>(place, '/campaigns?limit=100')).find(
      (one) => one.name === name,
    ),
    `campaign ${name}`,
  )

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Waits until a call of a campaign speaks. */
async function untilLive({ ask, below }: Place, campaignId: string): Promise<void> {
  interface Queue {
    campaigns: { campaign_id: string; under_way: { live: number } }[]
  }
  for (let round = 0; round < liveRoundsMax; round++) {
    // oxlint-disable-next-line no-await-in-loop -- asked again until somebody has answered
    const queue = await ask<Queue>(`${below}/queue`)
    const campaign = queue?.campaigns.find(({ campaign_id }) => campaign_id === campaignId)
    if ((campaign?.under_way.live ?? 0) > 0) return
    // oxlint-disable-next-line no-await-in-loop -- see above
    await delay(500)
  }
}

/** Returns the number of the first of these messages after which no other went there. */
async function findUnanswered(
  { ask, below }: Place,
  messages: readonly { _id: string; to: string }[],
): Promise<string> {
  const organization = below.split('/projects/')[0]!
  for (const { _id, to } of messages) {
    // oxlint-disable-next-line no-await-in-loop -- until one fits
    const found = await ask<{ items: StoredRecord[] }>(`${organization}/find?q=${encodeURIComponent(to)}`)
    if (found?.items[0]?._id === _id) return to
  }
  throw new Error('the demo has no failed message that is the latest to its number')
}

/**
 * Goes to the first that is found for a text that was copied: on a phone by the button of the home page that pastes,
 * else by the key and a paste.
 */
async function findFirst(walk: Walk, text: string): Promise<void> {
  if (walk.isPhone) {
    await walk.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await walk.press(button(walk.page, 'Paste and find'))
    return
  }
  await walk.key('/')
  await walk.paste(walk.page.getByRole('searchbox'), text, { enter: true })
}

/** The ten most frequent jobs. What each begins with and ends with is written beside it. */
export const jobs: readonly Job[] = [
  {
    number: 1,
    what: 'why a call waits',
    stepsMax: 2,
    secondsMax: 5,
    prepare: async (place) => {
      const campaign = await campaignNamed(place, 'Payment reminders')
      const calls = await items<FoundCall>(place, `/campaigns/${campaign._id}/calls?limit=20`)
      const { phone_number } = known(
        calls.find(({ state }) => state === 'waiting'),
        'waiting call',
      )
      return {
        path: '',
        walk: async (walk) => {
          await findFirst(walk, phone_number)
          await walk.ends(title(walk.page, /Waits for the release of its campaign/))
        },
      }
    },
  },
  {
    number: 2,
    what: 'a campaign from nothing, and a test call',
    stepsMax: 6,
    secondsMax: 90,
    prepare: () =>
      Promise.resolve({
        path: '/campaigns',
        walk: async (walk) => {
          const { page } = walk
          await walk.press(link(page, 'New campaign'))
          await walk.type(
            page.getByRole('textbox', { name: 'Name', exact: true }),
            walk.isPhone ? 'Spring offer' : 'Winter check',
          )
          await walk.type(
            page.getByRole('textbox', { name: 'Script', exact: true }),
            'Hello {{ customer.name }}, your policy ends soon. Press one to renew.',
          )
          await walk.choose(page.getByRole('combobox', { name: 'Caller ID' }), { index: 1 })
          await walk.press(button(page, 'Make campaign'))
          await walk.press(button(page, 'Test call…'))
          await walk.press(button(page, 'Call now'))
          await walk.ends(page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').first())
        },
      }),
  },
  {
    number: 3,
    what: 'stop dialing',
    stepsMax: 2,
    secondsMax: 5,
    prepare: async (place, isPhone) => {
      const campaign = await campaignNamed(place, 'Welcome calls')
      const address = `${place.below}/campaigns/${campaign._id}`
      if (campaign.status === 'paused') await place.ask(`${address}/release`, {})
      await place.ask(`${address}/trigger-call`, { phone_number: isPhone ? '+13125550108' : '+13125550109' })
      return {
        path: '/live',
        walk: async (walk) => {
          await walk.press(button(walk.page, 'Hold Welcome calls'))
          await walk.ends(walk.page.getByText(/ is on hold\. .*under way go/))
        },
      }
    },
  },
  {
    number: 4,
    what: 'why a message failed, and send it again',
    stepsMax: 4,
    secondsMax: 20,
    prepare: async (place) => {
      const failed = await items<StoredRecord & { to: string; resent_as: string | null }>(
        place,
        '/messages?status=failed&limit=100',
      )
      const to = await findUnanswered(
        place,
        failed.filter(({ resent_as }) => resent_as === null),
      )
      return {
        path: '',
        walk: async (walk) => {
          const { page } = walk
          await findFirst(walk, to)
          await walk.press(button(page, 'Send again…'))
          await walk.press(page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }))
          await walk.ends(page.getByText('It was sent again for'))
        },
      }
    },
  },
  {
    number: 5,
    what: 'follow a live conversation',
    stepsMax: 1,
    secondsMax: 3,
    prepare: async (place, isPhone) => {
      const campaign = await campaignNamed(place, 'Renewal reminders')
      // Both answer, and every reply takes half a minute.
      const number = isPhone ? '+12125550109' : '+14155550109'
      const body = { phone_number: number, name: 'Maria Delgado' }
      await place.ask(`${place.below}/campaigns/${campaign._id}/trigger-call`, body)
      await untilLive(place, campaign._id)
      return {
        path: '/live',
        walk: async (walk) => {
          await walk.press(
            link(walk.page, `Follow the call to ${isPhone ? '+1 212 555 0109' : '+1 415 555 0109'}`),
          )
          await walk.ends(walk.page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').first())
        },
      }
    },
  },
  {
    number: 6,
    what: 'rotate a key',
    stepsMax: 4,
    secondsMax: 20,
    prepare: async ({ ask, below }) => {
      const name = `CRM ${new Date().toISOString().slice(11, 19)}`
      await ask(`${below}/api-keys`, { name, scopes: ['calls:create'] })
      return {
        path: '/keys',
        walk: async (walk) => {
          const { page } = walk
          await walk.press(button(page, `Rotate ${name}`))
          await walk.choose(page.getByRole('combobox', { name: 'The old key ends' }), 'in 24 hours')
          await walk.press(button(page, 'Make the new key'))
          await walk.press(button(page, 'Copy key'))
          await walk.ends(page.getByText(/^The old key ends/))
        },
      }
    },
  },
  {
    number: 7,
    what: 'a paused template',
    stepsMax: 2,
    secondsMax: 10,
    prepare: async (place) => {
      const broadcasts = await items(place, '/broadcasts?limit=100')
      const { _id } = known(
        broadcasts.find(({ name }) => name === 'Bundle offer'),
        'broadcast Bundle offer',
      )
      return {
        path: `/broadcasts/${_id}`,
        walk: async (walk) => {
          await walk.press(button(walk.page, 'Read from WhatsApp now'))
          await walk.ends(walk.page.getByText(/^sandbox: /))
        },
      }
    },
  },
  {
    number: 8,
    what: 'who changed a campaign, and back',
    stepsMax: 3,
    secondsMax: 15,
    prepare: async (place) => {
      const { _id, revision } = await campaignNamed(place, 'Welcome calls')
      await place.change(`/campaigns/${_id}`, revision, { slots: 2 + (revision % 5) })
      return {
        path: `/campaigns/${_id}`,
        walk: async (walk) => {
          const { page } = walk
          await walk.press(link(page, 'History'))
          await walk.press(
            page.getByRole('link', { name: `Bring back Welcome calls before revision ${revision + 1}` }),
          )
          await walk.ends(page.getByText('What was there before that change is filled in.'))
        },
      }
    },
  },
  {
    number: 9,
    what: 'a person and all that happened',
    stepsMax: 2,
    secondsMax: 5,
    prepare: async (place) => {
      const people = await items(place, '/customer-profiles?sort_field=conversation_count&limit=1')
      const name = known(people[0]?.name, 'person')
      return {
        path: '',
        walk: async (walk) => {
          await findFirst(walk, name)
          await walk.ends(title(walk.page, name))
        },
      }
    },
  },
  {
    number: 10,
    what: 'whether the assistant knows an answer',
    stepsMax: 2,
    secondsMax: 15,
    prepare: () =>
      Promise.resolve({
        path: '/knowledge',
        walk: async (walk) => {
          await walk.type(walk.page.getByRole('textbox', { name: 'Question' }), 'How do I report a claim?')
          await walk.press(button(walk.page, 'Ask'))
          await walk.ends(walk.page.getByRole('table', { name: 'From' }))
        },
      }),
  },
]
