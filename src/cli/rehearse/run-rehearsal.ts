import path from 'node:path'
import type { Config } from '../../base/config.ts'
import { formatFault } from '../../base/faults.ts'
import type { Fault } from '../../base/faults.ts'
import { parseDeclaration } from '../../operator/apply/parse-declaration.ts'
import { checkScene } from '../../operator/rehearse/check-scene.ts'
import { readRehearsal } from '../../operator/rehearse/rehearsal.ts'
import type { Scene } from '../../operator/rehearse/rehearsal.ts'
import { CommandFault, printJson, printLine } from '../output.ts'
import { readTextFile } from '../read-text-file.ts'
import { listenForStop } from '../signals.ts'
import { judgeScene, transcriptOf } from './persona.ts'
import { playScene } from './play-scene.ts'
import { SceneFault } from './played-channel.ts'
import { startStage } from './stage.ts'
import type { Stage, StageOptions } from './stage.ts'

/** The options of the command. */
export interface RehearseOptions {
  declaration: string
  model?: string
  json?: true
}

/** A run that did not pass. `run` counts from 1. */
interface FailedRun {
  run: number
  faults: Fault[]
  transcript: string[]
}

interface SceneResult {
  name: string
  channel: Scene['channel']
  passed: boolean
  runs: number
  passed_runs: number
  /** How many had to pass. */
  passes: number
  failures: FailedRun[]
}

/** How a rehearsal went. */
export interface RehearsalResult {
  agent: string
  /** The account that the agent asked instead of its own; null: its own. */
  model: string | null
  passed: boolean
  scenes: SceneResult[]
}

/** Plays the scenes, and prints how they went. */
export async function rehearse(config: Config, file: string, options: RehearseOptions): Promise<void> {
  const isJson = options.json === true
  const onPlayed = isJson ? () => {} : printScene
  const result = await playRehearsal(config, file, options, { stop: listenForStop(), onPlayed })
  process.exitCode = result.passed ? 0 : 1
  if (isJson) printJson(result)
  else printLine(summaryOf(result))
}

interface Playing extends Pick<StageOptions, 'openDatabase'> {
  stop: AbortSignal
  /** Called after each scene. */
  onPlayed?: (result: SceneResult) => void
}

/**
 * Plays the scenes of a file, one after the other.
 *
 * @throws {CommandFault} where the file or what it needs is refused.
 */
export async function playRehearsal(
  config: Config,
  file: string,
  options: Omit<RehearseOptions, 'json'>,
  { stop, onPlayed, ...playing }: Playing,
): Promise<RehearsalResult> {
  const read = readRehearsal(await readTextFile(file))
  if (!read.ok) throw new CommandFault(`${file} is refused`, read.faults)
  const declared = parseDeclaration(await readTextFile(options.declaration))
  if (!declared.ok) throw new CommandFault(`${options.declaration} is refused`, declared.faults)
  const { value: rehearsal } = read
  const model = options.model ?? null
  const scenes: SceneResult[] = []
  {
    await using stage = await startStage(
      config,
      {
        declaration: declared.value,
        declarationFile: options.declaration,
        rehearsal,
        model,
        folder: path.dirname(path.resolve(file)),
        ...playing,
      },
      stop,
    )
    for (const scene of rehearsal.scenes) {
      const result = await playRuns(stage, scene, stop)
      scenes.push(result)
      onPlayed?.(result)
    }
  }
  return { agent: rehearsal.agent, model, passed: scenes.every(({ passed }) => passed), scenes }
}

async function playRuns(stage: Stage, scene: Scene, stop: AbortSignal): Promise<SceneResult> {
  const { name, channel, runs, passes = runs } = scene
  const failures: FailedRun[] = []
  for (let run = 1; run <= runs; run++) {
    stop.throwIfAborted()
    const failed = await playRun(stage, scene, stop)
    if (failed !== null) failures.push({ run, ...failed })
  }
  const passed_runs = runs - failures.length
  return { name, channel, passed: passed_runs >= passes, runs, passed_runs, passes, failures }
}

/** Plays a scene once. Returns null where it passed. */
async function playRun(
  stage: Stage,
  scene: Scene,
  stop: AbortSignal,
): Promise<Omit<FailedRun, 'run'> | null> {
  let transcript: string[] = []
  try {
    const played = await playScene(stage, scene, stop)
    transcript = transcriptOf(played)
    const judgement = scene.judge === undefined ? null : await judgeScene(stage, scene.judge, played, stop)
    const faults = checkScene(scene, played, judgement)
    return faults.length === 0 ? null : { faults, transcript }
  } catch (error) {
    if (!(error instanceof SceneFault)) throw error
    return { faults: [{ path: '', message: error.message }], transcript }
  }
}

function printScene({ name, channel, passed, runs, passed_runs, passes, failures }: SceneResult): void {
  const count = runs === 1 ? '' : `: ${passed_runs} of ${runs} runs, ${passes} needed`
  printLine(`${passed ? 'passed' : 'FAILED'}  ${name} (${channel})${count}`)
  for (const { run, faults, transcript } of failures) {
    for (const fault of faults) printLine(`  ${runs === 1 ? '' : `run ${run}: `}${formatFault(fault)}`)
    for (const line of transcript) printLine(`    ${line}`)
  }
}

function summaryOf({ agent, scenes }: RehearsalResult): string {
  const passed = scenes.filter((scene) => scene.passed).length
  return `${agent}: ${passed} of ${scenes.length} scenes passed`
}
