import { readFile as readBytes, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../base/clock.ts'
import { chromiumDirOf, serviceUrlOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { isUuid, uuidv7 } from '../base/ids.ts'
import { fileBytesMax, fileExtensions } from '../operator/sources/file-types.ts'
import {
  fileNameFault,
  readGivenFile,
  readGivenUrl,
  sourceNameCharactersMax,
} from '../operator/sources/given-source.ts'
import type { SourceReading } from '../operator/sources/given-source.ts'
import { addSource } from '../sources/add-source.ts'
import { selectListedSources, selectProjectLanguage } from '../sources/added-queries.ts'
import { removeSource } from '../sources/remove-source.ts'
import type { SourceAuthor } from '../sources/source.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { findProject, ofProject } from './project-options.ts'
import { checkedText } from './text-option.ts'

interface AddOptions {
  organization: string
  project: string
  name?: string
  json?: true
}

export function addSources(program: Command, config: () => Config): void {
  const sources = program.command('sources').description('manage the sources of a project’s knowledge base')
  ofProject(sources.command('add-file'))
    .description(`add files (${fileExtensions.join(', ')}); a file of the same name is replaced`)
    .argument('<file...>', 'the files')
    .option('--name <text>', 'the name of the source, for a single file; default: the file name')
    .option('--json', 'print one JSON document')
    .action((files: string[], options: AddOptions) => addAll(config(), files, options, givenFile))
  ofProject(sources.command('add-url'))
    .description('add single web pages; each counts as a link of the plan')
    .argument('<url...>', 'the URLs of the pages')
    .option('--name <text>', 'the name of the source, for a single page; default: its title')
    .option('--json', 'print one JSON document')
    .action((urls: string[], options: AddOptions) => addAll(config(), urls, options, givenUrl(config())))
  addListAndRemove(sources, config)
}

function addListAndRemove(sources: Command, config: () => Config): void {
  sources
    .command('list')
    .description('list sources with their ids, newest first')
    .option('--organization <name or id>', 'only this organization')
    .option('--project <name or id>', 'only this project of the organization')
    .option('--json', 'print one JSON document')
    .action((options: Partial<AddOptions>) => list(config(), options))
  sources
    .command('remove')
    .description('delete a source with its pages; ends its crawl')
    .argument('<id>', 'the id of the source')
    .option('--json', 'print one JSON document')
    .action((id: string, { json }: { json?: true }) => remove(config(), id, json === true))
}

/** Returns the author of sources that commands add and remove. */
const author = (): SourceAuthor => ({ creator: { kind: 'operator' }, actor: commandActor() })

/** Adds the sources one after the other and stops at the first failure. Sources that were added before stay. */
async function addAll(
  config: Config,
  places: readonly string[],
  options: AddOptions,
  read: (place: string, language: string) => Promise<SourceReading>,
): Promise<void> {
  const name =
    options.name === undefined ? undefined : checkedText('--name', options.name, sourceNameCharactersMax)
  if (name !== undefined && places.length > 1)
    throw new CommandFault('--name is for a single source, and several were given')
  await using opened = await openMigrated(config)
  const { db } = opened
  const project = await findProject(db, options)
  const language = await selectProjectLanguage(db, project)
  const added: unknown[] = []
  for (const place of places) {
    const reading = await read(place, language)
    if (reading.kind === 'fault') throw new CommandFault(`${place} ${reading.message}`)
    const { source: given } = reading
    const source = { ...given, ...project, author: author(), name: name ?? given.name }
    const outcome = await addSource({ db, clock: opened.clock, newId: uuidv7 }, source)
    if (outcome.kind === 'quota')
      throw new CommandFault(`${place} was not added: the organization has used all links of its plan`)
    added.push({ ...outcome, name: source.name })
    if (!options.json)
      printLine(`${source.name}: ${outcome.kind}, ${passagesOf(outcome)}, ${outcome.source_id}`)
  }
  if (options.json) printJson({ sources: added })
}

function passagesOf({ passages, passages_found }: { passages: number; passages_found: number }): string {
  const [kept, found] = [passages, passages_found].map((count) => count.toLocaleString('en-US'))
  return passages === passages_found
    ? `${kept} ${passages === 1 ? 'passage' : 'passages'}`
    : `the first ${kept} passages of ${found} are searchable`
}

async function givenFile(file: string, language: string): Promise<SourceReading> {
  const name = path.basename(file)
  const fault = fileNameFault(name)
  return fault === null
    ? readGivenFile(name, await bytesOf(file), language)
    : { kind: 'fault', message: fault }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file)
    if (size > fileBytesMax) throw new CommandFault(`${file} is larger than ${fileBytesMax / 1_000_000} MB`)
    return await readBytes(file)
  } catch (cause) {
    if (cause instanceof CommandFault) throw cause
    throw new CommandFault(
      `${file} can not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}

function givenUrl(config: Config): (url: string, language: string) => Promise<SourceReading> {
  const named = config.privateHosts
  const publicUrl = () => serviceUrlOf(config)
  return async (given, language) => {
    // Imported late: loading it takes longer than most commands run.
    const { createWebAccess } = await import('../providers/web/web-access.ts')
    const web = createWebAccess({ named, clock: systemClock, publicUrl, chromiumDir: chromiumDirOf(config) })
    return readGivenUrl(web, given, language)
  }
}

async function list(config: Config, { organization, project, json }: Partial<AddOptions>): Promise<void> {
  if (project !== undefined && organization === undefined)
    throw new CommandFault(
      '--project needs --organization, because several organizations may have a project of this name',
    )
  await using opened = await openMigrated(config)
  const named = { organization: organization ?? null, project: project ?? null }
  const sources = await selectListedSources(opened.db, named)
  if (json) return printJson({ sources })
  if (sources.length === 0) printLine('There are no sources.')
  for (const { _id, organization, project, name, source_type, sync_status, page_count } of sources)
    printLine(
      `${_id}  ${organization} / ${project} / ${name}: ${source_type}, ${sync_status}, ${page_count} pages`,
    )
}

async function remove(config: Config, id: string, json: boolean): Promise<void> {
  await using opened = await openMigrated(config)
  const removed = isUuid(id)
    ? await removeSource({ db: opened.db, clock: opened.clock, newId: uuidv7 }, id, author())
    : null
  if (removed === null)
    throw new CommandFault(`there is no source ${id}; list the sources with: switchboard sources list`)
  if (json) return printJson({ _id: id, ...removed })
  printLine(`${removed.name} was removed, with ${removed.pages} ${removed.pages === 1 ? 'page' : 'pages'}.`)
}
