import type { Finding } from '../faults/evidence.ts'

/** One step of docs/scale.md, shown by real processes on this machine. */
export interface Part {
  /** What `--only` takes. */
  name: string
  /** The programs that it starts. Each is looked for before anything runs. */
  programs: readonly string[]
  /** Whether it runs as root in namespaces of its own: it makes machines there, which end with it. */
  isIsolated: boolean
  run: (options: PartOptions) => Promise<Finding[]>
}

export interface PartOptions {
  /** An empty folder for the part's files. */
  folder: string
  seed: string
  /** How often each fault is repeated. */
  rounds: number
  /** The clone or commit whose code is upgraded from; null: this tree without its newest migration. */
  from: string | null
  /** Only faults of these names; null: all. */
  faults: readonly string[] | null
  say: (line: string) => void
}
