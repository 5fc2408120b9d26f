import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import type {
  ConnectRelayInstruction,
  ListenInstruction,
  SayInstruction,
  VoiceInstruction,
} from '../voice-instructions.ts'
import { renderTwiml, splitText, twimlBytesMax } from './twiml.ts'

const continueUrl = 'https://calls.example.com/webhooks/twilio/a1?turn=1&token=x'
const head = '<?xml version="1.0" encoding="UTF-8"?>'

function say(
  text: string,
  voice: string | null = 'alice',
  language: string | null = 'en-US',
): SayInstruction {
  return { kind: 'say', text, voice, language }
}

function listen(changes: Partial<ListenInstruction> = {}): ListenInstruction {
  return {
    kind: 'listen',
    input: 'both',
    prompts: [],
    timeoutSeconds: 5,
    keysCount: null,
    finishOnKey: '#',
    hints: [],
    language: 'en-US',
    ...changes,
  }
}

function relay(changes: Partial<ConnectRelayInstruction> = {}): ConnectRelayInstruction {
  return {
    kind: 'connect_relay',
    url: 'wss://calls.example.com/relay/n1',
    actionUrl: 'https://calls.example.com/relay-ended',
    greeting: null,
    greetingInterruptible: 'speech',
    interruptible: 'any',
    interruptSensitivity: 'medium',
    ignoreBackchannel: true,
    languages: ['en-US'],
    speech: { ttsProvider: null, voice: null, transcriptionProvider: null, speechModel: null },
    speechLanguage: 'en-US',
    hints: [],
    dtmf: false,
    textNormalization: null,
    ...changes,
  }
}

