/** When and how often a request that failed is made again. Provider: "Webhooks connection overrides". */
export type ConnectionOverrides = {
  /** How often it is made again at most. */
  retries: number
  /** What it is made again after: `ct` no connection, `rt` no answer in time, `5xx`, `4xx`. */
  policies: ReadonlySet<string>
  /** The most time for all of it, in real milliseconds. */
  totalMs: number
  /** The pause before the first repetition, in real milliseconds; each further one is twice as long. */
  pauseMs: number
}

const usual: ConnectionOverrides = { retries: 1, policies: new Set(['ct']), totalMs: 15_000, pauseMs: 0 }

/** The provider documents no pauses; with these, five repetitions fit into its 15 s. */
const pauseMs = 300

/** Reads the overrides of an address from its fragment, such as `#rc=5&rp=ct,5xx&tt=15000`; the usual ones without. */
export function readOverrides(url: string): ConnectionOverrides {
  const fragment = url.split('#')[1]
  if (fragment === undefined) return usual
  const given = new URLSearchParams(fragment)
  return {
    retries: wholeOf(given.get('rc'), usual.retries, 5),
    policies: new Set(given.get('rp')?.split(',') ?? usual.policies),
    totalMs: wholeOf(given.get('tt'), usual.totalMs, 15_000),
    pauseMs,
  }
}

function wholeOf(text: string | null, otherwise: number, most: number): number {
  return text === null || !/^\d{1,6}$/.test(text) ? otherwise : Math.min(Number(text), most)
}
