/** How a member of a step is edited. */
export interface StepField {
  name: string
  control: 'text' | 'line' | 'code' | 'lines' | 'number' | 'input' | 'agent' | 'step' | 'branches'
  /** Must not be empty: it is kept as an empty text, so that the check names it. */
  isNeeded?: boolean
  /** Stands behind "more". */
  isRare?: boolean
  min?: number
  max?: number
  /** What holds where the member is absent. */
  fallback?: string
}

const text: StepField = { name: 'text', control: 'text' }
const next: StepField = { name: 'next', control: 'step' }
const voice: StepField[] = [
  { name: 'voice', control: 'code', isRare: true },
  { name: 'language', control: 'code', isRare: true },
]

/** The fields of each kind of step, in the order of the form. Their rules are the server's. */
export const stepFields: Record<string, readonly StepField[]> = {
  say: [{ ...text, isNeeded: true }, next, ...voice],
  play: [{ name: 'url', control: 'line', isNeeded: true }, next],
  listen: [
    text,
    { name: 'variable', control: 'code', isNeeded: true },
    { name: 'input', control: 'input', fallback: 'both' },
    next,
    { name: 'no_input', control: 'step' },
    { name: 'url', control: 'line', isRare: true },
    { name: 'hints', control: 'lines', isRare: true },
    { name: 'timeout_seconds', control: 'number', min: 1, max: 60, isRare: true },
    { name: 'keys_count', control: 'number', min: 1, max: 32, isRare: true },
    { name: 'finish_on_key', control: 'code', isRare: true, isNeeded: true, fallback: '#' },
    ...voice,
  ],
  choose: [
    { name: 'branches', control: 'branches' },
    { name: 'otherwise', control: 'step', isNeeded: true },
  ],
  transfer: [
    { name: 'to', control: 'line', isNeeded: true },
    { name: 'variable', control: 'code' },
    next,
    { name: 'timeout_seconds', control: 'number', min: 5, max: 600, isRare: true },
    { name: 'caller_id', control: 'line', isRare: true },
  ],
  open_ticket: [{ name: 'subject', control: 'line', isNeeded: true }, next],
  opt_out: [text, next, ...voice],
  look_up: [
    { name: 'question', control: 'line', isNeeded: true },
    { name: 'into', control: 'code', isNeeded: true },
    next,
    { name: 'otherwise', control: 'step' },
    { name: 'limit', control: 'number', min: 1, max: 5, isRare: true },
  ],
  agent: [{ name: 'agent', control: 'agent', isNeeded: true }, { name: 'variable', control: 'code' }, next],
  hang_up: [text],
}

export const stepKinds = Object.keys(stepFields)

/** Members of the whole workflow that the outline edits beside its steps. */
export const callFields: readonly StepField[] = [
  { name: 'voice', control: 'code' },
  { name: 'language', control: 'code' },
  { name: 'goodbye', control: 'line' },
]
