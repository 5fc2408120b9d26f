import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRelayEnded } from './relay-ended-callback.ts'

const base = {
  CallSid: `CA${'a1'.repeat(16)}`,
  AccountSid: `AC${'b2'.repeat(16)}`,
  CallStatus: 'in-progress',
}

function parse(fields: Record<string, string>) {
  return parseRelayEnded(new URLSearchParams({ ...base, ...fields }).toString())
}

const nothing = {
  call_sid: base.CallSid,
  account_sid: base.AccountSid,
  call_status: 'in-progress',
  session_id: null,
  session_status: null,
  duration_seconds: null,
  handoff_data: null,
  error_code: null,
  error_message: null,
}

test('reads a lost socket and a session that the service ended', () => {
  assert.deepEqual(
    parse({
      SessionId: `VX${'c3'.repeat(16)}`,
      SessionStatus: 'failed',
      SessionDuration: '41',
      ErrorCode: '64105',
      ErrorMessage: 'WebSocket\nended',
      SomethingAddedLater: 'x',
    }),
    {
      ok: true,
      form: {
        ...nothing,
        session_id: `VX${'c3'.repeat(16)}`,
        session_status: 'failed',
        duration_seconds: 41,
        error_code: '64105',
        error_message: 'WebSocket ended',
      },
    },
  )
  assert.deepEqual(parse({ SessionStatus: 'ended', HandoffData: '{"why":"transfer"}' }), {
    ok: true,
    form: { ...nothing, session_status: 'ended', handoff_data: '{"why":"transfer"}' },
  })
})

test('takes other malformed fields as absent, and cuts long texts', () => {
  assert.deepEqual(
    parse({
      SessionId: 'a b',
      SessionStatus: 'lost',
      SessionDuration: '-1',
      ErrorCode: 'x',
      HandoffData: '',
    }),
    { ok: true, form: nothing },
  )
  const cut = parse({ HandoffData: 'h'.repeat(9_000), ErrorMessage: 'e'.repeat(9_000) })
  assert(cut.ok)
  assert.equal(cut.form.handoff_data?.length, 4_000)
  assert.equal(cut.form.error_message?.length, 500)
})

test('names a required field that is missing, malformed or given twice, without its value', () => {
  for (const name of ['CallSid', 'AccountSid', 'CallStatus'] as const) {
    const { [name]: _, ...rest } = base
    const bodies = [
      new URLSearchParams(rest),
      new URLSearchParams({ ...rest, [name]: 'secret' }),
      new URLSearchParams([...Object.entries(base), [name, 'other']]),
    ]
    for (const body of bodies) {
      const parsed = parseRelayEnded(body.toString())
      assert(!parsed.ok)
      assert.match(parsed.fault, new RegExp(`^${name} must be`))
      assert.doesNotMatch(parsed.fault, /secret/)
    }
  }
})
