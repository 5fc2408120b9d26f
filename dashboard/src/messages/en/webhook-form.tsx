import { plural } from '../plural.ts'

/** The form of a webhook endpoint. */
export const webhookForm = {
  newTitle: 'New webhook endpoint',
  newLead: 'Its secret is shown once, after it is made.',
  newCrumb: 'New',
  editCrumb: 'Edit',
  create: 'Make endpoint',
  saved: 'The endpoint is saved.',
  receiver: 'Your server',
  fields: {
    name: 'Name',
    url: 'Address',
    types: 'Events',
    content: 'Content',
    order: 'Order',
    rate_per_second: 'Most deliveries in a second',
  } as Record<string, string>,
  nameHint: 'What receives it, such as “CRM, production”.',
  urlHint: 'An https address. It is asked by POST, and has 15 seconds to answer with 2xx.',
  which: 'Events',
  whichLead: 'A whole kind also has the types that later versions add, once the endpoint is saved again.',
  all: 'All events',
  allOf: (kind: string) => `${kind}: all`,
  single: 'Choose single types',
  typesOf: (count: number, shown: string) =>
    `${shown} ${plural(count, 'en', { one: 'type', other: 'types' })}`,
  chosenOf: (chosen: number, all: number) => `${chosen} of ${all}`,
  chosen: (count: number, shown: string) =>
    `${shown} ${plural(count, 'en', { one: 'type is chosen', other: 'types are chosen' })}.`,
  sends: 'What is sent',
  contents: {
    ids: 'Without texts',
    full: 'With texts',
  } as Record<string, string>,
  contentHints: {
    ids: 'Ids, states, numbers and times. Your server fetches the rest where it needs it.',
    full: 'Also bodies of messages, variables of customers and notes. Choose it only for a server that may have them.',
  } as Record<string, string>,
  how: 'How it is sent',
  orders: {
    none: 'No order',
    by_subject: 'In order, for each call, message or person',
  } as Record<string, string>,
  orderHints: {
    none: 'The fastest: up to ten deliveries at once. Receivers compare timestamps.',
    by_subject:
      'The next event of a call waits until the one before is delivered or given up. Other calls do not wait.',
  } as Record<string, string>,
  rateHint: 'Empty: no limit.',
  rateUnit: 'a second',
}
