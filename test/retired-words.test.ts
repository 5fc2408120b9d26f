// Words that the project has replaced stay away from its code, tests, documents and schema. Migrations and the
// changelog keep theirs: what has been released is not edited.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
/** This file has the words, `generated.ts` those of the API, and the others are in other languages. */
const leftOut = /^test\/retired-words|^dashboard\/src\/(?:api\/generated\.ts|messages\/(?:de|es|ar)\/)/
const files = [
  ...globSync(['{src,docs,test,bench,scripts}/**/*.{ts,md}', 'dashboard/src/**/*.{ts,tsx}'], {
    cwd: root,
    // Those of the benchmarks' peers.
    exclude: ['**/node_modules'],
  })
    .filter((file) => !leftOut.test(file))
    .sort(),
  'schema.sql',
]

/** Retired identifiers by what stands in their place. Each is matched as a whole, in its own case. */
const identifiers: Record<string, string[]> = {
  'Job, jobs': ['Duty', 'Duties', 'duty', 'duties'],
  'WakeSignal, notify': ['Bell', 'bell', 'ring\\('],
  'queue, serve-queue, QueueNotifier, campaign_queues': [
    'LineWaker',
    'serveLine',
    'serve_line',
    'campaign_lines',
    'campaign_lines_\\w+',
    'in_line',
    'switchboard_lines',
    'first_in_line',
    'HeadOfLine',
    'lockDueLine',
    'notifyLines?',
    'upsertLine',
    'updateLine',
    'postponeLine',
  ],
  'claimCalls, ClaimRequest, ClaimedCall': ['claimTurns?', 'TurnRequest', 'GrantedTurn'],
  'reserveSendSlot, rate limit, carrier_rate_limits, sender_rate_limits': [
    'takeTurn',
    'carrier_paces\\w*',
    'whatsapp_paces\\w*',
    'paceOf',
    '\\w+Paces?',
  ],
  attempt: ['DueDial', 'endDial', 'dialOf', 'selectDial', 'lockDial'],
  'DialOptions, ClockReading, FoundCampaign, CallerAnswer': [
    'DialManner',
    'DecidedAt',
    '(?:interface|type|class) Decided',
    '(?:interface|type|class) Named',
    '(?:interface|type|class) End',
  ],
  'pollStaleAttempts, poll_at, polls_count': [
    'askSilentCarriers?',
    'askCarrier',
    'ask_at',
    'asks_count',
    'askAgainAt',
  ],
  ManualSettlement: ['HandVerdict', '\\w+ByHand'],
  'applyPendingInbound, PendingInbound': ['UnheardMessages?', '(?:function|const) hear'],
  'sendWithRetries, SendRequest, retryBudgetMs': ['(?:interface|type) Asking', 'patienceMs'],
  'processEvent, applyCountChanges, receiveWebhook': [
    'workOffEvents?',
    'worked_off\\w*',
    'takeIn\\w*',
    '\\w+_unheard\\w*',
  ],
  'markStaleSendsUnresolved, purgeOldEvents': ['leaveLostSends', 'tidyWhatsapp'],
  'reported, StatusReport, addFault, formatFaults': [
    'Told\\w*',
    'told\\w+',
    '\\w+Told',
    'tellFaults',
    'tell\\(',
  ],
  'typedParam, genericPlanParam': ['(?:un)?seen\\(', 'ToldType'],
  'clock.resync, isUnreliable': ['doubt\\(', 'isInDoubt', 'inDoubt'],
  'PersonContact, contactOfCall, contactOfRecipient, isComplete': [
    'MetPerson',
    'MetPeople',
    'personCalled',
    'personWrittenTo',
    'saysAll',
  ],
  'CrawlDriver, requestSource, graphFaults': ['CrawlCourse', 'courseRequests', 'courseFaults'],
  jsonbField: ['bagField', 'bagOf'],
  'FetchOptions, NoopEvents, BlockedRequest, SearchTerms': ['Outfit', 'StillEvents', 'TurnedAway', 'Sought'],
  'releaseUrl, admitCalls, pad2, ceilTo, floorTo': [
    'untakeUrl',
    'letGo',
    'function two',
    'function up',
    'function down',
  ],
}

interface Words {
  pattern: RegExp
  /** The files that are read; all of them where it is left out. */
  within?: RegExp
}

/** Where callers hear on the phone what a workflow or an agent says. `heard` is also a field of the API. */
const callersHear = [
  'src/(?:agents|calls|workflows|sandbox/phone|providers/twilio)/',
  'docs/(?:calls|voice-workflows)\\.md',
  'dashboard/src/(?:messages/en/|forms/(?:campaign-direction|script)|components/agent-turns)',
  'test/(?:agent-injection|documents|support/agents|dashboard/screens/(?:inbound|workflow-outline))\\.',
]