/** Reads a document strictly: every "<" begins a tag of the form below, every "&" a known reference, tags nest. */
function readXml(document: string): { elements: string[]; texts: string[] } {
  const elements: string[] = []
  const texts: string[] = []
  const open: string[] = []
  assert.ok(document.startsWith(head))
  const attributes = `(?:\\s[A-Za-z]+="(?:[^<&"]|&(?:amp|lt|gt|quot|#x[0-9A-F]+);)*")*`
  const token = new RegExp(
    `<([A-Za-z]+)${attributes}(/?)>|</([A-Za-z]+)>|((?:[^<&]|&(?:amp|lt|gt|#xD);)+)`,
    'gu',
  )
  const body = document.slice(head.length)
  let end = 0
  for (const match of body.matchAll(token)) {
    assert.equal(match.index, end, 'nothing stands between tokens')
    end += match[0].length
    const [, opened, empty, closed, text] = match
    if (opened !== undefined) {
      elements.push(opened)
      if (empty === '') open.push(opened)
    } else if (closed === undefined) {
      texts.push((text ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
    } else {
      assert.equal(open.pop(), closed)
    }
  }
  assert.equal(end, body.length)
  assert.deepEqual(open, [])
  return { elements, texts }
}

describe('renderTwiml', () => {
  const cases: [string, VoiceInstruction[], string][] = [
    ['an empty list hangs up', [], '<Response/>'],
    [
      'speaks, plays and hangs up in order',
      [say('Tom & <Dial>'), { kind: 'play', url: 'https://a.example/x.mp3?a=1&b=2' }, { kind: 'hang_up' }],
      '<Response><Say voice="alice" language="en-US">Tom &amp; &lt;Dial&gt;</Say>' +
        '<Play>https://a.example/x.mp3?a=1&amp;b=2</Play><Hangup/></Response>',
    ],
    [
      'leaves voice and language to Twilio where there are none',
      [say('Hi', null, null)],
      '<Response><Say>Hi</Say></Response>',
    ],
    [
      'names no language beside a voice that has one of its own',
      [
        say('Hi', 'Polly.Amy', 'en'),
        say('Hallo', 'Google.de-DE-Standard-A', 'en'),
        say('Hola', 'alice', 'es'),
      ],
      '<Response><Say voice="Polly.Amy">Hi</Say><Say voice="Google.de-DE-Standard-A">Hallo</Say>' +
        '<Say voice="alice" language="es-ES">Hola</Say></Response>',
    ],
    [
      'names Hindi beside the voices that speak English too',
      [
        say('नमस्ते', 'Polly.Aditi', 'hi'),
        say('नमस्ते', 'Polly.Kajal-Neural', 'hi-IN'),
        say('Hello', 'Polly.Aditi', 'en-IN'),
      ],
      '<Response><Say voice="Polly.Aditi" language="hi-IN">नमस्ते</Say>' +
        '<Say voice="Polly.Kajal-Neural" language="hi-IN">नमस्ते</Say>' +
        '<Say voice="Polly.Aditi">Hello</Say></Response>',
    ],
    [
      'gives a bare language its most usual region',
      [say('Hallo', null, 'de'), say('Oi', null, 'pt')],
      '<Response><Say language="de-DE">Hallo</Say><Say language="pt-BR">Oi</Say></Response>',
    ],
    [
      'names a language as each verb knows it',
      [listen({ prompts: [say('ਹਾਂ?', null, 'pa')], input: 'speech', language: 'pa' })],
      '<Response><Gather input="speech" action="https://calls.example.com/webhooks/twilio/a1?turn=1&amp;token=x#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000"' +
        ' method="POST" timeout="5" speechTimeout="auto" language="pa-guru-IN"><Say language="pa-IN">ਹਾਂ?</Say></Gather>' +
        '<Redirect method="POST">https://calls.example.com/webhooks/twilio/a1?turn=1&amp;token=x#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000</Redirect></Response>',
    ],
    [
      'listens with an absolute action, and goes on to it when nothing is heard',
      [listen({ prompts: [say('Yes or no?')], hints: ['yes', 'no, thanks'], keysCount: 1, finishOnKey: '' })],
      '<Response><Gather input="dtmf speech" action="https://calls.example.com/webhooks/twilio/a1?turn=1&amp;token=x#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000"' +
        ' method="POST" timeout="5" finishOnKey="" numDigits="1" speechTimeout="auto" hints="yes,no thanks"' +
        ' language="en-US"><Say voice="alice" language="en-US">Yes or no?</Say></Gather>' +
        '<Redirect method="POST">https://calls.example.com/webhooks/twilio/a1?turn=1&amp;token=x#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000</Redirect></Response>',
    ],
    [
      'listens for keys without anything about speech',
      [listen({ input: 'keys', hints: ['yes'] })],
      '<Response><Gather input="dtmf" action="https://calls.example.com/webhooks/twilio/a1?turn=1&amp;token=x#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000"' +
        ' method="POST" timeout="5" finishOnKey="#"/>' +
        '<Redirect method="POST">https://calls.example.com/webhooks/twilio/a1?turn=1&amp;token=x#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000</Redirect></Response>',
    ],
    [
      'transfers with an action that receives the outcome',
      [{ kind: 'transfer', to: '+14155550123', callerId: '+14155550100', timeoutSeconds: 20 }],
      '<Response><Dial action="https://calls.example.com/webhooks/twilio/a1?turn=1&amp;token=x#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000" method="POST"' +
        ' timeout="20" callerId="+14155550100"><Number>+14155550123</Number></Dial></Response>',
    ],
    [
      'opens a relay with an action that Twilio tries again, and leaves to Twilio what is not given',
      [relay()],
      '<Response><Connect action="https://calls.example.com/relay-ended#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000"' +
        ' method="POST"><ConversationRelay url="wss://calls.example.com/relay/n1"' +
        ' welcomeGreetingInterruptible="speech" language="en-US" interruptible="any" interruptSensitivity="medium"' +
        ' ignoreBackchannel="true" dtmfDetection="false" events="speaker-events tokens-played"/></Connect></Response>',
    ],
    [
      'names greeting, languages, speech, hints and keys of a relay in the camel case of the documentation',
      [
        relay({
          greeting: 'Hello "Ada" & all.\n',
          languages: ['en', 'es-US', 'de'],
          speechLanguage: 'en',
          speech: {
            ttsProvider: 'ElevenLabs',
            voice: 'v1',
            transcriptionProvider: 'Deepgram',
            speechModel: 'nova-3-general',
          },
          hints: ['Acme', 'yearly, plan'],
          dtmf: true,
          textNormalization: 'on',
        }),
      ],
      '<Response><Connect action="https://calls.example.com/relay-ended#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000"' +
        ' method="POST"><ConversationRelay url="wss://calls.example.com/relay/n1"' +
        ' welcomeGreeting="Hello &quot;Ada&quot; &amp; all." welcomeGreetingInterruptible="speech" language="en-US"' +
        ' ttsProvider="ElevenLabs" voice="v1" transcriptionProvider="Deepgram" speechModel="nova-3-general"' +
        ' hints="Acme,yearly plan" interruptible="any" interruptSensitivity="medium" ignoreBackchannel="true"' +
        ' dtmfDetection="true" elevenlabsTextNormalization="on" events="speaker-events tokens-played">' +
        '<Language code="es-US"/><Language code="de-DE"/></ConversationRelay></Connect></Response>',
    ],
    [
      'gives voice and model of a relay to their own language only',
      [
        relay({
          languages: ['es-US', 'en-US', 'de-DE'],
          speech: {
            ttsProvider: 'Google',
            voice: 'en-US-Journey-O',
            transcriptionProvider: 'Deepgram',
            speechModel: 'nova-3-general',
          },
        }),
      ],
      '<Response><Connect action="https://calls.example.com/relay-ended#rc=5&amp;rp=ct,rt,5xx&amp;ct=2000&amp;rt=7000&amp;tt=15000"' +
        ' method="POST"><ConversationRelay url="wss://calls.example.com/relay/n1"' +
        ' welcomeGreetingInterruptible="speech" language="es-US" ttsProvider="Google"' +
        ' transcriptionProvider="Deepgram" interruptible="any" interruptSensitivity="medium"' +
        ' ignoreBackchannel="true" dtmfDetection="false" events="speaker-events tokens-played">' +
        '<Language code="en-US" ttsProvider="Google" voice="en-US-Journey-O" transcriptionProvider="Deepgram"' +
        ' speechModel="nova-3-general"/><Language code="de-DE"/></ConversationRelay></Connect></Response>',
    ],
    [
      'waits before what follows',
      [{ kind: 'pause', seconds: 2 }, { kind: 'hang_up' }],
      '<Response><Pause length="2"/><Hangup/></Response>',
    ],
    ['says nothing for a text of blanks', [say(' \n ')], '<Response/>'],
    [
      'replaces what XML cannot hold',
      [say('a\u0000b\u001Bc\uFFFEd\uD800e')],
      '<Response><Say voice="alice" language="en-US">a b c d\uFFFDe</Say></Response>',
    ],
  ]
  for (const [name, instructions, document] of cases) {
    it(name, () => assert.equal(renderTwiml(instructions, { continueUrl }), head + document))
  }

  it('refuses to wait without an absolute address, because Twilio would repeat the document for ever', () => {
    const transfer: VoiceInstruction = {
      kind: 'transfer',
      to: '+14155550123',
      callerId: null,
      timeoutSeconds: 20,
    }
    for (const address of [
      null,
      '/next',
      'https:// x',
      'ftp://a.example',
      `https://a.example/${'x'.repeat(3_000)}`,
    ]) {
      assert.throws(() => renderTwiml([listen()], { continueUrl: address }))
      assert.throws(() => renderTwiml([transfer], { continueUrl: address }))
    }
  })

  it('refuses a relay whose addresses Twilio would refuse, or without a language', () => {
    const wrong: Partial<ConnectRelayInstruction>[] = [
      { url: 'https://calls.example.com/relay' },
      { url: 'wss://calls.example.com/relay?nonce=1' },
      { url: '/relay' },
      { actionUrl: '/relay-ended' },
      { actionUrl: 'https://calls.example.com/relay-ended#rc=1' },
      { languages: [] },
    ]
    for (const change of wrong) assert.throws(() => renderTwiml([relay(change)], { continueUrl: null }))
    assert.throws(() => renderTwiml([relay(), { kind: 'hang_up' }], { continueUrl: null }))
  })

  it('refuses instructions after one that waits, since they would never run', () => {
    assert.throws(() => renderTwiml([listen(), { kind: 'hang_up' }], { continueUrl }))
  })

  it('refuses a document larger than Twilio accepts', () => {
    assert.throws(() => renderTwiml([say('x'.repeat(twimlBytesMax))], { continueUrl }))
  })

  it('keeps every text under the limit of one Say, with no word lost', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog. '
    for (const voice of [null, 'alice', 'Polly.Joanna', 'Google.en-US-Standard-C']) {
      const text = sentence.repeat(200).trim()
      const { texts, elements } = readXml(renderTwiml([say(text, voice)], { continueUrl }))
      assert.ok(elements.length > 2)
      assert.ok(
        texts.every(
          (part) => part.length <= (voice?.startsWith('Google') ? 5_000 : 3_600) && part.endsWith('.'),
        ),
      )
      assert.equal(texts.join(' '), text)
    }
  })

  it('never lets a value become markup', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('<', '>', '&', '"', "'", '/', ']', '\u0000', '\uD83D', ' ', 'Dial'),
        maxLength: 60,
      }),
      fc.constantFrom('</Say><Dial>+19005550100</Dial>', ']]><Hangup/>', '&lt;Dial&gt;', '<!--', '&#x0;'),
    )
    fc.assert(
      fc.property(nasty, nasty, nasty, (first, second, third) => {
        const { elements } = readXml(
          renderTwiml(
            [
              say(`Hello ${first}.`, second, third),
              listen({ prompts: [say(`x${second}`)], hints: [third], finishOnKey: first }),
            ],
            { continueUrl },
          ),
        )
        assert.deepEqual(elements, ['Response', 'Say', 'Gather', 'Say', 'Redirect'])
      }),
      { numRuns: 300 },
    )
  })
})

describe('splitText', () => {
  it('cuts after a sentence, else between words, else between characters, and never within one', () => {
    assert.deepEqual(splitText('One. Two! Three', 10), ['One. Two!', 'Three'])
    assert.deepEqual(splitText('one two three', 9), ['one two', 'three'])
    assert.deepEqual(splitText('abcdef', 4), ['abcd', 'ef'])
    assert.deepEqual(splitText('😀😀😀', 3), ['😀', '😀', '😀'])
    assert.deepEqual(splitText('你好。再见。', 4), ['你好。', '再见。'])
    assert.deepEqual(splitText('', 4), [])
  })

  it('keeps every part within the limit and every character but blanks', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 2, max: 30 }),
        (text, max) => {
          const parts = splitText(text, max)
          assert.ok(parts.every((part) => part.length <= max && part !== ''))
          assert.equal(parts.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''))
        },
      ),
    )
  })
})
