import type { Breach, Finding } from './evidence.ts'

const breachesShown = 8

/** Returns the findings of a full run, with a breach where a check has judged too few cases to prove anything. */
export function demandCases(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => {
    const { judged, least = 1, breaches } = finding
    if (judged >= least) return finding
    return {
      ...finding,
      breaches: [...breaches, { what: `judged ${judged} cases, at least ${least} needed` }],
    }
  })
}

/** Returns the table of a run, and below it where to look for each breach. */
export function formatReport(findings: readonly Finding[]): string {
  const rows = findings.map(({ bar, what, figure, must, breaches }) => [
    bar,
    what,
    figure,
    must,
    breaches.length === 0 ? 'holds' : 'BROKEN',
  ])
  const all = [['bar', 'what', 'figure', 'must be', 'verdict'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  for (const { bar, what, breaches } of findings) {
    if (breaches.length === 0) continue
    lines.push('', `${bar}, ${what}: ${breaches.length}`)
    lines.push(...breaches.slice(0, breachesShown).map(formatBreach))
    if (breaches.length > breachesShown) lines.push(`  … and ${breaches.length - breachesShown} more`)
  }
  return lines.join('\n')
}

function formatBreach({ what, callId, attemptId, number, campaign, at }: Breach): string {
  const places = [
    callId !== undefined && `call ${callId}`,
    attemptId !== undefined && `attempt ${attemptId}`,
    // The numbers are the harness's own. They lead to the lines of the observer's log.
    number !== undefined && number,
    campaign !== undefined && campaign,
    at !== undefined && new Date(at).toISOString(),
  ]
  return `  ${what}  (${places.filter((place) => place !== false).join(', ')})`
}
