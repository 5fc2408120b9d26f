import type { SpeakerRole } from '../../../base/conversation-kinds.ts'
import { silenceLine } from '../../../workflows/run-workflow.ts'
import type { Random } from './random.ts'

export interface SpokenLine {
  role: SpeakerRole
  text: string
}

/** What was said in an answered call. */
export interface Talk {
  lines: SpokenLine[]
  /** The subject of the ticket that the workflow opened; null without one. */
  ticket: string | null
  /** What the customer's hanging up or silence adds to the time of speaking. */
  extraSeconds: number
}

const saysYes = [
  'Yes.',
  'Yes, please.',
  'Yes, go ahead and renew it.',
  'Sure, that works for me.',
  'Yeah, renew it please.',
  'Yes, same as last year.',
  'Oh yes, I was about to call you about that.',
  'Yes, as long as the price stays the same.',
  'Sure, renew it for the year.',
  'Yep.',
  'Yes, and thank you for the reminder.',
  'Yes, I would like to keep it.',
  'Sure, go ahead.',
  'Yes, renew both of them if you can.',
]
const saysNo = [
  'No, not this year.',
  'No, I have sold the car.',
  "I don't think so, we are moving in the spring.",
  'No, it got too expensive.',
  'Not at the moment.',
  'No, I found something cheaper.',
  "I'm not sure, I'd have to talk to my wife first.",
  'No thanks.',
  "I don't want to decide that on the phone.",
  'No, my son has taken over the boat.',
]
const wantsAgent = [
  'Yes, please.',
  'Yes, I have a question about the deductible.',
  'Sure, if it does not take long.',
  'Yes, I would like to know why the price went up.',
  'Please, yes.',
  'Yes, connect me.',
]
const wantsNobody = ['No, thank you.', 'No, not today.', "No, I'm driving.", 'Nope, that is all.']
const unclear = [
  'Who is this?',
  'Sorry, what was that?',
  'Hold on a second.',
  'The line is very bad.',
  'Which plan do you mean?',
  'Hello?',
]
const homeIsFine = [
  'Yes, everything is fine here.',
  'Yes, we were lucky.',
  'Yes, all good, thank you for asking.',
  'We are fine, it went right past us.',
  'Yes, nothing happened here.',
  'All okay, just a few branches in the yard.',
  'Yes, we were fine. The lights flickered, that was all.',
  'Good, thanks. It was mostly wind here.',
]
const homeIsDamaged = [
  'Not really, a tree came down.',
  'There is some damage, yes.',
  'We have water in the basement.',
  'The roof took some damage.',
  'A window is broken upstairs.',
  'The fence is gone, and the shed with it.',
  'No, it leaks through the ceiling.',
]
const damages = [
  'A tree fell on the garage and nobody can get the car out.',
  'About twenty shingles are missing on the north side.',
  'There are two inches of water in the basement and the heater is off.',
  'The kitchen window broke and the floor below it is wet.',
  'Half of the fence blew into the neighbors yard.',
  'The gutter came down and took a piece of the siding with it.',
  'There is a wet spot on the bedroom ceiling that keeps growing.',
  'The carport bent and scratched the roof of the car.',
  'The power surge killed the fridge and the freezer.',
  'Our shed is flat and the bikes are under it.',
  'Rain came in through the chimney and ruined the carpet.',
  'The back porch does not stand straight any more, the frame is bent.',
]

const agent = (text: string): SpokenLine => ({ role: 'agent', text })
const customer = (text: string): SpokenLine => ({ role: 'customer', text })
const event = (text: string): SpokenLine => ({ role: 'system', text })
/** The lines with which the service writes down silence and transfers. */
const silence = event(silenceLine)
const toAgent = event('The call is transferred to +14155550123.')

const renewal = {
  ask: 'Your plan ends soon. Would you like to renew it? Say yes or no, or press 1 for yes and 2 for no.',
  askAgain: 'Sorry, I did not get that. Would you like to renew? Press 1 for yes or 2 for no.',
  thanks: 'Thank you. Your plan is renewed and nothing else is needed. Goodbye.',
  offer: 'I understand. Would you like to talk to one of us first? Say yes, or press 1.',
  connect: 'One moment, please.',
  nobody: 'Nobody is free right now. We will call you back. Goodbye.',
  goodbye: 'Thank you for your time. Goodbye.',
}

