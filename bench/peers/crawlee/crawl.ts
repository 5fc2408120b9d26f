// Bare Crawlee: takes a site from the given starts and does nothing with its pages but follow their links. Its package is one of
// ours. CONCURRENCY bounds it; without it goes as Crawlee sees fit. Prints what it took as one line of JSON.
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'

log.setLevel(log.LEVELS.OFF)
const concurrency = process.env['CONCURRENCY']
const crawler = new CheerioCrawler(
  {
    ...(concurrency !== undefined && { maxConcurrency: Number(concurrency) }),
    requestHandler: async ({ enqueueLinks }) => {
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
