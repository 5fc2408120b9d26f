import { readFileSync } from 'node:fs'
import { table } from '../support/report.ts'
import type { Program, Stage } from '../support/stage.ts'
import { crawlDomains, createKnowledgeProjects, startService } from './project.ts'

const smallCharacters = 8_000
const largeCharacters = 1_000_000

/** Measures the most memory that a worker uses from its start to the end of its crawls, as the kernel reports it. */
export async function benchMemory(
  stage: Stage,
  { smallPages, largePages }: { smallPages: number; largePages: number },
): Promise<void> {
  const small = { pages: smallPages, characters: smallCharacters }
  const large = { pages: largePages, characters: largeCharacters }
  const cases = [
    { name: 'no crawl', sites: 0, ...small },
    { name: `${smallPages.toLocaleString('en')} pages of 8 kB`, sites: 1, ...small },
    { name: `two crawls at once, ${smallPages.toLocaleString('en')} pages of 8 kB each`, sites: 2, ...small },
    { name: `${largePages.toLocaleString('en')} pages of 1 MB`, sites: 1, ...large },
    { name: `two crawls at once, ${largePages.toLocaleString('en')} pages of 1 MB each`, sites: 2, ...large },
  ]
  const rows: (string | number)[][] = []
  for (const { name, sites: count, pages, characters } of cases) {
    const args = ['--sections', 'guide', '--pages', String(pages), '--characters', String(characters)]
    const sites = await Promise.all(
      Array.from({ length: count }, () => stage.start(['bench/knowledge/site.ts', ...args], {})),
    )
    const { database, projects } = await createKnowledgeProjects(stage, 1)
    const { api, worker } = await startService(stage, database)
    const crawled = await crawlDomains(
      api.url,
      projects[0]!,
      sites.map(({ url }) => `${url}/guide/`),
    )
    rows.push([name, crawled.pages, crawled.seconds.toFixed(0), mostMegabytes(worker).toFixed(0)])
    await Promise.all([api, worker, ...sites].map((program) => program.stop()))
  }
  table(
    'Memory of a worker with `crawler_a`, the most at any time (< 300 MB is the target)',
    ['', 'pages in the index', 'seconds', 'resident MB'],
    rows,
  )
}

/** Returns NaN where there is no `/proc`. */
function mostMegabytes({ pid }: Program): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1_024
  } catch {
    return Number.NaN
  }
}
