// Sends for a quarter of a minute while real processes are killed, stopped and restarted. The sandbox's WhatsApp
// network records what was sent. `npm run test:faults` does the same for longer, with the leases' own times.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { formatReport } from '../faults/report.ts'
import { runWhatsapp } from '../faults/whatsapp/run-whatsapp.ts'

test('sends, kills and lost answers: one message per key, and the quota to the last send', async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-whatsapp-faults-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const lines: string[] = []
  const findings = await runWhatsapp({
    root: fileURLToPath(new URL('../../', import.meta.url)),
    folder,
    seed: '7',
    seconds: 7,
    pauseMs: 2_500,
    isLapsing: true,
    fight: null,
    crashRounds: 0,
    say: (line) => lines.push(line),
  })
  const isBroken = findings.some(({ breaches }) => breaches.length > 0)
  assert.ok(!isBroken, `${lines.join('\n')}\n${formatReport(findings)}`)
})