/** Retired words of prose, wherever they stand, by what stands in their place. */
const words: Record<string, Words> = {
  // A word of Dutch is in the list by which languages are guessed.
  'door: endpoint, webhook or job': {
    pattern: /\bdoors?\b/gi,
    within: /^(?!src\/sources\/index\/guess-language)/,
  },
  // "Tell apart" is plain English, and people say "I told you to stop calling me".
  'told, tell: reported, says, names': {
    pattern: /\b(?:told|tells?|telling)\b(?!(?: [\w’']+){0,4} apart)/gi,
    within: /^(?!src\/agents\/guard\/opt-out)/,
  },
  'bell: wake signal': { pattern: /\bbells?\b/gi },
  'duty: job': { pattern: /\b(?:duty|duties)\b/gi },
  'by hand: by the operator': { pattern: /\bby[- ]hand\b/gi },
  'what became of: the outcome': {
    pattern: /\b(?:what|how|it)[a-z ]{0,12} (?:became|has become|becomes) of\b/gi,
  },
  'pace: rate limit': { pattern: /\bpaces?\b/gi },
  'hear: receive, apply': {
    pattern: /\b(?:un)?(?:hear|hears|heard)\b/gi,
    within: new RegExp(`^(?!${callersHear.join('|')})`),
  },
  'patience: retry budget': { pattern: /\bpatience\b/gi },
  'in doubt: unreliable': { pattern: /\bin doubt\b/gi },
  'taken in, worked off: applied, processed': {
    pattern: /\b(?:work(?:s|ed|ing)? off|(?:take|takes|taken|taking) in)\b/gi,
  },
  // A file of an import, and a script, have lines too.
  'line: the campaign’s queue': {
    pattern: /\b(?:of|in|into|at the head of) (?:the|a|its|each) lines?\b(?! of)|\bstands? in line\b/gi,
    within:
      /^(?:src\/(?:calls|campaigns)\/|docs\/(?:calls|architecture|operating|rules|adr\/.*)\.md|schema\.sql)/,
  },
  // Tests, benchmarks and the dashboard also say what guards count: requests to the carrier, which are dials.
  'a dial: an attempt': {
    within: /^(?:src|docs)\/|^schema\.sql/,
    pattern: /\b(?:an?|the|each|every|this|no|its|one|last|first|next|another|further) dials?\b/gi,
  },
}

/** Comments that begin in a way that has to be read twice. A comment is recognized by its first characters. */
const openings: Record<string, RegExp> = {
  'begins with "Answers": "Returns"': /(?:\/\*\*?|^\s*\*|\/\/|\.)\s+Answers\b/gm,
  'says "answers" for what a function returns: "returns"':
    /(?:;|,|:|\band) answers? (?:the|how|what|whether|which|its|those|null|them|it|an?|all|no|true|false)\b/g,
  'begins with "That": the subject first': /(?:\/\*\*?|\/\/|^\s*\*|[.:;])\s+That\b(?! is\b)/gm,
  'begins with "Of": the subject first': /(?:\/\*\*?|\/\/|[.:;])\s+Of\b/gm,
  'begins with "Whoever": the subject first': /(?:\/\*\*?|\/\/|[.:;])\s+Whoever\b/gm,
}

const fileNames: Record<string, RegExp> = {
  jobs: /\/(?:duties|duty)\b/,
  'serve-queue': /\/serve-line\b/,
  'poll-carrier': /\/ask-carriers?\b/,
  'list-queries': /\/look-queries\b/,
  'list-calls': /\/show-calls\b/,
  'operator-*': /-by-hand\b/,
  'parse-operators, column-condition': /\/(?:parse-tests|column-tests?)\b(?!\.test)/,
  'the folder jsonb/': /^src\/filters\/document-/,
  bell: /\/bell\b/,
}

/** Each file is read once for all patterns. */
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))

/** Returns the places of a pattern as `file:line: what was found`. */
function placesOf(pattern: RegExp, within = /^/): string[] {
  return [...texts].flatMap(([file, text]) => {
    if (!within.test(file)) return []
    return [...text.matchAll(pattern)].map(
      ({ 0: found, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${found.trim()}`,
    )
  })
}

/** Fails with the list of places. */
function expectNone(places: readonly string[]): void {
  assert.ok(places.length === 0, `${places.length} places:\n${places.join('\n')}`)
}

/** Returns a pattern of whole identifiers. What ends in a parenthesis is a call: anything may follow. */
function identifierPattern(retired: readonly string[]): RegExp {
  const ends = retired.map((each) => (each.endsWith('\\(') ? each : `${each}(?![\\w$])`))
  return new RegExp(`(?<![\\w$.])(?:${ends.join('|')})`, 'g')
}

it('no comment is wider than 120 columns', () =>
  expectNone(placesOf(/^(?=.{121}) *(?:\*|\/\/|\/\*\*) (?!oxlint-).*/gm, /\.tsx?$/)))

describe('no retired word is back', () => {
  for (const [instead, retired] of Object.entries(identifiers))
    it(`among identifiers, in the place of ${instead}`, () =>
      expectNone(placesOf(identifierPattern(retired))))
  for (const [what, { pattern, within }] of Object.entries(words))
    it(`in prose (${what})`, () => expectNone(placesOf(pattern, within)))
  for (const [what, pattern] of Object.entries(openings))
    it(`in a comment that ${what}`, () => expectNone(placesOf(pattern)))
  for (const [instead, pattern] of Object.entries(fileNames))
    it(`in the name of a file: ${instead}`, () =>
      expectNone(files.filter((file) => file.startsWith('src/') && pattern.test(file))))
  it('in English prose: dialled, but for names that callers know (dialed)', () => {
    const english = globSync(['dashboard/src/messages/en/*.tsx'], { cwd: root })
    const [prose, keys] = [/(?<![\w'`])dialled(?![\w'`])/gi, /^ *dialled(?=: )/gm]
    const ofEnglish = english.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8').replaceAll(keys, '')
      return [...text.matchAll(/(?<![\w])dialled(?!\w)/gi)].map(() => file)
    })
    expectNone([...placesOf(prose, /^(?:src|docs)\/|^schema\.sql/), ...ofEnglish])
  })
})
