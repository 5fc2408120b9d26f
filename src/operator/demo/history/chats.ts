import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'

/** A message of a chat. */
export interface ChatLine {
  direction: 'inbound' | 'outbound'
  text: string
  /** Seconds since the line before. */
  afterSeconds: number
}

/** A chat as it is composed; a template may come before its lines. */
export interface ChatScript {
  lines: ChatLine[]
  ticket: { subject: string; by: 'keyword' | 'operator' } | null
  optsOut: boolean
}

const thanks = [
  'Thanks!',
  'Thank you.',
  'Great, thank you.',
  'Perfect.',
  'Thanks for the quick answer.',
  'Ok, thanks',
]
const closings = [
  'You are welcome. Have a good day.',
  'Any time.',
  'Glad to help. Write to us whenever you need us.',
  'You are welcome, {name}.',
]

/** Questions with their answers; `{name}`, `{policy}` and `{number}` are filled in. */
const questions: readonly (readonly [question: string, answer: string])[] = [
  [
    'Hi, when does my {policy} policy end?',
    'Hello {name}, your policy {number} runs until the end of next month.',
  ],
  [
    'Can I get my insurance card again? I lost it',
    'Of course. We have sent a new card for {number} to your mail address.',
  ],
  [
    'I moved to a new address. What do you need from me?',
    'Congratulations on the new home. Please send us the address and the date of the move.',
  ],
  [
    'how do i add a second driver',
    'Send us the name, the date of birth and the license number of the driver, and we add them to {number}.',
  ],
  [
    'Is water in the basement covered?',
    'Water from a burst pipe is. Water from outside needs the flood option, which {number} does not have yet.',
  ],
  ['What is my deductible?', 'For {number} it is 500 dollars for each claim.'],
  ['Did you get my payment?', 'Yes, it arrived yesterday. Nothing is open on {number}.'],
  [
    'Can I pay monthly instead of yearly?',
    'You can. It costs 2 percent more in a year. Shall we change it from the next payment on?',
  ],
  ['Hello, does my {policy} insurance cover a rental car?', 'For up to 14 days after an accident, yes.'],
  [
    'My son just got his license, what does that change?',
    'He can be added for 38 dollars a month. We can also wait until he drives by himself.',
  ],
  [
    'What is the status of my claim?',
    'The adviser has your pictures. You get an answer by the end of the week.',
  ],
  [
    'Who do I call when something happens at night?',
    'The number on your card is answered day and night. You can write to us here too.',
  ],
  ['Can you send me a quote for a boat?', 'Gladly. How long is it, how old, and where does it lie?'],
  ['Do you insure bikes?', 'Bikes at home are part of your policy, up to 1,000 dollars each.'],
  ['i want to change my email', 'Please send us the new one, and we change it for {number}.'],
  [
    'Why did my price go up?',
    'Repairs cost more this year, and two claims were paid in your area. We can look for a discount together.',
  ],
]
const followUps: readonly (readonly [question: string, answer: string])[] = [
  ['And how long does that take?', 'Two working days at most.'],
  ['Do I have to sign anything?', 'No, your answer here is enough.'],
  ['Will I get that in writing?', 'Yes, a letter is on its way to you.'],
  ['Can my wife call about this too?', 'Yes, if she is named on the policy.'],
  ['What does it cost?', 'Nothing, it is part of your plan.'],
  ['Ok. Anything else you need from me?', 'No, that is all we need.'],
]
const replies: readonly (readonly [reply: string, answer: string])[] = [
  ['Yes please', 'Done, {name}. Your policy {number} is renewed for a year.'],
  ['yes', 'Thank you. {number} is renewed, nothing else is needed.'],
  ['Yes, renew it', 'It is renewed, {name}. The card comes by mail.'],
  [
    'Can I change the deductible when I renew?',
    'You can choose 250, 500 or 1,000 dollars. Which would you like?',
  ],
  ['What will it cost this year?', '62 dollars a month, two dollars less than before.'],
  ['Not yet, can you remind me next week?', 'Of course. We write to you again next Monday.'],
  ['No thank you', 'Thank you for the answer. The policy ends on its date, and you need to do nothing.'],
  ['I have already renewed on your website', 'So I see now. Sorry for the second message.'],
  ['Is that the {policy} policy?', 'Yes, {number}, your {policy} insurance.'],
]
const complaints = [
  'This is a complaint. I have been waiting for my money for three weeks',
  'I want to make a complaint about the garage you sent me to',
  'can I talk to a person please',
  'I need to talk to a person about my claim, not a machine',
  'Complaint: nobody has called me back since Monday',
]
const stops = ['STOP', 'Stop', 'stop', 'Stop please', 'Unsubscribe']
const stormReplies: readonly (readonly [reply: string, answer: string])[] = [
  ['We are fine, thanks for asking', 'Good, {name}. Stay safe.'],
  ['A branch broke our window', 'Sorry about that. Please send a picture; an adviser writes to you today.'],
  ['The fence is gone', 'Please take a picture of it. Fences are covered by {number} after the deductible.'],
  ['All good here', 'Glad to read that.'],
  [
    'water in the garage since last night',
    'Please turn the power there off if you can do it safely. An adviser calls you this morning.',
  ],
  [
    'Power is still out. Is the food in the freezer covered?',
    'Up to 300 dollars, yes. A list of what was in it is enough.',
  ],
]

function fill(text: string, person: DemoPerson): string {
  return text
    .replaceAll('{name}', person.name.split(' ')[0]!)
    .replaceAll('{policy}', person.policy)
    .replaceAll('{number}', person.policyNumber)
}

/** Composes a chat: what a person writes first, or answers to a template, and how it goes on. */
export function chatScript(
  random: Random,
  person: DemoPerson,
  opening: 'question' | 'renewal' | 'storm',
): ChatScript {
  const lines: ChatLine[] = []
  const inbound = (text: string, afterSeconds = random.whole(25, 900)) =>
    lines.push({ direction: 'inbound', text: fill(text, person), afterSeconds })
  const outbound = (text: string) =>
    lines.push({ direction: 'outbound', text: fill(text, person), afterSeconds: random.whole(40, 420) })
  const end = (more: Partial<ChatScript> = {}) => ({ lines, ticket: null, optsOut: false, ...more })
  if (opening !== 'question' && random.isTrue(0.06)) {
    inbound(random.pick(stops))
    return end({ optsOut: true })
  }
  if (opening === 'question' && random.isTrue(0.09)) {
    const complaint = random.pick(complaints)
    inbound(complaint, 0)
    outbound('I am sorry, {name}. One of my colleagues takes over and calls you today.')
    return end({ ticket: { subject: complaint, by: 'keyword' } })
  }
  const first = { question: questions, renewal: replies, storm: stormReplies }[opening]
  const [question, answer] = random.pick(first)
  inbound(question, opening === 'question' ? 0 : random.whole(60, 7_200))
  outbound(answer)
  for (
    let more = random.weighted([
      [0, 5],
      [1, 4],
      [2, 2],
    ] as const);
    more > 0;
    more--
  ) {
    const [next, said] = random.pick(followUps)
    inbound(next)
    outbound(said)
  }
  if (random.isTrue(0.6)) inbound(random.pick(thanks))
  if (random.isTrue(0.35)) outbound(random.pick(closings))
  const subject = `Call ${person.name} back about ${person.policyNumber}`
  return end(random.isTrue(0.04) ? { ticket: { subject, by: 'operator' } } : {})
}