/** Composes a talk that follows the workflow `renewal`. */
export function renewalTalk(random: Random, firstName: string): Talk {
  const lines = [agent(`Hello ${firstName}, this is Acme about your yearly plan.`), agent(renewal.ask)]
  const end = (extraSeconds: number): Talk => ({ lines, ticket: null, extraSeconds })
  if (random.isTrue(0.07)) return end(random.whole(0, 3))
  if (random.isTrue(0.16)) {
    lines.push(random.isTrue(0.7) ? customer(random.pick(unclear)) : silence, agent(renewal.askAgain))
    if (random.isTrue(0.25)) {
      lines.push(silence, agent(renewal.goodbye))
      return end(6)
    }
  }
  if (random.isTrue(0.66)) {
    lines.push(customer(random.isTrue(0.2) ? 'pressed 1' : random.pick(saysYes)), agent(renewal.thanks))
    return end(0)
  }
  lines.push(customer(random.isTrue(0.15) ? 'pressed 2' : random.pick(saysNo)), agent(renewal.offer))
  if (random.isTrue(0.55)) {
    lines.push(customer(random.pick(wantsNobody)), agent(renewal.goodbye))
    return end(0)
  }
  lines.push(customer(random.pick(wantsAgent)), agent(renewal.connect))
  if (random.isTrue(0.75)) {
    lines.push(toAgent, event('The transfer ended: completed.'), agent(renewal.goodbye))
    return end(random.whole(90, 420))
  }
  lines.push(toAgent, event('The transfer ended: no answer.'), agent(renewal.nobody))
  return end(20)
}

const storm = {
  ask: 'Is your home all right? Please say yes, or say what happened.',
  askDamage: 'I am sorry about that. Please say in a sentence or two what was damaged.',
  thanks:
    'Thank you. An adviser calls you back within one working day. Please take pictures before you repair anything. Goodbye.',
  fine: 'We are glad about that. If you find damage later, call us or write to us on WhatsApp. Goodbye.',
  goodbye: 'We will try again another time. Goodbye.',
}

/** Composes a talk that follows the workflow `storm_check`. */
export function stormTalk(random: Random, firstName: string): Talk {
  const lines = [
    agent(`Hello ${firstName}, this is Acme Insurance. We are calling everyone near the storm.`),
    agent(storm.ask),
  ]
  if (random.isTrue(0.06)) {
    lines.push(silence, agent(storm.goodbye))
    return { lines, ticket: null, extraSeconds: 5 }
  }
  if (random.isTrue(0.86)) {
    lines.push(customer(random.pick(homeIsFine)), agent(storm.fine))
    return { lines, ticket: null, extraSeconds: 0 }
  }
  const damage = random.pick(damages)
  lines.push(customer(random.pick(homeIsDamaged)), agent(storm.askDamage), customer(damage))
  lines.push(agent(storm.thanks))
  return { lines, ticket: `Storm damage: ${damage}`, extraSeconds: 0 }
}

/** Returns a talk in which a script is spoken and nobody answers. */
export function scriptTalk(random: Random, text: string): Talk {
  return { lines: [agent(text)], ticket: null, extraSeconds: random.whole(0, 2) }
}

/** Returns what somebody answers in a call that the demo places while it is watched, one text for each question. */
export function liveAnswers(random: Random, workflow: 'renewal' | 'storm_check'): string[] {
  if (workflow === 'storm_check')
    return random.isTrue(0.75)
      ? [random.pick(homeIsFine)]
      : [random.pick(homeIsDamaged), random.pick(damages)]
  const reply = random.next()
  if (reply < 0.6) return [random.pick(saysYes)]
  if (reply < 0.75) return [random.pick(unclear), random.pick(saysYes)]
  if (reply < 0.9) return [random.pick(saysNo), random.pick(wantsNobody)]
  return [random.pick(saysNo), random.pick(wantsAgent)]
}
