// Bare Crawlee: crawls a site from the given start URLs, and only follows the links of its pages. Installed by
// bench/knowledge/crawl.ts. CONCURRENCY limits the requests at one time; without it Crawlee decides. Prints the result
// as one line of JSON.

/** The part of Crawlee that the bench uses; its own types exist only where it is installed. */
interface Crawlee {
  CheerioCrawler: new (
    options: Record<string, unknown>,
    configuration: object,
  ) => { run: (starts: string[]) => Promise<{ requestsFinished: number }> }
  Configuration: new (options: Record<string, unknown>) => object
  log: { setLevel: (level: number) => void; LEVELS: { OFF: number } }
}

const name = '@crawlee/cheerio'
const { CheerioCrawler, Configuration, log } = (await import(name)) as Crawlee

log.setLevel(log.LEVELS.OFF)
const concurrency = process.env['CONCURRENCY']
const crawler = new CheerioCrawler(
  {
    ...(concurrency !== undefined && { maxConcurrency: Number(concurrency) }),
    requestHandler: async ({ enqueueLinks }: { enqueueLinks: () => Promise<unknown> }) => {
      await enqueueLinks()
    },
  },
  new Configuration({ persistStorage: false }),
)
const begun = performance.now()
const usedBefore = process.cpuUsage()
const { requestsFinished } = await crawler.run(process.argv.slice(2))
const seconds = (performance.now() - begun) / 1_000
const { user, system } = process.cpuUsage(usedBefore)
console.log(JSON.stringify({ pages: requestsFinished, seconds, cpuSeconds: (user + system) / 1_000_000 }))
