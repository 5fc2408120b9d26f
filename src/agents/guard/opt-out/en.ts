import type { OptOutLists, Phrase } from './lists.ts'

const not =
  "do not|don't|dont|do not ever|don't ever|dont ever|don't you ever|don't you dare|you can't|you cannot|you can not|you may not|you must not|you should not|you shouldn't|you are not to|you are not allowed to|i don't want you to|i do not want you to|i dont want you to|we don't want you to|we do not want you to|i'd rather you didn't|i'd rather you not"
const to = 'not|not to|to not'
const never = 'never|never ever'
const unwanted =
  "i don't want|i do not want|i dont want|i no longer want|we don't want|we do not want|we no longer want"
const call = 'call|phone|ring|contact|text|message|write|write to|bother|disturb'
const calling = 'calling|phoning|ringing|contacting|texting|messaging|writing|writing to|bothering|disturbing'
const called = 'called|phoned|contacted|texted|messaged|bothered'
const me =
  'me|us|here|this number|my number|my phone|my house|my home|my cell|on this number|me on this number|me at this number|me here'
const again =
  'again|anymore|any more|any longer|ever again|ever|at all|no more|back again|back ever again|in the future again'
const calls = 'calls|phone calls|messages|text messages|texts'
const number = 'my number|this number|our number|my phone number'
const list =
  'list|lists|call list|calling list|call lists|phone list|contact list|mailing list|database|system|contacts|records'

/** Adds what may stand before a clear phrase alone: "Right now, don't call me" asks for a call later. */
const clear = (phrase: Phrase): Phrase => ['|now|right now', ...phrase]
const atOnce = '|now|right now|right away|immediately|at once|for good|forever'

export const en: OptOutLists = {
  clear: [
    [`${not}|${to}|${never}`, `${call}|${calling}`, `|${me}`, again],
    [never, call, me],
    ['stop|quit', calling, `|${me}`, `|${again}`, '|and leave me alone|leave me alone'],
    ['stop|quit', call, me, `|${again}`],
    [unwanted, 'you|anyone|anybody', calling, `|${me}`, again],
    ['stop|stop all|stop with|no more|no further|enough of|enough with', '|the|these|those|your', calls],
    [
      unwanted,
      '|to get|to receive',
      'more|any more|further|any further|these|your|any of your',
      calls,
      '|from you',
      `|${again}`,
    ],
    [unwanted, '|any', calls, '|from you', again],
    [unwanted, 'to be|being', called, again],
    ['stop|quit', 'sending me|sending us|sending', '|these|the|your|any', calls, `|${again}`],
    [not, 'send me|send us', 'more|any more|further|any further', calls],
    [`${not}|${never}`, 'send me|send us', '|any|these', calls, again],
    [
      'take|remove|delete|strike|drop|get|scratch|cross|taking|removing|deleting',
      `me|us|my name|${number}`,
      '|right now|immediately',
      'off|from|off of|out of',
      'your|the|this|that',
      list,
      '|today',
    ],
    ['be|to be|get|to get', 'removed|taken|deleted', 'from|off|off of', 'your|the|this|that', list, '|today'],
    [
      'put|add|place',
      `me|us|${number}`,
      'on|to|onto',
      '|your|the',
      "do not call|don't call|dont call|no call|do not contact",
      '|list|registry',
    ],
    ['lose', number],
    ['unsubscribe|unsubscribe me'],
  ].map(clear),
  vague: [
    [`${not}|${never}`, call, `|${me}`, '|back'],
    [to, call, me, '|back'],
    [`${not}|${to}`, calling, me],
    [unwanted, 'you|anyone|anybody', calling, `|${me}`],
    [unwanted, 'to be|being', called],
    [unwanted, '|any|to get|to get any|to receive|to receive any', calls, '|from you'],
    [not, 'send me|send us', '|any|these', calls],
    ['leave me alone|leave us alone|remove me|take me off|delete me'],
    // A caller may have a new number, or mean something that they get by post.
    ['delete|remove|erase', number, atOnce],
    ['opt out|opt me out|i opt out', atOnce],
  ],
  fillers: [
    [
      "|i'm|i am|we're|we are|sorry i'm",
      '|really|just|simply|still',
      'not interested',
      '|in this|in that|in it|in your offer|in your product|in buying anything|at all',
    ],
    ["i have|i've|there's|there is", 'no interest', '|in this|in that|in it|in your offer|in your product'],
    ['|no', 'thanks|thank you', '|very much|so much|a lot|anyway|though|bye'],
    [
      "who is this|who's this|who are you|who is calling|you have the wrong number|you've got the wrong number|wrong number",
    ],
    ['for the last time|i mean it|this is harassment|do you understand|understood|got it|do you hear me'],
    ['please|pls|plz|kindly|okay|ok|alright|all right|hello|hey|hi|good morning|good afternoon|good evening'],
    ['yes|yeah|yep|um|uh|er|oh|sorry|excuse me|goodbye|good bye|bye|have a nice day|have a good day'],
  ],
  before: [
    [
      "no|nope|stop|go away|get lost|well|so|and|but|then|look|listen|right|just|really|seriously|again|sir|madam|ma'am|miss|man",
    ],
    [
      "i|we|i've|we've|i have|we have|i'm",
      '|already|just',
      'told you|told you people|told you guys|asked you|said|want you|need you|would like you|ask you|asking you|telling you',
      '|already|before|last time|twice|three times|many times',
      '|to|that|that you',
    ],
    ["i|we|i'd|we'd", '|just|only|would', 'want|want to|like|like to|need|need to'],
    ['you|you guys|you people', 'can|must|should|will|have to|need to|better', '|just|really'],
  ],
  requests: [
    [
      "can|could|will|would|can't|won't",
      'you|u|you guys|you people|someone|somebody',
      '|just|finally|simply|mind',
    ],
    ['can|could|may', 'i|we', 'ask you', '|to'],
    ["why don't you|why can't you|why won't you", '|just'],
  ],
  after: [
    [
      "now|right now|right away|immediately|already|at once|for good|forever|because|and|sir|madam|ma'am|miss|man",
    ],
  ],
}
