import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds } from '../support/cpu-time.ts'
import { median } from '../support/load.ts'
import { table } from '../support/report.ts'
import type { Program, Stage } from '../support/stage.ts'
import { partsOfCrawl } from './cpu-profile.ts'
import { crawlDomains, createKnowledgeProjects, startService } from './project.ts'
import type { KnowledgeProject } from './project.ts'

/** One crawl of the whole site. */
interface Crawled {
  /** Pages that the site served, each counted once. */
  pages: number
  seconds: number
  /** CPU seconds of the crawler; NaN where unknown. */
  cpuSeconds: number
  postgresSeconds: number
}

interface Crawler {
  name: string
  crawl: (starts: readonly string[]) => Promise<Omit<Crawled, 'pages'>>
}

export interface CrawlOptions {
  /** Pages of the site, in sections of at most 1,000, which is the limit of the service for one domain. */
  pages: number
  rounds: number
  /** How long the site takes to respond. */
  thinksMs: number
}

/** Measures the service, `wget -r` and bare Crawlee on one site, one after another in rounds. */
export async function benchCrawl(stage: Stage, options: CrawlOptions): Promise<void> {
  const { pages, rounds, thinksMs } = options
  const { site, starts } = await startSite(stage, options)
  const { database, projects } = await createKnowledgeProjects(stage, rounds)
  const { api, worker } = await startService(stage, database)
  const crawlers: Crawler[] = [
    { name: 'Switchboard, `crawler_a`', crawl: ours(stage, { api, worker, projects: [...projects] }) },
    ...((await isInstalled('wget')) ? [{ name: '`wget -r -q`', crawl: wget(stage) }] : []),
    { name: 'bare Crawlee, one request at a time', crawl: bareCrawlee('1') },
    { name: 'bare Crawlee, as many as it likes', crawl: bareCrawlee(undefined) },
  ]
  const results = crawlers.map((): Crawled[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, { crawl }] of crawlers.entries()) {
      await askedOf(site)
      const crawled = await crawl(starts)
      results[index]!.push({ ...crawled, pages: await askedOf(site) })
    }
  await Promise.all([api.stop(), worker.stop(), site.stop()])
  const [least] = results.map((of) => pagesPerSecond(of))
  table(
    `${pages.toLocaleString('en')} pages of 8 kB of text and 20 links, answered ${thinksMs > 0 ? `after ${thinksMs} ms` : 'at once'}`,
    ['', 'pages/s', 'ours ×', 'seconds', 'crawler CPU ms a page', 'PostgreSQL CPU ms a page', 'missed'],
    crawlers.map(({ name }, index) => {
      const of = results[index]!
      const ms = (field: 'cpuSeconds' | 'postgresSeconds') =>
        shownMs(median(of.map((one) => one[field])) / pages)
      return [
        name,
        pagesPerSecond(of).toFixed(1),
        (least! / pagesPerSecond(of)).toFixed(3),
        median(of.map(({ seconds }) => seconds)).toFixed(1),
        ms('cpuSeconds'),
        ms('postgresSeconds'),
        of.reduce((sum, one) => sum + pages - one.pages, 0),
      ]
    }),
  )
}

/** Shows where the CPU time of our crawl goes, by a profile of its worker. The profile itself adds some. */
export async function benchCrawlParts(stage: Stage, { pages }: { pages: number }): Promise<void> {
  const { site, starts } = await startSite(stage, { pages, thinksMs: 0 })
  const { database, projects } = await createKnowledgeProjects(stage, 1)
  const folder = path.join(stage.folder, 'profiles')
  const { api, worker } = await startService(stage, database, ['--cpu-prof', `--cpu-prof-dir=${folder}`])
  const before = cpuSeconds(stage.postgresPid)
  await crawlDomains(api.url, projects[0]!, starts)
  const postgresMs = (1_000 * (cpuSeconds(stage.postgresPid) - before)) / pages
  await Promise.all([api.stop(), worker.stop(), site.stop()])
  const parts = partsOfCrawl(folder).map(({ thread, part, ms }) => [thread, part, (ms / pages).toFixed(2)])
  table(
    `Processor time of a crawl of ${pages.toLocaleString('en')} pages, ms a page`,
    ['thread', 'part', 'ms'],
    [...parts, ['PostgreSQL', '', postgresMs.toFixed(2)]],
  )
}

async function startSite(
  stage: Stage,
  { pages, thinksMs }: { pages: number; thinksMs: number },
): Promise<{ site: Program; starts: string[] }> {
  const names = ['guide', 'reference', 'tutorial', 'handbook', 'manual']
  const sections = names.slice(0, Math.ceil(pages / 1_000))
  const each = String(pages / sections.length)
  const args = ['--sections', sections.join(','), '--pages', each, '--thinks', String(thinksMs)]
  const site = await stage.start(['bench/knowledge/site.ts', ...args], {})
  return { site, starts: sections.map((section) => `${site.url}/${section}/`) }
}

/** Crawls into a new project each time, which has nothing of the site yet. */
function ours(
  stage: Stage,
  { api, worker, projects }: { api: Program; worker: Program; projects: KnowledgeProject[] },
): Crawler['crawl'] {
  return async (starts) => {
    const before = [worker.pid, stage.postgresPid].map(cpuSeconds)
    const { seconds } = await crawlDomains(api.url, projects.shift()!, starts)
    const [own, postgres] = [worker.pid, stage.postgresPid].map(
      (pid, index) => cpuSeconds(pid) - before[index]!,
    )
    return { seconds, cpuSeconds: own!, postgresSeconds: postgres! }
  }
}

/** Writes the pages as files, which are deleted with the stage. */
function wget(stage: Stage): Crawler['crawl'] {
  let taken = 0
  return async (starts) => {
    const folder = path.join(stage.folder, `wget-${taken++}`)
    // The shell reports the CPU time of its child.
    const command = `wget -r -q -l inf -P '${folder}' ${starts.join(' ')}; times`
    const begun = performance.now()
    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    const seconds = (performance.now() - begun) / 1_000
    const [, ofChild = ''] = stdout.trim().split('\n')
    const used = [...ofChild.matchAll(/(\d+)m([\d.]+)s/g)].map(
      ([, minutes, rest]) => 60 * Number(minutes) + Number(rest),
    )
    return { seconds, cpuSeconds: used.reduce((sum, one) => sum + one, 0), postgresSeconds: 0 }
  }
}

function bareCrawlee(concurrency: string | undefined): Crawler['crawl'] {
  return async (starts) => {
    const folder = path.join(import.meta.dirname, '../peers/crawlee')
    if (!existsSync(path.join(folder, 'node_modules')))
      await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
    const program = path.join(folder, 'crawl.ts')
    const env = { ...process.env, ...(concurrency !== undefined && { CONCURRENCY: concurrency }) }
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...starts], { env })
    const { seconds, cpuSeconds: used } = JSON.parse(stdout) as { seconds: number; cpuSeconds: number }
    return { seconds, cpuSeconds: used, postgresSeconds: 0 }
  }
}

async function isInstalled(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['--version'])
    return true
  } catch {
    console.log(`${program} is not installed, and so left out\n`)
    return false
  }
}

/** Returns how many pages were requested from the site since the last time. */
async function askedOf(site: Program): Promise<number> {
  const response = await fetch(`${site.url}/-/asked`)
  return ((await response.json()) as { pages: number }).pages
}

function pagesPerSecond(of: readonly Crawled[]): number {
  return median(of.map(({ pages, seconds }) => pages / seconds))
}

function shownMs(seconds: number): string {
  return (1_000 * seconds).toFixed(2)
}
